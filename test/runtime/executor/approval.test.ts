import {
  defineTool,
  ToolExecutor,
  ToolRegistry,
  type AnyToolContract,
  type ApprovalDecision,
  type ApprovalRequest,
  type ToolExecutorOptions,
} from "@toolkiln/runtime";
import { createRegistry } from "@toolkiln/runtime/codegen/v1";
import { MemoryApprovalStore } from "@toolkiln/runtime/node";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { makeExecutor, makeTool, never, wait, type ToolOptions } from "./fixtures.js";

const ran: unknown[] = [];

function risky(options: ToolOptions = {}) {
  ran.length = 0;
  return makeTool(
    "risky",
    (params) => {
      ran.push(params);
      return "done";
    },
    { risk: "high", ...options },
  );
}

/** Answers every request the same way and remembers them. */
function approving(answer: unknown, options: ToolExecutorOptions = {}) {
  const requests: ApprovalRequest[] = [];
  const executor = makeExecutor([risky()], {
    ...options,
    approve: (request) => {
      requests.push(request);
      return answer as ApprovalDecision;
    },
  });
  return { executor, requests };
}

async function requestOf(executor: ToolExecutor, input: Record<string, unknown> = { a: 1 }): Promise<string> {
  const prepared = await executor.prepare("risky", input);
  if (prepared.status !== "approvalRequired") throw new Error(prepared.status);
  return prepared.token;
}

