// Compiled with the tests, never run: one contract as the input schema of other libraries, beside a Zod tool.
import { McpServer } from "@modelcontextprotocol/server";
import {
  defineTool,
  mergeRegistries,
  ToolExecutor,
  ToolRegistry,
  type StandardSchema,
} from "@toolkiln/runtime";
import { tool } from "ai";
import { expectTypeOf } from "vitest";
import { z } from "zod";
import { fileRead } from "../../../generated/index.js";
import { registry } from "../../../generated/registry.js";

export const aiTool = tool({
  description: "Read a file",
  inputSchema: fileRead,
  execute: async ({ path, encoding, maxBytes }) => {
    expectTypeOf(path).toEqualTypeOf<string>();
    expectTypeOf(encoding).toEqualTypeOf<"utf-8" | "latin1" | "base64">();
    expectTypeOf(maxBytes).toEqualTypeOf<number>();
    return path;
  },
});

const server = new McpServer({ name: "test", version: "1.0.0" });
server.registerTool("file_read", { inputSchema: fileRead }, async ({ path, encoding }) => {
  expectTypeOf(path).toEqualTypeOf<string>();
  expectTypeOf(encoding).toEqualTypeOf<"utf-8" | "latin1" | "base64">();
  return { content: [{ type: "text", text: path }] };
});

export const legacy = defineTool({
  id: "legacy",
  risk: "low",
  category: "custom",
  input: z.object({ name: z.string(), times: z.number().default(1) }),
  run: ({ name, times }, context) => {
    expectTypeOf(name).toEqualTypeOf<string>();
    expectTypeOf(times).toEqualTypeOf<number>();
    expectTypeOf(context.toolId).toEqualTypeOf<string>();
    return { text: name };
  },
});

export const legacyAiTool = tool({
  inputSchema: legacy.contract,
  execute: async ({ times }) => {
    expectTypeOf(times).toEqualTypeOf<number>();
    return times;
  },
});

const merged = mergeRegistries(registry, ToolRegistry.of(legacy));
const executor = new ToolExecutor(merged);

export async function calls(): Promise<void> {
  const own = await executor.execute("legacy", { name: "a" });
  if (own.result.success) expectTypeOf(own.result.data).toEqualTypeOf<{ text: string }>();
  const generated = await executor.execute("file-read", { path: "a" });
  if (generated.result.success) expectTypeOf(generated.result.data.content).toEqualTypeOf<string>();
  // @ts-expect-error a parameter of the wrong type
  await executor.execute("legacy", { name: 1 });
  // @ts-expect-error a tool that does not exist
  await executor.execute("legcay", { name: "a" });

  const part = new ToolExecutor(merged.subset(["legacy"]));
  await part.execute("legacy", { name: "a" });
  // @ts-expect-error a tool that is not in the subset
  await part.execute("file-read", { path: "a" });
  // @ts-expect-error a subset with a tool that does not exist
  merged.subset(["nothing"]);

  const handle = merged.getTool("file-read");
  expectTypeOf(handle?.loaded?.contract.id).toEqualTypeOf<"file-read" | undefined>();
}

declare const silent: StandardSchema<{ a: string }>;
// @ts-expect-error a schema that cannot provide a JSON Schema needs `inputSchema`
defineTool({ id: "silent", input: silent, run: () => 1 });
defineTool({ id: "silent", input: silent, inputSchema: { type: "object" }, run: ({ a }) => a });
