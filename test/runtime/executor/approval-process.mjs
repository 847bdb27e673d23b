// A process for the tests of approvals across processes: prepares a call or resumes a token, and prints the outcome.
import { appendFile } from "node:fs/promises";
import { ToolExecutor, ToolRegistry } from "@toolkiln/runtime";
import { defineContract } from "@toolkiln/runtime/codegen/v1";
import { FileApprovalStore } from "@toolkiln/runtime/node";

const [command, directory, key, token] = process.argv.slice(2);
const contract = defineContract({
  id: "append",
  wireName: "append",
  name: "Append",
  description: "Appends a line.",
  category: "custom",
  risk: "high",
  kind: "structured",
  inputSchema: { type: "object" },
  result: {},
  sensitive: ["/secret"],
  validators: async () => ({ params: () => true }),
});
const registry = new ToolRegistry();
registry.registerTool(
  contract.implement(async ({ line, secret }) => {
    await appendFile(`${directory}/ran.txt`, `${line} ${secret}\n`);
    return { process: process.pid };
  }),
);
const executor = new ToolExecutor(registry, {
  approvals: { key, store: new FileApprovalStore(`${directory}/approvals`) },
  approvalTimeout: Number(process.env["APPROVAL_TIMEOUT"] ?? 60_000),
});
if (command === "prepare") {
  const prepared = await executor.prepare("append", { line: "hello", secret: "hunter2" });
  process.stdout.write(JSON.stringify({ status: prepared.status, token: prepared.token }));
} else {
  const { status, result } = await executor.resume(token, { decision: "approve" });
  process.stdout.write(JSON.stringify({ status, message: result.message }));
}
await executor.dispose();