describe("the policy", () => {
  it.each([
    ["safe", "completed"],
    ["low", "completed"],
    ["medium", "denied"],
    ["high", "denied"],
    ["critical", "denied"],
  ] as const)("ends a call of %s risk as %s when no approver is set", async (risk, status) => {
    const execution = await makeExecutor([risky({ risk })]).execute("risky", {});
    expect(execution.status).toBe(status);
    expect(execution.approval).toBe(status === "denied" ? "denied" : "notRequired");
    expect(ran).toHaveLength(status === "denied" ? 0 : 1);
  });

  it("can raise or lower the risk that runs without approval", async () => {
    const lax = makeExecutor([risky({ risk: "high" })], { policy: { autoApproveUpTo: "high" } });
    expect((await lax.execute("risky", {})).status).toBe("completed");
    const strict = makeExecutor([risky({ risk: "low" })], { policy: { autoApproveUpTo: "safe" } });
    expect((await strict.execute("risky", {})).status).toBe("denied");
  });

  it("can allow and deny tools by id; deny overrides allow", async () => {
    const allowed = makeExecutor([risky()], { policy: { allow: ["risky"] } });
    expect((await allowed.execute("risky", {})).status).toBe("completed");
    const denied = makeExecutor([risky({ risk: "safe" })], {
      policy: { allow: ["risky"], deny: ["risky"] },
      approve: () => ({ decision: "approve" }),
    });
    expect((await denied.execute("risky", {})).status).toBe("denied");
    expect((await denied.prepare("risky", {})).status).toBe("refused");
  });

  it("applies to a tool under all of its names", async () => {
    const tool = risky({ risk: "safe", renamedFrom: ["old-risky"] });
    const byNew = makeExecutor([tool], { policy: { deny: ["risky"] } });
    expect(await byNew.execute("old-risky", {})).toMatchObject({ status: "denied", toolId: "risky" });
    const byOld = makeExecutor([tool], { policy: { deny: ["OLD-risky"] } });
    expect((await byOld.execute("risky", {})).status).toBe("denied");
    const open = makeExecutor([tool]);
    expect(await open.execute("old-risky", {})).toMatchObject({ status: "completed", toolId: "risky" });
  });

  it.each(["file-read", "FILE-READ", "read_it", "Read-It", "fileRead", "file_read", "old.name", "oldName"])(
    "allows, denies and disables a tool by the name %s",
    async (name) => {
      const names = { wireName: "read_it", renamedFrom: ["old-name"] };
      const tool = makeTool("file-read", () => 1, names);
      const risky = makeTool("file-read", () => 1, { ...names, risk: "critical" });
      const allowed = makeExecutor([risky], { policy: { allow: [name] } });
      expect((await allowed.execute("file-read", {})).status).toBe("completed");
      const other = makeTool("file", () => 1);
      const ways = {
        denied: { policy: { deny: [name] } },
        unavailable: { availability: { disabledToolIds: [name] } },
      };
      for (const [status, options] of Object.entries(ways)) {
        const executor = makeExecutor([tool, other], options);
        expect((await executor.execute("file-read", {})).status).toBe(status);
        expect((await executor.execute("file", {})).status).toBe("completed");
      }
    },
  );

  it("warns about denied names that no tool has", async () => {
    const warnings: string[] = [];
    const executor = makeExecutor([risky()], {
      policy: { deny: ["Risky", "risqy"] },
      availability: { disabledToolIds: new Set(["rizky"]) },
      logger: { debug() {}, info() {}, warn: (message) => void warnings.push(message), error() {} },
    });
    await executor.execute("risky", {});
    expect(warnings).toEqual([
      "Unknown tool 'risqy' in policy.deny or disabledToolIds. Is it a typo?",
      "Unknown tool 'rizky' in policy.deny or disabledToolIds. Is it a typo?",
    ]);
  });

  it("does not read tool metadata when there is no logger", async () => {
    const tool = risky();
    let reads = 0;
    const registry = createRegistry<Record<string, AnyToolContract>>({
      index: () => {
        reads += 1;
        return [tool.contract.spec];
      },
      catalog: async () => ({ catalog: { version: 1, tools: [] } }),
      implementations: { risky: tool },
    });
    const { status } = await new ToolExecutor(registry, { policy: { deny: ["risqy"] } }).execute("risky", {});
    expect(status).toBe("denied");
    expect(reads).toBe(0);
  });

  it("applies the effective risk, which rules can raise with a warning", async () => {
    const tool = risky({
      risk: "safe",
      rules: [
        { when: {}, risk: "critical", warn: { code: "big", parameter: "n", message: "n is big" } },
        { when: {}, risk: "low" },
      ],
      matchRules: (params) => [Number(Reflect.get(Object(params), "n")) > 10, true],
    });
    const requests: ApprovalRequest[] = [];
    const executor = makeExecutor([tool], {
      approve: (request) => {
        requests.push(request);
        return { decision: "approve" };
      },
    });
    expect((await executor.execute("risky", { n: 1 })).approval).toBe("notRequired");
    expect((await executor.execute("risky", { n: 11 })).approval).toBe("approved");
    expect(requests).toMatchObject([
      { risk: "critical", warnings: [{ parameterName: "n", message: "n is big", warningCode: "big" }] },
    ]);
  });
});

