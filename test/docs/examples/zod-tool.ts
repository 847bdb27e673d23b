import { toDefinitions } from "@toolkiln/providers";
import { defineTool, mergeRegistries, ToolExecutor, ToolRegistry } from "@toolkiln/runtime";
import { WorkspacePathPolicy } from "@toolkiln/runtime/node";
import { registry } from "@toolkiln/tools/registry";
import { z } from "zod";

const add = defineTool({
  id: "add",
  description: "Add two numbers.",
  risk: "safe",
  category: "custom",
  input: z.object({ a: z.number(), b: z.number() }),
  run: ({ a, b }) => ({ sum: a + b }),
});
const all = mergeRegistries(registry, ToolRegistry.of(add));

const executor = new ToolExecutor(all, { paths: new WorkspacePathPolicy() });
const { result } = await executor.execute("add", { a: 1, b: 2 });
console.log(result.data); // → { sum: 3 }
const definitions = await toDefinitions(all, "openai", { strict: true });
console.log(definitions.length === registry.count + 1); // → true
