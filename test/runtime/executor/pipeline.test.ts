import { getEventListeners } from "node:events";
import { ToolExecutor, ToolResult, ToolValidationResult } from "@toolkiln/runtime";
import { createRegistry } from "@toolkiln/runtime/codegen/v1";
import { describe, expect, it } from "vitest";
import { completions, makeExecutor, makeTool } from "./fixtures.js";

/** An executor whose approver records requests and approves them. */
function approvingExecutor(tool: ReturnType<typeof makeTool>) {
  const asked: string[] = [];
  const executor = makeExecutor([tool], {
    approve: ({ summary }) => {
      asked.push(summary);
      return { decision: "approve" };
    },
  });
  return { executor, asked };
}

describe("a call", () => {
  it("returns data, an execution id, times and an envelope", async () => {
    const executor = makeExecutor([makeTool("echo", (params) => params)]);
    const execution = await executor.execute("echo", { a: 1 }, { provider: "p", toolCallId: "c" });
    expect(execution).toMatchObject({ toolId: "echo", status: "completed", approval: "notRequired" });
    expect(execution.result).toMatchObject({ success: true, data: { a: 1 }, kind: "structured" });
    expect(execution.executionId).toMatch(/^\w+-\w+$/);
    expect(execution.completedAt.getTime()).toBeGreaterThanOrEqual(execution.startedAt.getTime());
    expect(execution.durationMs).toBeGreaterThanOrEqual(0);
    expect(execution.envelope).toMatchObject({ tool: "echo", provider: "p", toolCallId: "c" });
    expect(execution).toMatchObject({ timedOut: false, wasCancelled: false, wasApproved: true });
  });

  it("gives every call a unique id, or the caller's", async () => {
    const executor = makeExecutor([makeTool("echo", () => 1)]);
    const first = await executor.execute("echo", {});
    const second = await executor.execute("echo", {});
    expect(first.executionId).not.toBe(second.executionId);
    expect((await executor.execute("echo", {}, { executionId: "mine" })).executionId).toBe("mine");
  });

  it("fails with the error and data of a failure that the tool returns", async () => {
    const executor = makeExecutor([makeTool("fail", () => ToolResult.failed("no", "Own", { part: 1 }))]);
    const { status, result } = await executor.execute("fail", {});
    expect(status).toBe("failed");
    expect(result).toMatchObject({
      success: false,
      error: { code: "Own", message: "no" },
      data: { part: 1 },
    });
  });

  it.each([null, undefined, 5, {}, ["echo"]])(
    "finds no tool for %j, which is not an id",
    async (id: unknown) => {
      const executor = makeExecutor([makeTool("echo", () => 1)]);
      const { status } = await executor.dispatch(id as string, {});
      expect(status).toBe("notFound");
    },
  );

  it("fails for an unknown id", async () => {
    const executor = makeExecutor([]);
    const seen = completions(executor);
    const { status, result } = await executor.execute("nope", {});
    expect(status).toBe("notFound");
    expect(result.error).toMatchObject({ code: "ToolNotFound", message: "Tool 'nope' not found" });
    expect(seen).toHaveLength(1);
  });

  it.each(["__proto__", "constructor", "toString", ""])("does not find a tool called %j", async (id) => {
    expect((await makeExecutor([]).execute(id, {})).status).toBe("notFound");
  });

  it("is invalid when the schema or the tool rejects it, and does not run", async () => {
    let runs = 0;
    const picky = makeTool("picky", {
      run: () => ++runs,
      validate: () =>
        ToolValidationResult.invalid({ parameterName: "a", message: "a is odd", errorCode: "odd" }),
    });
    const executor = makeExecutor([picky]);
    expect((await executor.dispatch("picky", [])).status).toBe("invalid");
    const { status, result } = await executor.dispatch("picky", { a: 1 });
    expect(status).toBe("invalid");
    expect(result.error).toMatchObject({ code: "ValidationFailed" });
    expect(runs).toBe(0);
  });

  it("fails when the tool's own validation throws", async () => {
    const broken = makeTool("broken", {
      run: () => 1,
      validate: () => {
        throw new Error("broken");
      },
    });
    expect(await makeExecutor([broken]).execute("broken", {})).toMatchObject({ status: "failed" });
  });

  it.each([
    ["returns false", () => false],
    ["returns a string", () => "yes" as unknown as boolean],
    [
      "throws",
      () => {
        throw new Error("x");
      },
    ],
  ])("is unavailable when the tool's isAvailable %s", async (_, isAvailable) => {
    const executor = makeExecutor([makeTool("away", { run: () => 1, isAvailable })]);
    const { status, result } = await executor.execute("away", {});
    expect(status).toBe("unavailable");
    expect(result.error?.code).toBe("NotAvailable");
  });

  it("is rejected before it starts when its workspace is relative", async () => {
    let hasRun = false;
    const tool = makeTool("look", () => (hasRun = true));
    const executor = makeExecutor([tool]);
    const { status, result } = await executor.execute("look", {}, { workspacePath: "." });
    expect(status).toBe("rejected");
    expect(result).toMatchObject({ error: { message: expect.stringContaining("got '.'") as string } });
    expect((await executor.prepare("look", {}, { workspacePath: "a/b" })).status).toBe("refused");
    expect(hasRun).toBe(false);
  });

  it("is unavailable when the environment lacks a requirement of the tool", async () => {
    const tool = makeTool("term", () => 1, { requires: ["terminal", "workspace"] });
    const bare = makeExecutor([tool], { availability: { hasWorkspace: false } });
    expect((await bare.execute("term", {})).status).toBe("unavailable");
    expect((await bare.execute("term", {}, { workspacePath: "/w" })).status).toBe("completed");
    const mute = makeExecutor([tool], { availability: { hasTerminal: false } });
    expect((await mute.execute("term", {}, { workspacePath: "/w" })).status).toBe("unavailable");
    expect((await makeExecutor([tool]).execute("term", {})).status).toBe("completed");
  });

  it.each([
    ["COPY", ["copy"]],
    ["rename", ["move"]],
    ["paste", []],
  ])("is available only if the enabled name refers to its tool, as in listings: %s", async (name, ids) => {
    const move = makeTool("move", () => 1, { renamedFrom: ["copy", "rename"] });
    const executor = makeExecutor([move, makeTool("copy", () => 1)], {
      availability: { enabledToolIds: [name] },
    });
    const ran: string[] = [];
    for (const { id } of executor.registry.tools) {
      if ((await executor.dispatch(id, {})).status !== "unavailable") ran.push(id);
    }
    expect(ran).toEqual(ids);
    expect(executor.registry.getAvailableTools(executor.availability).map(({ id }) => id)).toEqual(ids);
  });

  it("is unavailable when the tool's module cannot be loaded", async () => {
    const { contract } = makeTool("lazy", () => 1);
    const registry = createRegistry<{ lazy: typeof contract }>({
      index: () => [{ ...contract.spec, id: "lazy" }],
      catalog: () => Promise.resolve({ catalog: { version: 1, tools: [] } }),
      implementations: { lazy: () => Promise.reject(new Error("gone")) },
    });
    const { status, result } = await new ToolExecutor(registry).dispatch("lazy", {});
    expect(status).toBe("unavailable");
    expect(result.error).toMatchObject({ code: "NotAvailable", message: "gone" });
  });

  it("fails when the data contradicts the contract, unless results are not validated", async () => {
    const never = Object.assign(() => false, {
      errors: [
        { instancePath: "/a", schemaPath: "", keyword: "type", params: {}, message: "must be string" },
      ],
    });
    const tool = makeTool("liar", () => ({ a: 1 }), { checkData: never });
    const { status, result } = await makeExecutor([tool]).execute("liar", {});
    expect(status).toBe("failed");
    expect(result.error?.code).toBe("InvalidResult");
    const lax = makeExecutor([tool], { validateResults: false });
    expect((await lax.execute("liar", {})).status).toBe("completed");
  });

  it("combines the contract's and the tool's metadata of a result", async () => {
    const tool = makeTool("show", () => ToolResult.succeeded({ content: "x" }, "done"), {
      kind: "text",
      result: { mimeType: "text/plain", maxDataLength: 5 },
    });
    const { result } = await makeExecutor([tool]).execute("show", {});
    expect(result).toMatchObject({ kind: "text", mimeType: "text/plain", maxDataLength: 5, message: "done" });
  });

  it("runs with the validated input, even if the input changes afterwards", async () => {
    const input = { list: [1], deep: { a: 1 } };
    const tool = makeTool("late", async (params) => {
      await Promise.resolve();
      return params;
    });
    const pending = makeExecutor([tool]).execute("late", input);
    input.list.push(2);
    input.deep.a = 2;
    expect((await pending).result.data).toEqual({ list: [1], deep: { a: 1 } });
  });
});

