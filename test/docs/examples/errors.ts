import { ToolExecutor, ToolRegistry, ToolResult } from "@toolkiln/runtime";
import { defineTool } from "@toolkiln/runtime/validator";

const tool = defineTool({
  id: "user-find",
  input: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  run({ name }) {
    if (name === "") throw new Error("The directory is down.");
    return ToolResult.failed(`There is no user '${name}'. user-list shows all.`, "NotFound");
  },
});

const executor = new ToolExecutor(ToolRegistry.of(tool));
const missing = await executor.execute("user-find", { name: "ann" });
console.log(missing.status, missing.result.error?.code); // → failed NotFound
const thrown = await executor.execute("user-find", { name: "" });
console.log(thrown.status, thrown.result.error?.message); // → failed The directory is down.
