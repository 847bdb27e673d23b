import { ToolExecutor, ToolRegistry } from "@toolkiln/runtime";
import { defineTool } from "@toolkiln/runtime/validator";

const greet = defineTool({
  id: "greet",
  description: "Greet somebody.",
  risk: "safe",
  input: {
    properties: { name: { type: "string", minLength: 1 }, times: { type: "integer", default: 1 } },
    required: ["name"],
  },
  run: ({ name, times }) => ({ text: `Hello ${name}! `.repeat(times).trim() }), // name: string, times: number
});

const executor = new ToolExecutor(ToolRegistry.of(greet));
const { result } = await executor.execute("greet", { name: "Ann" });
console.log(result.data); // → { text: 'Hello Ann!' }
