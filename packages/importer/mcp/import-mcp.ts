import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { camelCase } from "@toolkiln/generator";
import { isRecord } from "@toolkiln/runtime/json";
import { definedTools } from "../definitions/import-definitions.js";
import type { ImportedSource, ImportedTool, Texts } from "../imported-tool.js";
import { literalText, shortName } from "../names.js";
import { Part, SourceError, type Source } from "../source/part.js";
import { reasonOf } from "../source/read-document.js";

export interface McpOptions {
  readonly command?: readonly string[];
  readonly url?: string;
  /** HTTP headers, such as `Authorization: Bearer …`; never saved to files. */
  readonly headers?: Texts;
}

/** Imports the tools of a live MCP server as tools that call it; `folder` is where the command starts. */
export async function importMcp(
  { url, headers = {}, command: [command = "", ...args] = [], folder: cwd }: McpOptions & { folder: string },
  report: Source["report"],
): Promise<ImportedSource> {
  const file = url ?? [command, ...args].join(" ");
  const env = { ...process.env } as Record<string, string>;
  const transport =
    url === undefined
      ? new StdioClientTransport({ command, args, cwd, env })
      : new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  const list = await listTools(transport, file);
  const server = shortName(list.name) || "mcp";
  const constant = `${camelCase(server)}Server`;
  const imports = { [`support/${server}.ts`]: constant };
  const tools = serverTools(new Part({ file, report }, list), `the MCP server ${server}`, constant, imports);
  if (tools.length === 0) throw new SourceError(file, "The server has no tools.");
  const location = literalText(url === undefined ? { command, args } : { url });
  const template = ["mcp-server", { server, constant, location }] as const;
  return { tools, support: { "mcp-connection.ts": ["mcp-connection"], [`${server}.ts`]: template } };
}

type Listed = { readonly name: string; readonly tools: unknown[] };

/** Maximum pages: a server could return cursors indefinitely. */
const maxPages = 200;

/** Accepts any result. The client's schema drops unknown keys, and rejects a list with one invalid tool. */
const anyResult = {
  "~standard": { version: 1, vendor: "toolkiln", validate: (value: unknown) => ({ value }) },
} as const;

/** Requests the name and the tools of a server. `file` names the server in errors. */
export async function listTools(transport: Transport, file: string): Promise<Listed> {
  const client = new Client({ name: "toolkiln", version: "1.0.0" });
  try {
    await client.connect(transport, { timeout: 60_000 });
    const tools: unknown[] = [];
    let params = {};
    for (let page = 0; page < maxPages; page++) {
      const response = await client.request({ method: "tools/list", params }, anyResult, { timeout: 60_000 });
      const { tools: found, nextCursor: cursor } = isRecord(response) ? response : {};
      if (Array.isArray(found)) for (const tool of found as unknown[]) tools.push(tool);
      if (typeof cursor !== "string") break;
      params = { cursor };
    }
    return { name: client.getServerVersion()?.name ?? "", tools };
  } catch (error) {
    throw new SourceError(file, `The server does not list its tools: ${reasonOf(error)}.`);
  } finally {
    await client.close().catch(() => undefined);
  }
}

export function serverTools(list: Part, server: string, connection: string, imports: Texts): ImportedTool[] {
  return definedTools(list, true).map((tool) => ({
    ...tool,
    origin: `the tool ${tool.name} of ${server}`,
    implementation: {
      imports,
      statements: (type) =>
        `return ${connection}.call<${type}>(${JSON.stringify(tool.name)}, params, context);`,
    },
  }));
}
