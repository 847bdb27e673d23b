import { ToolExecutor } from "@toolkiln/runtime";
import { FileApprovalStore, WorkspacePathPolicy } from "@toolkiln/runtime/node";
import { registry } from "@toolkiln/tools/registry";
import { randomBytes } from "node:crypto";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = await mkdtemp(join(tmpdir(), "approvals-"));
await writeFile(join(folder, "draft.txt"), "draft");

const options = {
  paths: new WorkspacePathPolicy(),
  approvals: {
    key: randomBytes(32).toString("hex"), // the same in every process of the application
    store: new FileApprovalStore(join(folder, ".approvals")),
  },
};
const input = { path: "draft.txt", permanent: true };
const call = { workspacePath: folder, sessionId: "session-1" };
const prepared = await new ToolExecutor(registry, options).prepare("file-delete", input, call);
console.log(prepared.status); // → approvalRequired

if (prepared.status === "ready") await prepared.run(); // needs no approval
if (prepared.status === "refused") console.log(prepared.execution.status); // invalid, denied, notFound or unavailable
if (prepared.status === "approvalRequired") {
  console.log(prepared.request.summary); // → …'draft.txt'…
  // Later, in any process with the same key and store:
  const resuming = new ToolExecutor(registry, options);
  const { status } = await resuming.resume(prepared.token, { decision: "approve" });
  console.log(status); // → completed
}
