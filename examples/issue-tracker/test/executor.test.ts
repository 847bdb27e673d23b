import { approveByRule, fakeServices, llmSnapshot, TestContext } from "@toolkiln/runtime/testing";
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { createExecutor } from "../executor.js";
import { tool as closeTool } from "../tools/issue-close.js";
import { createTestServices, disposeServices, type Services } from "../tools/services.js";

describe("issue-close with fake services", () => {
  it("closes issues and reports its progress", async () => {
    const services = fakeServices<Services>({ database: { closeIssues: (ids) => [...ids] } });
    const context = new TestContext({ services });
    assert.deepEqual(await closeTool.run({ ids: [7, 9] }, context), { closed: [7, 9] });
    assert.deepEqual(
      context.progress.map(({ progressText }) => progressText),
      ["50%", "100%"],
    );
  });
});

describe("the executor", () => {
  const folder = mkdtempSync(join(tmpdir(), "tracker-"));
  const services = createTestServices({ workspacePath: folder });
  const approve = approveByRule({ "issue-close": "approve" });
  let executor: Awaited<ReturnType<typeof createExecutor>>;

  before(async () => {
    executor = await createExecutor(services, folder, approve);
  });
  after(async () => {
    await executor.dispose();
    disposeServices(services);
    rmSync(folder, { recursive: true });
  });

  it("needs approval to close five issues, but not to close one", async () => {
    await executor.execute("issue-create", { title: "One" });
    await executor.execute("issue-close", { ids: [1] });
    assert.equal(approve.requests.length, 0);
    await executor.execute("issue-close", { ids: [1, 2, 3, 4, 5] });
    assert.deepEqual(
      approve.requests.map(({ summary, risk }) => [summary, risk]),
      [["Close the issues [1,2,3,4,5]", "medium"]],
    );
  });

  it("denies a call that is not approved", async () => {
    const { status } = await executor.execute("issue-notify", { id: 1 });
    assert.equal(status, "denied");
  });

  it("reports the invalid parameter to the model", async () => {
    const { result } = await executor.dispatch("issue-search", { limit: 0 });
    assert.equal(
      llmSnapshot(result),
      `Result: Failed
Error: 1 parameter is invalid.
  /limit: expected an integer from 1 to 100, got 0.
Error Code: ValidationFailed`,
    );
  });
});
