import { ToolExecutor } from "@toolkiln/runtime";
import { WorkspacePathPolicy } from "@toolkiln/runtime/node";
import { registry } from "@toolkiln/tools/registry";

const executor = new ToolExecutor(registry, {
  paths: new WorkspacePathPolicy(),
  policy: { autoApproveUpTo: "low", allow: ["file-edit"], deny: ["terminal-execute"] },
  // A real approver asks a person, and stops when `signal` aborts.
  approve: async ({ summary, risk }) => {
    console.log(`${summary} (${risk} risk)`); // → Move 'README.md' to the trash (high risk)
    return { decision: "deny", reason: "Not today." };
  },
});
const call = { workspacePath: process.cwd() };
const { status, result } = await executor.execute("file-delete", { path: "README.md" }, call);
console.log(status); // → denied
console.log(result.toLlmContext()); // → …Reason: Not today.
