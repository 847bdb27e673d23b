import {
  Client,
  StreamableHTTPClientTransport,
  type StandardSchemaV1,
  type Transport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { isRecord } from "@toolkiln/runtime/json";
import { findDefinitions, toTool } from "../definitions/import-definitions.js";
import type { ImportedSource } from "../imported-tool.js";
import { camelCase, shortName } from "../names.js";
import { Part, SourceError, type ImportReport } from "../source/part.js";

export interface McpOptions {
  readonly command?: readonly string[];
  readonly url?: string;
  /** HTTP headers, such as `Authorization: Bearer …`; never saved to files. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Server name in files. @default the server's own */
  readonly server?: string;
}

/** Imports the tools of a live MCP server as tools that call it. */
export async function importMcp(
  options: McpOptions,
  folder: string,
  report: ImportReport,
): Promise<ImportedSource> {
  const { url, command: [command = "", ...args] = [] } = options;
  const shown = url ?? [command, ...args].join(" ");
  const { tools: listed, ownName } = await askServer(options, folder, shown);
  const server = options.server ?? (shortName(ownName) || "mcp");
  const found = findDefinitions(new Part({ file: shown, report }, { tools: listed }));
  if (found.length === 0) throw new SourceError("TK8004", shown, "The server offers no tools.");
  const constant = `${camelCase(server)}Server`;
  const location =
    url === undefined
      ? `{ command: ${JSON.stringify(command)}, args: ${JSON.stringify(args)} }`
      : `{ url: ${JSON.stringify(url)} }`;
  return {
    tools: found.map((definition) => ({
      ...toTool(definition, true),
      origin: `the tool ${definition.name} of the MCP server ${server}`,
      implementation: {
        uses: [{ name: constant, file: `support/${server}.ts` }],
        takes: "params, context",
        statements: (used, data) =>
          `return ${used}.call<${data}>(${JSON.stringify(definition.name)}, params, context);`,
      },
    })),
    support: [
      { name: "mcp-connection.ts" },
      { name: `${server}.ts`, template: "mcp-server.ts", values: { server, constant, location } },
    ],
    packages: ["@modelcontextprotocol/client"],
  };
}

async function askServer(options: McpOptions, folder: string, shown: string) {
  const client = new Client({ name: "toolkiln", version: "1.0.0" });
  const printed: string[] = [];
  try {
    await client.connect(openTransport(options, folder, printed), { timeout: 60_000 });
    const tools = await listTools(client);
    return { ownName: client.getServerVersion()?.name ?? "", tools };
  } catch (error) {
    const words = printed.join("").trim().split("\n").slice(-5).join("\n");
    const help = words === "" ? undefined : `It printed:\n${words}`;
    const reason = error instanceof Error ? error.message : String(error);
    throw new SourceError("TK8004", shown, `The server does not list its tools: ${reason}.`, help);
  } finally {
    await client.close().catch(() => undefined);
  }
}

function openTransport(
  { url, headers = {}, command: [command = "", ...args] = [] }: McpOptions,
  cwd: string,
  printed: string[],
): Transport {
  if (url !== undefined) return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  const env = { ...process.env } as Record<string, string>;
  const transport = new StdioClientTransport({ command, args, cwd, env, stderr: "pipe" });
  transport.stderr?.on("data", (chunk: Buffer) => {
    if (printed.length < 1_000) printed.push(chunk.toString());
  });
  return transport;
}

/** Maximum pages: a server might never stop. */
const maxPages = 200;

/** The client's own schema drops unknown keys, and rejects the whole list for one invalid tool. */
const anything: StandardSchemaV1 = {
  "~standard": { version: 1, vendor: "toolkiln", validate: (value) => ({ value }) },
};

export async function listTools(client: Client): Promise<unknown[]> {
  const tools: unknown[] = [];
  let params: { cursor?: string } = {};
  for (let page = 0; page < maxPages; page++) {
    const answer = await client.request({ method: "tools/list", params }, anything, { timeout: 60_000 });
    const { tools: found, nextCursor: cursor } = isRecord(answer) ? answer : {};
    if (Array.isArray(found)) tools.push(...(found as unknown[]));
    if (typeof cursor !== "string") break;
    params = { cursor };
  }
  return tools;
}
