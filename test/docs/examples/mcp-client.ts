import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const client = new Client({ name: "my-app", version: "1.0.0" });
await client.connect(new StdioClientTransport({ command: "npx", args: ["toolkiln", "mcp"] }));
const { tools } = await client.listTools();
console.log(tools.some(({ name }) => name === "file_read")); // → true
const result = await client.callTool({ name: "file_read", arguments: { path: "package.json" } });
console.log(result.isError ?? false); // → false
await client.close();
