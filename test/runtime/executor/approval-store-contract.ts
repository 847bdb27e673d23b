import type { ApprovalStore, PendingApproval } from "@toolkiln/runtime";
import { describe, expect, it } from "vitest";

/** A pending call, as an executor would store it. */
export function pendingApproval(
  id: string,
  given: Partial<PendingApproval> & { readonly scope?: PendingApproval["scope"] } = {},
): PendingApproval {
  return {
    id,
    toolId: "t",
    executionId: `execution-${id}`,
    input: { a: 1, nested: { list: [null, "x"], "": true } },
    summary: "Do it",
    risk: "high",
    warnings: [{ parameterName: "a", message: "Careful.", warningCode: "careful" }],
    expiresAt: Date.now() + 60_000,
    scope: {},
    digests: { call: "c", contract: "t", params: "p" },
    ...given,
  };
}

/** What every store of pending approvals does; `makeStore` returns an empty one. */
export function describeApprovalStore(name: string, makeStore: () => Promise<ApprovalStore>): void {
  const filled = async (...all: PendingApproval[]): Promise<ApprovalStore> => {
    const store = await makeStore();
    for (const pending of all) await store.put(pending);
    return store;
  };
  const idsOf = (all: readonly PendingApproval[]): string[] => all.map(({ id }) => id);

  describe(`${name} as an approval store`, () => {
    it("returns a stored call once", async () => {
      const pending = pendingApproval("one", { scope: { toolCallId: "call", metadata: { user: "ann" } } });
      const store = await filled(pending);
      expect(await store.list()).toEqual([pending]);
      expect(await store.take("one")).toEqual(pending);
      expect(await store.take("one")).toBeUndefined();
      expect(await store.list()).toEqual([]);
    });

    it("returns each call to exactly one of many takers", async () => {
      const store = await filled(pendingApproval("one"), pendingApproval("two"));
      const taken = await Promise.all(Array.from({ length: 20 }, async () => store.take("one")));
      expect(taken.filter((pending) => pending !== undefined)).toHaveLength(1);
      expect(idsOf(await store.list())).toEqual(["two"]);
    });

    it("finds nothing in an empty store, and no unknown id", async () => {
      const store = await makeStore();
      expect([await store.list(), await store.get({ toolCallId: "call" })]).toEqual([[], []]);
      expect(await store.take("one")).toBeUndefined();
    });

    it("finds calls that match all given ids without removing them", async () => {
      const now = Date.now();
      const store = await filled(
        pendingApproval("late", { scope: { toolCallId: "0" }, expiresAt: now + 90_000 }),
        pendingApproval("early", { scope: { toolCallId: "0" }, expiresAt: now + 60_000 }),
        pendingApproval("other", { scope: { toolCallId: "1" } }),
        pendingApproval("nameless"),
      );
      expect(idsOf(await store.get({ toolCallId: "0" }))).toEqual(["early", "late"]);
      expect(idsOf(await store.get({ executionId: "execution-other" }))).toEqual(["other"]);
      expect(idsOf(await store.get({ toolCallId: "0", executionId: "execution-late" }))).toEqual(["late"]);
      expect(await store.get({ toolCallId: "1", executionId: "execution-late" })).toEqual([]);
      expect(await store.get({ toolCallId: "2" })).toEqual([]);
      expect(await store.list()).toHaveLength(4);
    });

    it("does not return expired calls", async () => {
      const scope = { toolCallId: "0" };
      const store = await filled(
        pendingApproval("new", { scope }),
        pendingApproval("old", { scope, expiresAt: 1 }),
      );
      expect(idsOf(await store.list())).toEqual(["new"]);
      expect(idsOf(await store.get(scope))).toEqual(["new"]);
    });
  });
}