describe("an approver", () => {
  it("runs an approved call with exactly the parameters that the approver saw", async () => {
    const { executor, requests } = approving({ decision: "approve" });
    const { status, approval } = await executor.execute("risky", { a: { b: 1 } }, { sessionId: "s" });
    expect([status, approval]).toEqual(["completed", "approved"]);
    expect(ran).toEqual([{ a: { b: 1 } }]);
    expect(requests).toMatchObject([
      {
        toolId: "risky",
        toolName: "Tool risky",
        risk: "high",
        summary: "Execute Tool risky",
        sessionId: "s",
      },
    ]);
    expect(requests[0]?.params).toEqual({ a: { b: 1 } });
  });

  it("cannot change the parameters by mutating its request", async () => {
    const executor = makeExecutor([risky()], {
      approve: (request) => {
        Reflect.set(Reflect.get(Object(request.params), "a"), "b", 2);
        return { decision: "approve" };
      },
    });
    await executor.execute("risky", { a: { b: 1 } });
    expect(ran).toEqual([{ a: { b: 1 } }]);
  });

  it("returns the approver's reason for a denial", async () => {
    const { executor } = approving({ decision: "deny", reason: "Too late in the day." });
    const { status, approval, result } = await executor.execute("risky", {});
    expect([status, approval, result.error?.code]).toEqual(["denied", "denied", "Denied"]);
    expect(result.message).toBe("Too late in the day.");
    expect(result.error?.message).toBe("Operation was denied by user");
    expect(ran).toEqual([]);
  });

  it("is not mentioned in a denial when nobody decided", async () => {
    const unasked = [
      makeExecutor([risky({ risk: "high" })]),
      makeExecutor([risky()], { policy: { deny: ["risky"] } }),
      approving({ decision: "deny", reason: "Nobody is there.", unattended: true }).executor,
    ];
    for (const executor of unasked) {
      const { result } = await executor.execute("risky", {});
      expect(result.error).toMatchObject({ code: "Denied", message: "Operation was denied" });
    }
  });

  it.each<[string, unknown]>([
    ["true", true],
    ["the text approve", "approve"],
    ["the text false", "false"],
    ["no decision", undefined],
    ["null", null],
    ["an unknown decision", { decision: "yes" }],
    ["a boxed decision", { decision: ["approve"] }],
    ["an approval flag", { approved: true }],
    ["an edit without parameters", { decision: "edit" }],
    [
      "a getter that throws",
      {
        get decision() {
          throw new Error("x");
        },
      },
    ],
  ])("denies a call when it answers %s", async (_, answer) => {
    const { executor } = approving(answer);
    expect((await executor.execute("risky", {})).status).toBe("denied");
    expect(ran).toEqual([]);
  });

  it("denies a call when the approver throws, rejects or never answers", async () => {
    const approvers = [
      () => {
        throw new Error("x");
      },
      () => Promise.reject(new Error("x")),
      never,
    ];
    for (const approve of approvers) {
      const executor = makeExecutor([risky()], { approve, approvalTimeout: 20 });
      expect((await executor.execute("risky", {})).status).toBe("denied");
      expect(ran).toEqual([]);
    }
  });

  it("ignores an approver that answers too late", async () => {
    const approve = async (): Promise<ApprovalDecision> => {
      await wait(40);
      return { decision: "approve" };
    };
    const executor = makeExecutor([risky()], { approve, approvalTimeout: 10 });
    expect((await executor.execute("risky", {})).status).toBe("denied");
    await wait(50);
    expect(ran).toEqual([]);
  });

  it("validates and uses the parameters that the approver edited", async () => {
    const { executor } = approving({ decision: "edit", params: { a: 2 } });
    const { status, approval } = await executor.execute("risky", { a: 1 });
    expect([status, approval]).toEqual(["completed", "edited"]);
    expect(ran).toEqual([{ a: 2 }]);
    const wrong = approving({ decision: "edit", params: "no" });
    expect((await wrong.executor.execute("risky", { a: 1 })).status).toBe("invalid");
    expect(ran).toEqual([]);
  });

  it("is named in the errors of an edit that is invalid, so that the model is not blamed", async () => {
    const input = z.object({ amount: z.number().max(100) });
    const pay = defineTool({ id: "pay", risk: "high", input, run: () => 1 });
    const decision = { decision: "edit", params: { amount: 9999 } } as const;
    const executor = new ToolExecutor(ToolRegistry.of(pay), { approve: () => decision });
    const asked = await executor.execute("pay", { amount: 20 });
    const prepared = await executor.prepare("pay", { amount: 20 });
    if (prepared.status !== "approvalRequired") throw new Error(prepared.status);
    for (const execution of [asked, await executor.resume(prepared.token, decision)]) {
      expect(execution).toMatchObject({ status: "invalid", approval: "edited" });
      expect(execution.result.toLlmContext()).toContain("/amount: The approver's edit is invalid: ");
    }
    const sent = await executor.execute("pay", { amount: 9999 });
    expect(sent).toMatchObject({ status: "invalid", approval: "notRequired" });
    expect(sent.result.toLlmContext()).not.toContain("approver");
  });

  it("is not named when the tool becomes unavailable during an edit", async () => {
    let isAvailable = true;
    const body = { run: () => 1, isAvailable: () => isAvailable };
    const executor = makeExecutor([makeTool("t", body, { risk: "high" })], {
      approve: () => {
        isAvailable = false;
        return { decision: "edit", params: {} };
      },
    });
    const { status, result } = await executor.execute("t", {});
    expect([status, result.error?.message]).toEqual(["unavailable", "Tool t is not available."]);
  });

  it("is asked again when an edit raises the risk", async () => {
    const tool = risky({
      risk: "medium",
      rules: [{ when: {}, risk: "critical" }],
      matchRules: (params) => [Reflect.has(Object(params), "force")],
    });
    const seen: string[] = [];
    const executor = makeExecutor([tool], {
      approve: ({ risk }) => {
        seen.push(risk);
        return seen.length === 1 ? { decision: "edit", params: { force: true } } : { decision: "approve" };
      },
    });
    expect(await executor.execute("risky", {})).toMatchObject({ status: "completed", approval: "edited" });
    expect(seen).toEqual(["medium", "critical"]);
    expect(ran).toEqual([{ force: true }]);
  });

  it("sees masks for sensitive values, and an unchanged mask keeps the value", async () => {
    const tool = risky({ sensitive: ["/key", "/headers/*"], executionSummary: "Use {key} on {host}" });
    const requests: ApprovalRequest[] = [];
    const executor = makeExecutor([tool], {
      approve: (request) => {
        requests.push(request);
        return { decision: "edit", params: { ...Object(request.params), host: "b" } };
      },
    });
    await executor.execute("risky", { key: "hunter2", host: "a", headers: { auth: "secret" } });
    expect(JSON.stringify(requests)).not.toMatch(/hunter2|secret/);
    expect(requests[0]).toMatchObject({ summary: "Use •••• on a", params: { key: "••••", host: "a" } });
    expect(ran).toEqual([{ key: "hunter2", host: "b", headers: { auth: "secret" } }]);
  });

  it("sees paths relative to the workspace, also in lists and objects", async () => {
    const pointers = ["/file", "/list/*", "/from/path", "/root"];
    const tool = risky({
      paths: pointers.map((pointer) => ({ pointer, within: "workspace" })),
      executionSummary: "{file} {list} {from} {root}",
    });
    const summaries: string[] = [];
    const executor = makeExecutor([tool], {
      paths: { resolve: async (path) => ({ ok: true, path }) },
      approve: ({ summary }) => {
        summaries.push(summary);
        return { decision: "approve" };
      },
    });
    const params = { file: "/w/a", list: ["/w/b", "/wide/c"], from: { path: "/w/d/e" }, root: "/w" };
    await executor.execute("risky", params, { workspacePath: "/w/" });
    expect(summaries).toEqual(['a ["b","/wide/c"] {"path":"d/e"} .']);
    expect(ran).toEqual([params]);
  });

  it("is not asked when the store fails: the call is denied", async () => {
    const store = new MemoryApprovalStore();
    store.put = () => {
      throw new Error("disk full");
    };
    const { executor, requests } = approving({ decision: "approve" }, { approvals: { store } });
    const { status, result } = await executor.execute("risky", {});
    expect(status).toBe("denied");
    expect(result.message).toContain("disk full");
    expect(requests).toEqual([]);
  });

  it("leaves no pending approval", async () => {
    const store = new MemoryApprovalStore();
    for (const answer of [{ decision: "approve" }, { decision: "deny" }, "nonsense"]) {
      await approving(answer, { approvals: { store } }).executor.execute("risky", {});
    }
    expect(store.size).toBe(0);
  });

  it("runs a call once when the approver resumes its token itself", async () => {
    let executor: ToolExecutor | undefined;
    let inner: string | undefined;
    executor = makeExecutor([risky()], {
      approve: async ({ token }) => {
        inner = (await executor?.resume(token, { decision: "approve" }))?.status;
        return { decision: "approve" };
      },
    });
    expect((await executor.execute("risky", {})).status).toBe("denied");
    expect(inner).toBe("completed");
    expect(ran).toHaveLength(1);
  });
});

