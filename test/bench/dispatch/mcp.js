// The official MCP client and server, linked in memory.
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import { peerSchema } from "./peer-schema.js";
import { proof } from "../proof.js";
import { invalidInput, run, validInput } from "./tool.js";

export async function setUp() {
  const server = new McpServer({ name: "bench", version: "1.0.0" });
  server.registerTool("bench_tool", { description: "A tool.", inputSchema: peerSchema }, async (input) => ({
    content: [{ type: "text", text: JSON.stringify(await run(input)) }],
  }));
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "bench", version: "1.0.0" });
  await Promise.all([server.connect(serverSide), client.connect(clientSide)]);
  const call = (input) => client.callTool({ name: "bench_tool", arguments: input });
  return {
    call: () => call(validInput()),
    prove: proof(
      (which) => call(which === "valid" ? validInput() : invalidInput()),
      (output) => output.content[0].text.includes("README.md"),
      (output) => output.isError === true,
    ),
  };
}
