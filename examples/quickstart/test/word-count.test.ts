import assert from "node:assert/strict";
import { test } from "node:test";
import { ToolExecutor } from "@toolkiln/runtime";
import { registry } from "../generated/registry.js";

const executor = new ToolExecutor(registry);

test("counts every word, or each word once", async () => {
  const text = "to be or not to be";
  const all = await executor.execute("word-count", { text });
  const unique = await executor.execute("word-count", { text, unique: true });
  assert.deepEqual(all.result.data, { words: 6 });
  assert.deepEqual(unique.result.data, { words: 4 });
});

test("rejects parameters that the manifest does not allow", async () => {
  // A model sends JSON of any shape: `dispatch` takes it and validates it like `execute` does.
  const { status, result } = await executor.dispatch("word-count", { txt: "to be" });
  assert.equal(status, "invalid");
  assert.equal(result.error?.code, "ValidationFailed");
});
