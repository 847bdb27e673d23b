import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FileApprovalStore } from "@toolkiln/runtime/node";
import { MemoryApprovalStore } from "@toolkiln/runtime/node";
import { afterAll, beforeAll } from "vitest";
import { describeApprovalStore } from "./approval-store-contract.js";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "toolkiln-stores-"));
});
afterAll(() => rm(folder, { recursive: true }));

describeApprovalStore("MemoryApprovalStore", async () => new MemoryApprovalStore());
describeApprovalStore(
  "FileApprovalStore",
  async () => new FileApprovalStore(join(folder, crypto.randomUUID(), "approvals")),
);