describe("inspecting a call without running it", () => {
  const risky = makeTool(
    "risky",
    { run: () => 1, getEffectiveRiskLevel: ({ force }) => (force === true ? "critical" : "safe") },
    { risk: "low", executionSummary: "Do '{what}'" },
  );

  it("validates without running", async () => {
    const executor = makeExecutor([risky]);
    expect(await executor.validate("risky", {})).toEqual({ isValid: true, errors: [], warnings: [] });
    expect((await executor.validate("risky", 1)).isValid).toBe(false);
  });

  it("returns the summary and the effective risk", async () => {
    const executor = makeExecutor([risky]);
    expect(await executor.getExecutionSummary("risky", { what: "it" })).toBe("Do 'it'");
    expect(await executor.getEffectiveRiskLevel("risky", {})).toBe("low");
    expect(await executor.getEffectiveRiskLevel("risky", { force: true })).toBe("critical");
  });

  it("reports an unknown id and returns medium risk for it", async () => {
    const executor = makeExecutor([]);
    const { isValid, errors } = await executor.validate("nope", {});
    expect(isValid).toBe(false);
    expect(errors).toMatchObject([
      { parameterName: "toolId", message: "Tool 'nope' not found", errorCode: "tool_not_found" },
    ]);
    expect(await executor.getExecutionSummary("nope", {})).toBe("Execute nope");
    expect(await executor.getEffectiveRiskLevel("nope", {})).toBe("medium");
  });

  it("rejects what the call would reject", async () => {
    const paths = [{ pointer: "/path", within: "workspace" }] as const;
    const asked = makeTool("asked", { run: () => 1, isAvailable: () => false }, { risk: "low" });
    const executor = makeExecutor([risky, asked, makeTool("open", () => 1, { paths })]);
    const relative = { workspacePath: "src" };
    expect(await executor.validate("risky", {}, relative)).toMatchObject({
      isValid: false,
      errors: [{ message: expect.stringContaining("got 'src'") as string }],
    });
    expect(await executor.getExecutionSummary("risky", { what: "it" }, relative)).toBe("Execute Tool risky");
    expect(await executor.getEffectiveRiskLevel("risky", { force: true }, relative)).toBe("low");
    expect((await executor.validate("asked", {})).errors).toMatchObject([{ errorCode: "not_available" }]);
    const { errors } = await executor.validate("open", { path: "a" });
    expect(errors).toMatchObject([{ parameterName: "path", errorCode: "path_not_allowed" }]);
    await executor.dispose();
    expect((await executor.validate("risky", {})).isValid).toBe(false);
  });

  it("does not pass a path that the policy rejected to the tool's own hooks", async () => {
    const seen: unknown[] = [];
    const look = (params: unknown) => {
      seen.push(params);
      return "critical" as const;
    };
    const tool = makeTool(
      "open",
      { run: () => 1, getEffectiveRiskLevel: look },
      { paths: [{ pointer: "/path", within: "workspace" }] },
    );
    const executor = makeExecutor([tool]);
    expect((await executor.execute("open", { path: "/etc/passwd" })).status).toBe("invalid");
    expect(await executor.getEffectiveRiskLevel("open", { path: "/etc/passwd" })).toBe("safe");
    expect(seen).toEqual([]);
  });

  it("has no side effects", async () => {
    const executor = makeExecutor([risky]);
    const controller = new AbortController();
    await executor.validate("risky", {}, { signal: controller.signal });
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    expect(await executor.validate("risky", {}, { signal: AbortSignal.abort() })).toMatchObject({
      isValid: false,
    });
    expect(executor.activity).toEqual({ running: 0, waiting: 0, abandoned: 0 });
  });

  it("treats a tool whose risk check fails as critical", async () => {
    const broken = makeTool("broken", {
      run: () => 1,
      getEffectiveRiskLevel: () => {
        throw new Error("x");
      },
    });
    const executor = makeExecutor([broken]);
    expect(await executor.getEffectiveRiskLevel("broken", {})).toBe("critical");
    expect((await executor.execute("broken", {})).status).toBe("denied");
  });

  it("passes the tool's parameters to its summary, with sensitive values masked", async () => {
    const getExecutionSummary = (params: Record<string, unknown>) => {
      const summary = `${String(params["tenant"])} ${String(params["key"])}`;
      params["tenant"] = "another";
      return summary;
    };
    const tool = makeTool(
      "s",
      { run: (params) => params, getExecutionSummary },
      {
        inject: [{ parameter: "tenant", key: "tenantId" }],
        sensitive: ["/key"],
        risk: "medium",
      },
    );
    const { executor, asked } = approvingExecutor(tool);
    const { result } = await executor.dispatch("s", { key: "hunter2" }, { inject: { tenantId: "acme" } });
    expect(asked).toEqual(["acme ••••"]);
    expect(result.data).toEqual({ key: "hunter2", tenant: "acme" });
  });

  it("does not mask values of the application", async () => {
    class Client {
      key = "hunter2";
    }
    const client = new Client();
    const tool = makeTool(
      "s",
      {
        run: ({ client: used }) => (used as Client).key,
        getExecutionSummary: ({ client: shown }) => `as ${(shown as Client).key}`,
      },
      {
        inject: [{ parameter: "client", key: "client" }],
        sensitive: ["/client/key"],
        risk: "medium",
      },
    );
    const { executor, asked } = approvingExecutor(tool);
    const { result } = await executor.dispatch("s", {}, { inject: { client } });
    expect(asked).toEqual(["as ••••"]);
    expect(result.data).toBe("hunter2");
    expect(client.key).toBe("hunter2");
  });

  it("shows no control or invisible character and no sensitive value in a summary", async () => {
    const tool = makeTool("s", () => 1, {
      executionSummary: "Log in {user} with {key}",
      sensitive: ["/key"],
    });
    const summary = await makeExecutor([tool]).getExecutionSummary("s", {
      user: "a\u001B[31m\u202E\u3164\uFE0Fb".padEnd(200, "x"),
      key: "hunter2",
    });
    expect(summary).toContain(String.raw`a\u{1b}[31m\u{202e}\u{3164}\u{fe0f}b`);
    expect(summary).toContain("••••");
    expect(summary).not.toContain("hunter2");
    expect(summary.length).toBeLessThan(140);
  });
});
