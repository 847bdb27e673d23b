import assert from "node:assert/strict";
import { access, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { ToolExecutor } from "@toolkiln/runtime";
import { WorkspacePathPolicy } from "@toolkiln/runtime/node";
import { registry } from "../generated/registry.js";

const paths = new WorkspacePathPolicy();
let workspacePath: string;
before(async () => {
  workspacePath = await mkdtemp(join(tmpdir(), "notes-"));
  await writeFile(join(workspacePath, "old.txt"), "Buy milk.");
});
after(() => rm(workspacePath, { recursive: true }));

test("denies a deletion when no approver is configured", async () => {
  const executor = new ToolExecutor(registry, { paths });
  const { status } = await executor.execute("note-delete", { file: "old.txt" }, { workspacePath });
  assert.equal(status, "denied");
  await access(join(workspacePath, "old.txt"));
});

test("needs approval to overwrite a note, but not to write a new one", async () => {
  const requests: string[] = [];
  const executor = new ToolExecutor(registry, {
    paths,
    approve: async ({ summary, risk }) => {
      requests.push(`${summary} (${risk})`);
      return { decision: "approve" };
    },
  });
  await executor.execute("note-write", { file: "new.txt", text: "Buy bread." }, { workspacePath });
  assert.deepEqual(requests, []);
  const input = { file: "old.txt", text: "Buy jam.", overwrite: true };
  const { status } = await executor.execute("note-write", input, { workspacePath });
  assert.equal(status, "completed");
  assert.deepEqual(requests, ["Write the note 'old.txt' (medium)"]);
});
