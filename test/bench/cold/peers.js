// Programs that define a thousand tools the way each peer wants it and answer one call.

const schema = `z.strictObject({
  path: z.string().min(1).describe("A path."),
  encoding: z.enum(["utf-8", "latin1"]).default("utf-8").describe("An encoding."),
  maxBytes: z.int().min(1).max(10485760).default(1048576).describe("A limit."),
  follow: z.boolean().optional().describe("A switch."),
})`;

/** Every parameter is required there, optional ones are nullable. */
const strictSchema = `z.strictObject({
  path: z.string().min(1),
  encoding: z.enum(["utf-8", "latin1"]),
  maxBytes: z.int().min(1).max(10485760),
  follow: z.boolean().nullable(),
})`;

/** In the words of Zod 3, which Genkit brings along. */
const zod3Schema = `z.object({
  path: z.string().min(1).describe("A path."),
  encoding: z.enum(["utf-8", "latin1"]).default("utf-8").describe("An encoding."),
  maxBytes: z.number().int().min(1).max(10485760).default(1048576).describe("A limit."),
  follow: z.boolean().optional().describe("A switch."),
}).strict()`;

function each(tools, line) {
  return Array.from({ length: tools }, (_, index) => line(`tool-${index}`, index)).join("\n");
}

/** The program of each peer by its name. */
export function peerPrograms(tools) {
  return {
    "Zod schemas alone": `import { z } from "zod";
const all = new Map();
${each(tools, (id) => `all.set("${id}", { schema: ${schema}, run: async ({ path }) => ({ path, id: "${id}" }) });`)}
const { schema, run } = all.get("tool-500");
const result = await run(schema.parse({ path: "README.md" }));
if (result.id !== "tool-500") throw new Error("It does not answer.");`,
    "AI SDK 7": `import { asSchema, tool } from "ai";
import { z } from "zod";
const all = new Map();
${each(tools, (id) => `all.set("${id}", tool({ description: "The tool ${id}.", inputSchema: ${schema}, execute: async ({ path }) => ({ path, id: "${id}" }) }));`)}
const chosen = all.get("tool-500");
const checked = await asSchema(chosen.inputSchema).validate({ path: "README.md" });
const result = await chosen.execute(checked.value, { toolCallId: "1", messages: [] });
if (result.id !== "tool-500") throw new Error("It does not answer.");`,
    LangChain: `import { tool } from "@langchain/core/tools";
import { z } from "zod";
const all = new Map();
${each(tools, (id) => `all.set("${id}", tool(async ({ path }) => ({ path, id: "${id}" }), { name: "${id}", description: "The tool ${id}.", schema: ${schema} }));`)}
const result = await all.get("tool-500").invoke({ path: "README.md" });
if (result.id !== "tool-500") throw new Error("It does not answer.");`,
    "OpenAI Agents": `import { RunContext, tool } from "@openai/agents";
import { z } from "zod";
const all = new Map();
${each(tools, (id) => `all.set("${id}", tool({ name: "${id}", description: "The tool ${id}.", parameters: ${strictSchema}, execute: async ({ path }) => ({ path, id: "${id}" }), errorFunction: null }));`)}
const input = JSON.stringify({ path: "README.md", encoding: "utf-8", maxBytes: 10, follow: null });
const result = await all.get("tool-500").invoke(new RunContext(), input);
if (result.id !== "tool-500") throw new Error("It does not answer.");`,
    "Mastra 1": `import { createTool } from "mastra-1/tools";
import { z } from "zod";
const all = new Map();
${each(tools, (id) => `all.set("${id}", createTool({ id: "${id}", description: "The tool ${id}.", inputSchema: ${schema}, execute: async ({ path }) => ({ path, id: "${id}" }) }));`)}
const result = await all.get("tool-500").execute({ path: "README.md" }, {});
if (result.id !== "tool-500") throw new Error("It does not answer.");`,
    Genkit: `import { genkit, z } from "genkit";
const ai = genkit({});
const all = new Map();
${each(tools, (id) => `all.set("${id}", ai.defineTool({ name: "${id}", description: "The tool ${id}.", inputSchema: ${zod3Schema}, outputSchema: z.any() }, async ({ path }) => ({ path, id: "${id}" })));`)}
const result = await all.get("tool-500")({ path: "README.md" });
if (result.id !== "tool-500") throw new Error("It does not answer.");
`,
    "MCP registerTool": `import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
const server = new McpServer({ name: "bench", version: "1.0.0" });
${each(tools, (id) => `server.registerTool("${id}", { description: "The tool ${id}.", inputSchema: ${schema} }, async () => ({ content: [{ type: "text", text: "${id}" }] }));`)}
const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
const client = new Client({ name: "bench", version: "1.0.0" });
await Promise.all([server.connect(serverSide), client.connect(clientSide)]);
const { content } = await client.callTool({ name: "tool-500", arguments: { path: "README.md" } });
if (content[0].text !== "tool-500") throw new Error("It does not answer.");`,
  };
}
