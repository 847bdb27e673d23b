import { FileApprovalStore } from "@toolkiln/runtime/node";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeExecutor, makeTool } from "./fixtures.js";

let directory = "";
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "toolkiln-metadata-"));
});
afterEach(() => rm(directory, { recursive: true }));

class User {
  name = "ann";
}

const cyclic: Record<string, unknown> = { a: 1 };
cyclic["self"] = { again: cyclic };

const risky = () => makeTool("t", (_, { metadata }) => metadata?.["at"], { risk: "high" });

const unkeepable: [unknown, string][] = [
  [new Map(), "an instance of Map"],
  [new Set([1]), "an instance of Set"],
  [new Date(0), "an instance of Date"],
  [new User(), "an instance of User"],
  [Object.create(new User()), "an instance of User"],
  [Buffer.from("x"), "an instance of Buffer"],
  [Number.NaN, "NaN"],
  [Number.NEGATIVE_INFINITY, "-Infinity"],
  [10n, "a bigint"],
  [() => 1, "a function"],
  [Symbol("s"), "a symbol"],
  [[undefined], "undefined"],
  [cyclic, "an object that contains itself"],
];

describe("the input and metadata of a call that needs approval", () => {
  it.each(unkeepable)(
    "are rejected, with the location, when they contain %o, which a store cannot keep",
    async (value, what) => {
      const executor = makeExecutor([risky()], { approvals: { store: new FileApprovalStore(directory) } });
      const prepared = await executor.prepare("t", {}, { metadata: { ok: [1], at: { "x/y": value } } });
      if (prepared.status !== "refused") throw new Error(prepared.status);
      const { status, result } = prepared.execution;
      expect(status).toBe("failed");
      expect(result.error?.message).toMatch(new RegExp(`metadata/at/x~1y.* is ${what}\\.`));
      expect(await readdir(directory)).toEqual([]);
    },
  );

  it("are rejected when JSON would change them", async () => {
    const prepared = await makeExecutor([risky()]).prepare("t", { a: [1, Number.POSITIVE_INFINITY] });
    if (prepared.status !== "refused") throw new Error(prepared.status);
    expect(prepared.execution.status).toBe("failed");
    expect(prepared.execution.result.error?.message).toContain("input/a/1 is Infinity");
  });

  it.each([
    [null],
    [true],
    [-1.5],
    ["\u2028\ud800"],
    [[[], {}]],
    [Object.assign(Object.create(null) as object, { a: 1 })],
    [{ shared: [cyclic["a"], cyclic["a"]] }],
    [{ __proto__: null, constructor: "x" }],
  ])("come back unchanged when they contain %o", async (at) => {
    const executor = makeExecutor([risky()], { approvals: { store: new FileApprovalStore(directory) } });
    const prepared = await executor.prepare("t", {}, { metadata: { at, absent: undefined } });
    if (prepared.status !== "approvalRequired") throw new Error(prepared.status);
    const { status, result } = await executor.resume(prepared.token, { decision: "approve" });
    expect(status).toBe("completed");
    expect(result.data).toEqual(at);
  });

  it("may contain any value when the call needs no approval", async () => {
    const tool = makeTool("t", (_, { metadata }) => String(metadata?.["at"]));
    const prepared = await makeExecutor([tool]).prepare("t", {}, { metadata: { at: 10n } });
    expect(prepared.status).toBe("ready");
  });
});
