/** The helper that calls the tools of an MCP server, as it is written into a project. */
export const mcpConnectionText = `import { Client, StreamableHTTPClientTransport, type CallToolResult } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { ToolResultBuilder, type ContentPart, type ToolResult } from "@toolkiln/runtime";

// Written by \`toolkiln import mcp\` and shared by everything that it imports. It is yours: imports leave it alone.

/** A server that is started, or one that runs already. */
export type McpServer =
  | { readonly command: string; readonly args: readonly string[]; readonly env?: Readonly<Record<string, string>> }
  | { readonly url: string; readonly headers?: Readonly<Record<string, string>> };

/** One connection to a server for all of its tools. It is made by the first call, and again after it was lost. */
export class McpConnection {
  readonly #server: McpServer;
  #client: Promise<Client> | undefined;

  constructor(server: McpServer) {
    this.#server = server;
  }

  /** Calls a tool of the server; its answer becomes the result as it is. */
  async call<Data>(name: string, params: object, { signal }: { readonly signal: AbortSignal }): Promise<ToolResult<Data>> {
    const client = await this.#connect();
    const answer = await client.callTool(
      { name, arguments: { ...params } },
      // The executor watches the deadline.
      { signal, timeout: 2 ** 31 - 1 },
    );
    return toResult<Data>(answer);
  }

  async close(): Promise<void> {
    await (await this.#client)?.close();
  }

  #connect(): Promise<Client> {
    this.#client ??= this.#open().catch((error: unknown) => {
      this.#client = undefined;
      throw error;
    });
    return this.#client;
  }

  async #open(): Promise<Client> {
    const client = new Client({ name: "toolkiln", version: "1.0.0" });
    client.onclose = () => {
      this.#client = undefined;
    };
    await client.connect(transportTo(this.#server));
    return client;
  }
}

function transportTo(server: McpServer): StdioClientTransport | StreamableHTTPClientTransport {
  if ("url" in server) {
    const { url, headers } = server;
    return new StreamableHTTPClientTransport(new URL(url), { ...(headers && { requestInit: { headers } }) });
  }
  const { command, args, env } = server;
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new StdioClientTransport({ command, args: [...args], env: { ...Object.fromEntries(inherited), ...env }, stderr: "ignore" });
}

function toResult<Data>({ content, structuredContent, isError }: CallToolResult): ToolResult<Data> {
  const parts = content.flatMap(toPart);
  if (isError === true) {
    const words = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
    return ToolResultBuilder.failure(words.join("\\n") || "The server reported an error.")
      .withContent(...parts)
      .build() as ToolResult<Data>;
  }
  // The executor compares the data with the manifest.
  return ToolResultBuilder.success().withData(structuredContent).withContent(...parts).build() as ToolResult<Data>;
}

function toPart(block: CallToolResult["content"][number]): ContentPart[] {
  if (block.type === "text" || block.type === "resource_link") return [block];
  if (block.type === "image" || block.type === "audio") return [block];
  const { resource } = block;
  const { uri, mimeType = "text/plain" } = resource;
  const data = "blob" in resource ? resource.blob : Buffer.from(resource.text).toString("base64");
  return [{ type: "file", data, mimeType, uri }];
}
`;
