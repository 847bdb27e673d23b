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
import { literalText } from "../plan/file-text.js";
import { Part, SourceError, type ImportReport } from "../source/part.js";
import { reasonOf } from "../source/read-document.js";

export interface McpOptions {
  readonly command?: readonly string[];
  readonly url?: string;
  /** HTTP headers, such as `Authorization: Bearer …`; never saved to files. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Imports the tools of a live MCP server as tools that call it. */
export async function importMcp(
  { url, headers = {}, command: [command = "", ...args] = [] }: McpOptions,
  cwd: string,
  report: ImportReport,
): Promise<ImportedSource> {
  const file = url ?? [command, ...args].join(" ");
  const env = { ...process.env } as Record<string, string>;
  const transport =
    url === undefined
      ? new StdioClientTransport({ command, args, cwd, env })
      : new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  const { name, tools } = await listTools(transport, file);
  const server = shortName(name) || "mcp";
  const found = findDefinitions(new Part({ file, report }, { tools }));
  if (found.length === 0) throw new SourceError("TK8004", file, "The server has no tools.");
  const constant = `${camelCase(server)}Server`;
  const location = literalText(url === undefined ? { command, args } : { url });
  return {
    tools: found.map((definition) => ({
      ...toTool(definition, true),
      origin: `the tool ${definition.name} of the MCP server ${server}`,
      implementation: {
        uses: [{ name: constant, file: `support/${server}.ts` }],
        statements: (data) =>
          `return ${constant}.call<${data}>(${JSON.stringify(definition.name)}, params, context);`,
      },
    })),
    support: {
      "mcp-connection.ts": ["mcp-connection"],
      [`${server}.ts`]: ["mcp-server", { server, constant, location }],
    },
    packages: ["@modelcontextprotocol/client"],
  };
}

/** Maximum pages: a server could return cursors indefinitely. */
const maxPages = 200;

/** The client's own schema drops unknown keys, and rejects the whole list for one invalid tool. */
const anyResult: StandardSchemaV1 = {
  "~standard": { version: 1, vendor: "toolkiln", validate: (value) => ({ value }) },
};

/** Requests the name and the tools of a server. `file` names the server in errors. */
export async function listTools(
  transport: Transport,
  file: string,
): Promise<{ name: string; tools: unknown[] }> {
  const client = new Client({ name: "toolkiln", version: "1.0.0" });
  try {
    await client.connect(transport, { timeout: 60_000 });
    const tools: unknown[] = [];
    let params = {};
    for (let page = 0; page < maxPages; page++) {
      const response = await client.request({ method: "tools/list", params }, anyResult, { timeout: 60_000 });
      const { tools: found, nextCursor: cursor } = isRecord(response) ? response : {};
      if (Array.isArray(found)) tools.push(...(found as unknown[]));
      if (typeof cursor !== "string") break;
      params = { cursor };
    }
    return { name: client.getServerVersion()?.name ?? "", tools };
  } catch (error) {
    throw new SourceError("TK8004", file, `The server does not list its tools: ${reasonOf(error)}.`);
  } finally {
    await client.close().catch(() => undefined);
  }
}
