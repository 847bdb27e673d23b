import { ToolRegistry } from "@toolkiln/runtime";
import { defineContract } from "@toolkiln/runtime/codegen/v1";

/** A registry with a tool that returns its input. */
export function echoRegistry() {
  const registry = new ToolRegistry();
  const contract = defineContract({
    id: "echo",
    wireName: "echo",
    name: "echo",
    description: "echo",
    category: "custom",
    risk: "safe",
    kind: "structured",
    inputSchema: { type: "object" },
    result: {},
    validators: async () => ({ params: () => true }),
  });
  registry.registerTool(contract.implement(async (params) => params));
  return registry;
}
