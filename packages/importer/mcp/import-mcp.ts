import { Client, StreamableHTTPClientTransport, type StandardSchemaV1 } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { findDefinitions, toTool } from "../definitions/import-definitions.js";
import { isRecord } from "@toolkiln/runtime/json";
import type { ImportedSource, ImportedTool } from "../imported-tool.js";
import { camelCase, shortName } from "../names.js";
import { SourceError, type ImportReport } from "../source/import-report.js";
import { Part } from "../source/part.js";

/** Which server is asked. */
export interface McpOptions {
  /** The command that starts it, and its arguments. */
  readonly command?: readonly string[];
  /** The address of one that runs already. */
  readonly url?: string;
  /** Headers for the address, such as `Authorization: Bearer …`; they are not written down. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What the server is called in files; its own name when left out. */
  readonly server?: string;
}

/** Imports the tools of a live MCP server as tools that call it. */
export async function importMcp(
  options: McpOptions,
  folder: string,
  report: ImportReport,
): Promise<ImportedSource> {
  const shown = options.url ?? options.command?.join(" ") ?? "";
  const { tools: listed, ownName } = await askServer(options, folder, shown);
  const server = options.server ?? (shortName(ownName) || "mcp");
  const found = findDefinitions(new Part({ file: shown, report }, { tools: listed }));
  if (found.length === 0) throw new SourceError("TK8004", shown, "The server offers no tools.");
  const constant = `${camelCase(server)}Server`;
  const tools = found.map((definition): ImportedTool => {
    const { name } = definition;
    return {
      ...toTool(definition, true),
      origin: `the tool ${name} of the MCP server ${server}`,
      implementation: {
        uses: [{ name: constant, file: `support/${server}.ts` }],
        takes: "params, context",
        statements: (used, data) => `return ${used}.call<${data}>(${JSON.stringify(name)}, params, context);`,
      },
    };
  });
  return {
    tools,
    support: [
      { path: "support/mcp-connection.ts" },
      { path: `support/${server}.ts`, text: (suffix) => serverText(constant, server, options, suffix) },
    ],
    packages: ["@modelcontextprotocol/client"],
  };
}

/** The file that says how one server is reached. */
function serverText(
  constant: string,
  server: string,
  { url, command = [] }: McpOptions,
  suffix: string,
): string {
  const [program, ...args] = command;
  const fields = Object.entries(url === undefined ? { command: program, args } : { url });
  return `import { McpConnection } from "./mcp-connection${suffix}";

/** Calls the tools of ${server}. */
export const ${constant}: McpConnection = new McpConnection({
${fields.map(([name, value]) => `  ${name}: ${JSON.stringify(value)},`).join("\n")}
});
`;
}

async function askServer(
  options: McpOptions,
  folder: string,
  shown: string,
): Promise<{ readonly ownName: string; readonly tools: readonly unknown[] }> {
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
  { url, headers, command: [command = "", ...args] = [] }: McpOptions,
  cwd: string,
  printed: string[],
): StdioClientTransport | StreamableHTTPClientTransport {
  if (url !== undefined)
    return new StreamableHTTPClientTransport(new URL(url), { ...(headers && { requestInit: { headers } }) });
  const set = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const env = Object.fromEntries(set);
  const transport = new StdioClientTransport({ command, args, cwd, env, stderr: "pipe" });
  transport.stderr?.on("data", (chunk: Buffer) => {
    if (printed.length < 1_000) printed.push(chunk.toString());
  });
  return transport;
}

/** Pages of a list; a server that has more never ends. */
const maxPages = 200;

/** The client's own schema drops unknown keys, and refuses the whole list for one tool that is wrong. */
const anything: StandardSchemaV1 = {
  "~standard": { version: 1, vendor: "toolkiln", validate: (value) => ({ value }) },
};

/** The tools of a server as it sends them. */
export async function listTools(client: Client): Promise<unknown[]> {
  const tools: unknown[] = [];
  let cursor: unknown;
  for (let page = 0; page < maxPages; page++) {
    const params = typeof cursor === "string" ? { cursor } : {};
    const answer = await client.request({ method: "tools/list", params }, anything, { timeout: 60_000 });
    if (!isRecord(answer)) break;
    if (Array.isArray(answer["tools"])) tools.push(...(answer["tools"] as unknown[]));
    cursor = answer["nextCursor"];
    if (typeof cursor !== "string") break;
  }
  return tools;
}
