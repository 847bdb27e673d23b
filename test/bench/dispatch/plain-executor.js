// The executor as it is without options: validation, limit, deadline, result check; no listeners, no locks.
import { ToolExecutor, ToolRegistry } from "@toolkiln/runtime";
import { defineContract } from "@toolkiln/runtime/codegen/v1";
import { invalidInput, loadGenerated, run, validInput } from "./tool.js";

export async function setUp() {
  const { spec, validate } = await loadGenerated();
  const contract = defineContract({ ...spec, validators: async () => ({ params: validate }) });
  const executor = new ToolExecutor(ToolRegistry.of(contract.implement(run)));
  const call = (input = validInput()) => executor.execute("bench-tool", input);
  return {
    call: () => call(),
    async prove() {
      const good = await call();
      if (good.status !== "completed" || good.result.data.path !== "README.md") throw new Error(good.status);
      if ((await call(invalidInput())).status !== "invalid") throw new Error("It accepts invalid input.");
    },
  };
}
