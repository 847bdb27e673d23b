import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { findDefinitions } from "../definitions/definition-shapes.js";
import { toTool } from "../definitions/import-definitions.js";
import { ImportReport, SourceError, type PlacedSource } from "../import-report.js";
import type { ImportedSource } from "../imported-tool.js";
import { templateText } from "../plan/template.js";
import { shortName } from "../source/short-name.js";
import { listPages } from "./list-pages.js";
import { mcpToolText, serverText, type McpAddress } from "./server-text.js";

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
export async function importMcp(options: McpOptions, folder: string): Promise<ImportedSource> {
  const { address, shown } = addressOf(options);
  const { tools: listed, name: ownName } = await listTools(address, options, folder, shown);
  const name = options.server ?? (shortName(ownName) || "mcp");
  const source: PlacedSource = { file: shown, locate: () => new Map() };
  const report = new ImportReport();
  const found = findDefinitions({ tools: listed }, { source, pointer: "" });
  if (found.length === 0) throw new SourceError("TK8004", shown, "The server offers no tools.");
  const tools = found.map((definition) => ({
    ...toTool(definition, report, { isOpen: true }),
    origin: `the tool ${definition.name} of the MCP server ${name}`,
    implement: (module: Parameters<typeof mcpToolText>[1]) => mcpToolText(definition.name, module, name),
  }));
  return {
    tools,
    support: [
      { path: "support/mcp-connection.ts", text: () => templateText("mcp-connection") },
      { path: `support/${name}.ts`, text: (suffix) => serverText(name, address, suffix) },
    ],
    packages: ["@modelcontextprotocol/client"],
    report,
  };
}

function addressOf({ command = [], url }: McpOptions): {
  readonly address: McpAddress;
  readonly shown: string;
} {
  if (url !== undefined) return { address: { url }, shown: url };
  const [program, ...args] = command;
  if (program === undefined)
    throw new SourceError("TK8004", "mcp", "Neither a command nor an address of a server is given.");
  return { address: { command: program, args }, shown: command.join(" ") };
}

interface ListedTools {
  readonly name: string;
  readonly tools: readonly unknown[];
}

async function listTools(
  address: McpAddress,
  { headers }: McpOptions,
  folder: string,
  shown: string,
): Promise<ListedTools> {
  const client = new Client({ name: "toolkiln", version: "1.0.0" });
  const said: string[] = [];
  try {
    await client.connect(openTransport(address, headers, folder, said), { timeout: 60_000 });
    const tools = await listPages(client);
    return { name: client.getServerVersion()?.name ?? "", tools };
  } catch (error) {
    const words = said.join("").trim().split("\n").slice(-5).join("\n");
    throw new SourceError(
      "TK8004",
      shown,
      `The server does not list its tools: ${error instanceof Error ? error.message : String(error)}.`,
      words === "" ? undefined : `It printed:\n${words}`,
    );
  } finally {
    await client.close().catch(() => undefined);
  }
}

function openTransport(
  address: McpAddress,
  headers: McpOptions["headers"],
  folder: string,
  said: string[],
): StdioClientTransport | StreamableHTTPClientTransport {
  if ("url" in address)
    return new StreamableHTTPClientTransport(new URL(address.url), {
      ...(headers && { requestInit: { headers } }),
    });
  const env = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const transport = new StdioClientTransport({
    command: address.command,
    args: [...address.args],
    cwd: folder,
    env,
    stderr: "pipe",
  });
  transport.stderr?.on("data", (chunk: Buffer) => {
    if (said.length < 1_000) said.push(chunk.toString());
  });
  return transport;
}
