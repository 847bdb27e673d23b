import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ToolExecutor } from "@toolkiln/runtime";
import { WorkspacePathPolicy } from "@toolkiln/runtime/node";
import { registry } from "./generated/registry.js";

const executor = new ToolExecutor(registry, {
  paths: new WorkspacePathPolicy(),
  // A real application shows the summary to a person and waits for the decision.
  approve: async ({ summary, risk }) => {
    const approved = summary.includes("draft");
    console.log(`  ${summary}? ${risk} risk: ${approved ? "approved" : "denied"}`);
    return approved ? { decision: "approve" } : { decision: "deny", reason: "Only drafts may be deleted." };
  },
});

const workspacePath = await mkdtemp(join(tmpdir(), "notes-"));
for (const file of ["draft.txt", "diary.txt"]) {
  const written = await executor.execute("note-write", { file, text: "Buy milk." }, { workspacePath });
  console.log(`write ${file}: ${written.status}`);
  const deleted = await executor.execute("note-delete", { file }, { workspacePath });
  console.log(`delete ${file}: ${deleted.status}`);
}
await rm(workspacePath, { recursive: true });
