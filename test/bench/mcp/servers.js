// The same tool behind three servers. The floor is the SDK's protocol with the emitted validator and the body alone.
import { McpServer, Server } from "@modelcontextprotocol/server";
import { createMcpServer } from "@toolkiln/mcp";
import { ToolExecutor, ToolRegistry } from "@toolkiln/runtime";
import { defineContract } from "@toolkiln/runtime/codegen/v1";
import { peerSchema } from "../dispatch/peer-schema.js";
import { loadGenerated, run } from "../dispatch/tool.js";

const identity = { name: "bench", version: "1.0.0" };
const name = "bench_tool";
const toResult = (data) => ({ content: [{ type: "text", text: JSON.stringify(data) }] });

/** Makes the protocol's end of a connection to nothing but a handler. */
export async function bareServer() {
  const { spec, validate } = await loadGenerated();
  return () => {
    const server = new Server(identity, { capabilities: { tools: {} } });
    const { description, inputSchema } = spec;
    server.setRequestHandler("tools/list", () => ({ tools: [{ name, description, inputSchema }] }));
    server.setRequestHandler("tools/call", async ({ params }) => {
      if (!validate(params.arguments)) return { ...toResult("invalid"), isError: true };
      return toResult(await run(params.arguments));
    });
    return server;
  };
}

/** Makes the protocol's end of a connection to a tool of the SDK. */
export async function sdkServer(answer = toResult) {
  return () => {
    const server = new McpServer(identity);
    const definition = { description: "A tool.", inputSchema: peerSchema };
    server.registerTool(name, definition, async (input) => answer(await run(input)));
    return server;
  };
}

/** The same with structured content, which toolkiln's server sends as well. */
export const sdkStructuredServer = () =>
  sdkServer((data) => ({ ...toResult(data), structuredContent: data }));

/** The tool as toolkiln serves it. */
export async function toolkilnServer() {
  const { spec, validate } = await loadGenerated();
  const contract = defineContract({
    ...spec,
    wireName: name,
    validators: async () => ({ params: validate }),
  });
  const registry = new ToolRegistry();
  registry.registerTool(contract.implement(run));
  return createMcpServer(new ToolExecutor(registry), identity);
}
