// The executor with everything on: validation, policy, a shared lock, limit, deadline, both events, result check, and
// the ids that adapters pass with each call.
import { ToolExecutor, ToolRegistry } from "@toolkiln/runtime";
import { defineContract } from "@toolkiln/runtime/codegen/v1";
import { invalidInput, loadGenerated, run, validInput } from "./tool.js";

const idsOfCall = () => ({
  provider: "openai",
  model: "a-model",
  toolCallId: "call-1",
  sessionId: "session-1",
});

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
    call: () => executor.execute("bench-tool", validInput(), idsOfCall()),
    async prove() {
      const good = await executor.execute("bench-tool", validInput(), idsOfCall());
      if (good.status !== "completed" || good.result.data.path !== "README.md") throw new Error(good.status);
      if (good.envelope.toolCallId !== "call-1") throw new Error("The envelope does not name the call.");
      const bad = await executor.execute("bench-tool", invalidInput());
      if (bad.status !== "invalid") throw new Error("The executor accepts invalid input.");
      if (started !== 2 || completed !== 2) throw new Error("The executor does not notify its listeners.");
    },
  };
}