describe("preparing and resuming", () => {
  it("returns a ready call and runs it as prepared", async () => {
    const executor = makeExecutor([risky({ risk: "low" })]);
    const input = { a: [1] };
    const prepared = await executor.prepare("risky", input);
    if (prepared.status !== "ready") throw new Error(prepared.status);
    input.a.push(2);
    expect((await prepared.run()).status).toBe("completed");
    expect(ran).toEqual([{ a: [1] }]);
  });

  it("returns the reason why a call is rejected", async () => {
    const executor = makeExecutor([risky()]);
    const invalid = await executor.prepare("risky", "no");
    expect(invalid).toMatchObject({ status: "refused", execution: { status: "invalid" } });
    const unknown = await executor.prepare("nope", {});
    expect(unknown).toMatchObject({ status: "refused", execution: { status: "notFound" } });
  });

  it.each<[string, z.ZodType<unknown, string>]>([
    ["a string", z.string()],
    ["a number", z.string().transform(Number)],
    ["a BigInt", z.string().transform(BigInt)],
    ["a Map", z.string().transform((text) => new Map([[text, 1]]))],
  ])("passes %s from a transforming schema to a tool that is approved later", async (_, count) => {
    const given: unknown[] = [];
    const tool = defineTool({
      id: "count",
      risk: "medium",
      input: z.object({ count }),
      run: (params) => ({ length: given.push(params.count) }),
    });
    const executor = new ToolExecutor(ToolRegistry.of(tool));
    const prepared = await executor.prepare("count", { count: "21" });
    if (prepared.status !== "approvalRequired") throw new Error(prepared.status);
    const { status } = await executor.resume(prepared.token, { decision: "approve" });
    expect(status).toBe("completed");
    expect(given).toEqual([count.parse("21")]);
  });

  it("runs a ready call more than once, also with locks", async () => {
    const tool = risky({ risk: "low", concurrency: [{ key: "file:{path}", mode: "exclusive" }] });
    const executor = makeExecutor([tool]);
    for (const path of ["a", "b", "c"]) {
      const prepared = await executor.prepare("risky", { path });
      if (prepared.status !== "ready") throw new Error(prepared.status);
      const [first, second] = await Promise.all([prepared.run(), prepared.run()]);
      expect([first.status, second.status]).toEqual(["completed", "completed"]);
      expect(first.executionId).not.toBe(second.executionId);
    }
    expect(ran).toEqual(["a", "a", "b", "b", "c", "c"].map((path) => ({ path })));
    const invalid = await executor.prepare("risky", "no");
    expect(invalid).toMatchObject({ status: "refused", execution: { status: "invalid" } });
  });

  it("emits nothing until the call is resumed", async () => {
    const executor = makeExecutor([risky()]);
    const heard: string[] = [];
    executor.on("started", () => heard.push("started"));
    executor.on("completed", () => heard.push("completed"));
    const token = await requestOf(executor);
    expect(heard).toEqual([]);
    await executor.resume(token, { decision: "approve" });
    expect(heard).toEqual(["started", "completed"]);
  });

  it("runs an approved call once, with the scope it was prepared with", async () => {
    const contexts: unknown[] = [];
    const tool = makeTool(
      "risky",
      (_, { sessionId, workspacePath, isApproved, executionId }) => {
        contexts.push({ sessionId, workspacePath, isApproved, executionId });
        return 1;
      },
      { risk: "high" },
    );
    const executor = makeExecutor([tool]);
    const prepared = await executor.prepare(
      "risky",
      {},
      { sessionId: "s", workspacePath: "/w", executionId: "e" },
    );
    if (prepared.status !== "approvalRequired") throw new Error(prepared.status);
    const { token } = prepared;
    expect(await executor.resume(token, { decision: "approve" })).toMatchObject({
      status: "completed",
      approval: "approved",
      executionId: "e",
      toolId: "risky",
    });
    expect(contexts).toEqual([{ sessionId: "s", workspacePath: "/w", isApproved: true, executionId: "e" }]);
    const replayed = await executor.resume(token, { decision: "approve" });
    expect(replayed).toMatchObject({ status: "denied", approval: "denied", toolId: "risky" });
    expect(replayed.result.message).toBe("The approval token was already used or is from another store.");
    expect(contexts).toHaveLength(1);
  });

  it("runs once when many resume at the same time", async () => {
    const executor = makeExecutor([risky()]);
    const token = await requestOf(executor);
    const executions = await Promise.all(
      Array.from({ length: 20 }, () => executor.resume(token, { decision: "approve" })),
    );
    expect(executions.filter(({ status }) => status === "completed")).toHaveLength(1);
    expect(ran).toHaveLength(1);
  });

  it.each<[string, unknown]>([
    ["a denial", { decision: "deny", reason: "no" }],
    ["an invalid decision", true],
    ["no decision", undefined],
  ])("uses up the token with %s", async (_, decision) => {
    const executor = makeExecutor([risky()]);
    const token = await requestOf(executor);
    expect((await executor.resume(token, decision as ApprovalDecision)).status).toBe("denied");
    expect((await executor.resume(token, { decision: "approve" })).status).toBe("denied");
    expect(ran).toEqual([]);
  });

  it("validates edited parameters and applies the policy to them", async () => {
    const tool = risky({
      rules: [{ when: {}, risk: "critical" }],
      matchRules: (params) => [Reflect.has(Object(params), "force")],
    });
    const executor = makeExecutor([tool]);
    const edit = async (params: unknown) =>
      (await executor.resume(await requestOf(executor), { decision: "edit", params })).status;
    expect(await edit({ a: 2 })).toBe("completed");
    expect(ran).toEqual([{ a: 2 }]);
    expect(await edit("no")).toBe("invalid");
    expect(await edit({ force: true })).toBe("denied");
    expect(ran).toHaveLength(1);
  });

  it("rejects an expired token", async () => {
    const executor = makeExecutor([risky()], { approvalTimeout: 10 });
    const token = await requestOf(executor);
    await wait(20);
    const { status, result } = await executor.resume(token, { decision: "approve" });
    expect([status, result.message]).toEqual(["denied", "The approval token has expired."]);
  });

  it("rejects a token signed with another key, even from the same store", async () => {
    const store = new MemoryApprovalStore();
    const one = makeExecutor([risky()], { approvals: { key: "a".repeat(32), store } });
    const two = makeExecutor([risky()], { approvals: { key: "b".repeat(32), store } });
    const token = await requestOf(one);
    const { status, result } = await two.resume(token, { decision: "approve" });
    expect([status, result.message]).toEqual(["denied", "The approval token is invalid."]);
    expect(store.size).toBe(1);
    expect((await one.resume(token, { decision: "approve" })).status).toBe("completed");
  });

  it("rejects a token with any change", async () => {
    const executor = makeExecutor([risky()]);
    const token = await requestOf(executor);
    const places = Array.from(token, (_, index) => index).filter((index) => index % 3 === 0);
    for (const index of places) {
      const other = token[index] === "A" ? "B" : "A";
      const changed = token.slice(0, index) + other + token.slice(index + 1);
      expect((await executor.resume(changed, { decision: "approve" })).status).toBe("denied");
    }
    for (const nonsense of [
      "",
      ".",
      "tk1..",
      `${token}.`,
      `${token}=`,
      token.slice(0, -1),
      "x".repeat(9999),
    ]) {
      expect((await executor.resume(nonsense, { decision: "approve" })).status).toBe("denied");
    }
    expect(ran).toEqual([]);
    expect((await executor.resume(token, { decision: "approve" })).status).toBe("completed");
  });

  it("rejects a token when the stored call was changed", async () => {
    const store = new MemoryApprovalStore();
    const executor = makeExecutor([risky()], { approvals: { store } });
    const changes = [
      { input: { a: 2 } },
      { scope: { workspacePath: "/elsewhere" } },
      { executionId: "other" },
      { risk: "critical" as const },
      { toolId: "other" },
    ];
    for (const change of changes) {
      const token = await requestOf(executor);
      const take = store.take.bind(store);
      store.take = (id) => {
        const pending = take(id);
        return pending && { ...pending, ...change };
      };
      expect((await executor.resume(token, { decision: "approve" })).status).toBe("denied");
      store.take = take;
    }
    expect(ran).toEqual([]);
  });

  it("rejects a token when the tool has changed", async () => {
    const store = new MemoryApprovalStore();
    const approvals = { key: "k".repeat(32), store };
    const before = makeExecutor([risky()], { approvals });
    const after = makeExecutor([risky({ description: "Does something else." })], { approvals });
    const { status, result } = await after.resume(await requestOf(before), { decision: "approve" });
    expect(status).toBe("denied");
    expect(result.message).toBe("The tool has changed since the approval was requested.");
    const gone = new ToolExecutor(new ToolRegistry(), { approvals });
    expect((await gone.resume(await requestOf(before), { decision: "approve" })).status).toBe("notFound");
  });

  it("rejects a token when a path resolves to another target", async () => {
    let target = "/w/real";
    const tool = risky({ paths: [{ pointer: "/path", within: "workspace" }] });
    const executor = makeExecutor([tool], {
      paths: { resolve: async () => ({ ok: true, path: target }) },
    });
    const token = await requestOf(executor, { path: "link" });
    target = "/etc/shadow";
    expect((await executor.resume(token, { decision: "approve" })).status).toBe("denied");
    target = "/w/real";
    const again = await requestOf(executor, { path: "link" });
    expect((await executor.resume(again, { decision: "approve" })).status).toBe("completed");
    expect(ran).toEqual([{ path: "/w/real" }]);
  });

  it("rejects a call that the policy denies when it is resumed", async () => {
    const store = new MemoryApprovalStore();
    const approvals = { key: "k".repeat(32), store };
    const token = await requestOf(makeExecutor([risky()], { approvals }));
    const stricter = makeExecutor([risky()], { approvals, policy: { deny: ["risky"] } });
    expect((await stricter.resume(token, { decision: "approve" })).status).toBe("denied");
  });

  it("keeps sensitive and injected values out of the token", async () => {
    const store = new MemoryApprovalStore();
    const tool = risky({ sensitive: ["/key"] });
    const executor = makeExecutor([tool], { approvals: { store } });
    const token = await requestOf(executor, { key: "hunter2" });
    const readable = token
      .split(".")
      .map((part) => Buffer.from(part, "base64url").toString("utf8"))
      .join("\n");
    expect(readable).toContain("risky");
    expect(readable).not.toContain("hunter2");
    expect((await executor.resume(token, { decision: "approve" })).status).toBe("completed");
    expect(ran).toEqual([{ key: "hunter2" }]);
  });

  it("injects values again on resume", async () => {
    const tool = risky({ inject: [{ parameter: "user", key: "userId" }] });
    const store = new MemoryApprovalStore();
    const executor = makeExecutor([tool], { approvals: { store } });
    const prepared = await executor.prepare("risky", { a: 1 }, { inject: { userId: "u1" } });
    if (prepared.status !== "approvalRequired") throw new Error(prepared.status);
    expect(prepared.request.params).toEqual({ a: 1 });
    const inject = { userId: "u2" };
    expect((await executor.resume(prepared.token, { decision: "approve" }, { inject })).status).toBe(
      "completed",
    );
    expect(ran).toEqual([{ a: 1, user: "u2" }]);
  });

  it("keeps the token when the application does not supply an injected value, unless the call is denied", async () => {
    const inject = [
      { parameter: "user", key: "userId" },
      { parameter: "locale", key: "locale", optional: true },
    ];
    const store = new MemoryApprovalStore();
    const executor = makeExecutor([risky({ inject })], { approvals: { store } });
    const tokenOf = async () => {
      const prepared = await executor.prepare("risky", { a: 1 }, { inject: { userId: "u1" } });
      if (prepared.status !== "approvalRequired") throw new Error(prepared.status);
      return prepared.token;
    };
    for (const decision of [{ decision: "approve" }, { decision: "edit", params: { a: 1 } }] as const) {
      const token = await tokenOf();
      const forgotten = await executor.resume(token, decision);
      expect(forgotten).toMatchObject({ toolId: "risky", status: "denied" });
      expect(forgotten.result.message).toBe("The application did not supply 'userId'.");
      expect(store.size).toBe(1);
      const { status } = await executor.resume(token, decision, { inject: { userId: "u1" } });
      expect(status).toBe("completed");
    }
    expect((await executor.resume(await tokenOf(), { decision: "deny" })).status).toBe("denied");
    expect(store.size).toBe(0);
    expect(ran).toEqual([
      { a: 1, user: "u1" },
      { a: 1, user: "u1" },
    ]);
  });

  it("keeps the token when the tool cannot be loaded", async () => {
    const tool = risky();
    const approvals = { key: "k".repeat(32), store: new MemoryApprovalStore() };
    const token = await requestOf(makeExecutor([tool], { approvals }));
    const broken = createRegistry<Record<string, AnyToolContract>>({
      index: () => [tool.contract.spec],
      catalog: async () => ({ catalog: { version: 1, tools: [] } }),
      implementations: { risky: () => Promise.reject(new Error("no module")) },
    });
    const { status, result } = await new ToolExecutor(broken, { approvals }).resume(token, {
      decision: "approve",
    });
    expect([status, result.message]).toEqual(["denied", "The approval could not be looked up: no module"]);
    const { status: second } = await makeExecutor([tool], { approvals }).resume(token, {
      decision: "approve",
    });
    expect(second).toBe("completed");
  });

  it("injects the values of the resuming request; a session keeps tenants apart", async () => {
    const tool = risky({ inject: [{ parameter: "tenant", key: "tenantId" }] });
    const executor = makeExecutor([tool]);
    const acme = executor.with({ sessionId: "acme", inject: { tenantId: "acme" } });
    const other = executor.with({ sessionId: "other", inject: { tenantId: "other" } });
    const prepared = await acme.prepare("risky", {});
    if (prepared.status !== "approvalRequired") throw new Error(prepared.status);
    expect((await other.resume(prepared.token, { decision: "approve" })).status).toBe("denied");
    expect((await acme.resume(prepared.token, { decision: "approve" })).status).toBe("completed");
    expect(ran).toEqual([{ tenant: "acme" }]);
  });
});

it("mayNeedApproval returns false for a safe tool without hooks", async () => {
  const plain = defineTool({
    id: "plain",
    description: "Add.",
    input: z.object({}),
    risk: "safe",
    run: () => 1,
  });
  const drop = defineTool({
    id: "drop",
    description: "Drop.",
    input: z.object({}),
    risk: "high",
    run: () => 1,
  });
  await using executor = new ToolExecutor(ToolRegistry.of(plain, drop));
  expect([executor.mayNeedApproval("plain"), executor.mayNeedApproval("drop")]).toEqual([false, true]);
  expect(executor.mayNeedApproval("unknown")).toBe(true);
});
