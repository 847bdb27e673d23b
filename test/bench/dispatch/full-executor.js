// The executor with everything on: validation, policy, a shared lock, limit, deadline, both events, result check.
import { ToolExecutor, ToolRegistry } from "@toolkiln/runtime";
import { defineContract } from "@toolkiln/runtime/codegen/v1";
import { invalidInput, loadGenerated, run, validInput } from "./tool.js";

/** The case of an executor with further options. */
export async function setUpExecutor(options) {
  const { spec, validate } = await loadGenerated();
  const concurrency = [{ key: "file:{path}", mode: "shared" }];
  const contract = defineContract({ ...spec, concurrency, validators: async () => ({ params: validate }) });
  const registry = ToolRegistry.of(contract.implement(run));
  const executor = new ToolExecutor(registry, {
    policy: { autoApproveUpTo: "low", deny: ["another-tool"] },
    validateResults: true,
    ...options,
  });
  let started = 0;
  let completed = 0;
  executor.on("started", () => started++);
  executor.on("completed", () => completed++);
  return {
    call: () => executor.execute("bench-tool", validInput()),
    async prove() {
      const good = await executor.execute("bench-tool", validInput());
      if (good.status !== "completed" || good.result.data.path !== "README.md") throw new Error(good.status);
      const bad = await executor.execute("bench-tool", invalidInput());
      if (bad.status !== "invalid") throw new Error("The executor accepts invalid input.");
      if (started !== 2 || completed !== 2) throw new Error("The executor does not notify its listeners.");
    },
  };
}
