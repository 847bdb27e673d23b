// An MCP server for tests of imports. A call of its tool `crash` ends the process.
import { McpServer, fromJsonSchema } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";

const server = new McpServer({ name: "Fixture MCP Server", version: "1.0.0" });
const text = (words) => ({ type: "text", text: words });
const object = (properties, required = []) => fromJsonSchema({ type: "object", properties, required });

server.registerTool(
  "add_numbers",
  {
    title: "Add numbers",
    description: "Adds two numbers and returns the sum.",
    inputSchema: object({ a: { type: "number" }, b: { type: "number", default: 1 } }, ["a"]),
    outputSchema: object({ sum: { type: "number" } }, ["sum"]),
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  async ({ a, b = 1 }) => ({ content: [text(`The sum is ${a + b}.`)], structuredContent: { sum: a + b } }),
);
server.registerTool(
  "show.Picture",
  { description: "Shows a picture with some words.", annotations: { destructiveHint: true } },
  async () => ({
    content: [
      text("Look:"),
      { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" },
      { type: "resource", resource: { uri: "note:///a", mimeType: "text/plain", text: "A note." } },
      { type: "resource_link", uri: "note:///b", name: "b" },
    ],
  }),
);
server.registerTool("refuse", { description: "Always reports an error to its caller." }, async () => ({
  content: [text("No such thing.")],
  isError: true,
}));
server.registerTool("crash", { description: "Ends the server without an answer." }, () => process.exit(1));

await server.connect(new StdioServerTransport());
