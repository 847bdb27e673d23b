import {
  ToolValidationResult,
  type ApprovalRequest,
  type AuditRecord,
  type Logger,
  type SpanAttribute,
  type ToolExecutorOptions,
  type ToolImplementation,
  type Tracer,
} from "@toolkiln/runtime";
import { describe, expect, it, vi } from "vitest";
import { makeExecutor, makeTool, wait } from "./fixtures.js";

function recordingLogger() {
  const lines: string[] = [];
  const write = (level: string) => (message: string) => {
    lines.push(`${level} ${message}`);
  };
  const logger: Logger = {
    debug: write("debug"),
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
  };
  return { lines, logger };
}

const secretive = makeTool(
  "login",
  ({ fail }) => (fail === true ? Promise.reject(new Error("no")) : "welcome"),
  {
    sensitive: ["/password"],
    executionSummary: "Log in {user} with {password}",
  },
);
const input = { user: "ann", password: "hunter2" };

const ring: { self?: object } = {};
ring.self = ring;

describe("a sensitive value in a tool's error", () => {
  const input = { token: "abcd-1234", pins: [98765, "abcd"], user: "ann" };
  const gossip = makeTool(
    "gossip",
    (params, context) => {
      context.reportProgress(`sending ${String(params["token"])}`);
      throw Object.assign(new Error(`refused abcd-1234, 98765 and abcd of ann`), { name: "Bad-abcd-1234" });
    },
    { sensitive: ["/token", "/pins"] },
  );

  it("is not repeated in the log, the audit trail and the trace", async () => {
    const { lines, logger } = recordingLogger();
    const records: AuditRecord[] = [];
    const attributes: SpanAttribute[] = [];
    const span = {
      setAttribute: (_: string, value: SpanAttribute) => attributes.push(value),
      setStatus() {},
      end() {},
    };
    const executor = makeExecutor([gossip], {
      logger,
      audit: (record) => records.push(record),
      tracer: { startSpan: () => span },
    });
    await executor.execute("gossip", input);
    const recorded = JSON.stringify([lines, records, attributes]);
    expect(recorded).not.toMatch(/abcd|98765/);
    expect(recorded).toContain("refused ••••, •••• and •••• of ann");
  });

  it.each([
    [["/*"], { "*": "••••", "~2": "••••", list: "••••" }],
    [["/~2"], { "*": "••••", "~2": "tilde", list: ["item"] }],
    [["/~02"], { "*": "starry", "~2": "••••", list: ["item"] }],
    [["/list/*"], { "*": "starry", "~2": "tilde", list: ["••••"] }],
  ])("is masked exactly at the pointers %j", async (sensitive, shown) => {
    const tool = makeTool("stars", () => 1, { risk: "medium", sensitive });
    const prepared = await makeExecutor([tool]).prepare("stars", {
      "*": "starry",
      "~2": "tilde",
      list: ["item"],
    });
    expect(prepared).toMatchObject({ request: { params: shown } });
  });

  it("is not repeated when it has several lines", async () => {
    const key = "-----BEGIN KEY-----\nMIIEvQ\n  IBADAN\n-----END KEY-----\n";
    const { lines, logger } = recordingLogger();
    const loud = makeTool(
      "loud",
      () => {
        throw new Error(`cannot read\n${key}or ${key.trim()} in ${JSON.stringify({ key })}`);
      },
      { sensitive: ["/key"] },
    );
    await makeExecutor([loud], { logger }).execute("loud", { key });
    expect(lines.at(-1)).not.toMatch(/KEY|MIIEvQ|IBADAN/);
    expect(lines.at(-1)).toContain('cannot read •••• or •••• in {"key":"••••"}');
  });

  it("is returned to the caller unmasked", async () => {
    const heard: string[] = [];
    const onProgress = ({ message }: { message: string }) => heard.push(message);
    const { result } = await makeExecutor([gossip]).execute("gossip", input, { onProgress });
    expect(result.error?.message).toBe("refused abcd-1234, 98765 and abcd of ann");
    expect(heard[0]).toBe("sending abcd-1234");
  });
});

describe("events", () => {
  it("report start, progress and end", async () => {
    const heard: unknown[] = [];
    const tool = makeTool("t", (_, context) => {
      context.reportProgress("half", 50);
      return 1;
    });
    const executor = makeExecutor([tool]);
    executor.on("started", (event) => heard.push(event));
    executor.on("progress", (event) => heard.push(event));
    const stop = executor.on("completed", (event) => heard.push(event));
    const progress: unknown[] = [];
    const execution = await executor.execute("t", {}, { onProgress: (step) => progress.push(step) });
    const { executionId } = execution;
    expect(heard).toMatchObject([
      { toolId: "t", toolName: "Tool t", executionId, status: "pending" },
      { toolId: "t", executionId, status: "inProgress", progress: { message: "half", percentComplete: 50 } },
      { toolId: "t", executionId, status: "completed" },
    ]);
    expect((heard[0] as { startedAt: Date }).startedAt).toBeInstanceOf(Date);
    expect(heard[2]).toBe(execution);
    expect(progress).toMatchObject([{ message: "half" }]);
    stop();
    stop();
    await executor.execute("t", {});
    expect(heard).toHaveLength(5);
  });

  it("notify every listener, also one that was added twice", async () => {
    let heard = 0;
    const listener = () => heard++;
    const executor = makeExecutor([makeTool("t", () => 1)]);
    const stops = [executor.on("completed", listener), executor.on("completed", listener)];
    await executor.execute("t", {});
    expect(heard).toBe(2);
    stops[0]?.();
    await executor.execute("t", {});
    expect(heard).toBe(3);
  });
});

describe("the log", () => {
  const run = async (options: ToolExecutorOptions, params: Record<string, unknown> = input) => {
    const { lines, logger } = recordingLogger();
    await makeExecutor([secretive], { ...options, logger }).execute("login", params, { executionId: "e" });
    return lines.join("\n");
  };

  it("shows results but no parameters by default", async () => {
    const log = await run({});
    expect(log).toMatch(/info Starting tool execution: login \(e\)/);
    expect(log).toMatch(/info Tool execution completed: login \(e\) in [\d.]+ ms: Success/);
    expect(log).not.toContain("ann");
    expect(await run({ logResults: false })).not.toContain("Success");
  });

  it("masks sensitive parameters", async () => {
    const log = await run({ logParameters: true });
    expect(log).toContain('{"user":"ann","password":"••••"}');
    expect(log).not.toContain("hunter2");
  });

  it("masks sensitive parameters in warnings for the approver and the audit trail", async () => {
    const records: AuditRecord[] = [];
    const shown: unknown[] = [];
    const warn = (password: unknown) =>
      ToolValidationResult.validWithWarnings({
        parameterName: "password",
        message: `weak: ${String(password)}`,
        warningCode: "weak",
      });
    const implementation: ToolImplementation<Record<string, unknown>, unknown> = {
      run: () => "welcome",
      validate: ({ password }) => warn(password),
    };
    const tool = makeTool("login", implementation, { sensitive: ["/password"], risk: "high" });
    const approve = ({ warnings }: ApprovalRequest) => {
      shown.push(...warnings);
      return { decision: "approve" } as const;
    };
    await makeExecutor([tool], { audit: (record) => records.push(record), approve }).execute("login", input);
    expect(shown).toMatchObject([{ message: "weak: ••••" }]);
    expect(JSON.stringify(records)).toContain("weak: ••••");
    expect(JSON.stringify(records)).not.toContain("hunter2");
  });

  it("has the location and reason of a throw in one line; the result does not", async () => {
    const { lines, logger } = recordingLogger();
    const tool = makeTool(
      "broken",
      function thrower({ key }) {
        throw new Error("no luck", { cause: new TypeError(`bad ${String(key)}\nkey`) });
      },
      { sensitive: ["/key"] },
    );
    const execution = await makeExecutor([tool], { logger }).execute("broken", { key: "hunter2" });
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/Failed \(Error\): no luck at .*thrower.*observation\.test\.ts:\d+/);
    expect(lines[1]).toMatch(/caused by TypeError: bad •••• key at /);
    expect(lines[1]).not.toContain("hunter2");
    expect(JSON.stringify(execution) + execution.result.toLlmContext()).not.toContain("observation.test");
    await makeExecutor([tool], { logger, logResults: false }).execute("broken", { key: "hunter2" });
    expect(lines.at(-1)).not.toContain("observation.test");
  });

  it.each<[string, object]>([
    ["is circular", ring],
    [
      "cannot be read",
      {
        get secret() {
          throw new Error("no");
        },
      },
    ],
  ])("does not hang on a sensitive injected value that %s", async (_, client) => {
    const { lines, logger } = recordingLogger();
    const audited: AuditRecord[] = [];
    const tool = makeTool("lent", () => Promise.reject(new Error("no luck")), {
      inject: [{ parameter: "client", key: "client" }],
      sensitive: ["/*"],
    });
    const executor = makeExecutor([tool], { logger, audit: (record) => audited.push(record) });
    const { status } = await executor.dispatch("lent", {}, { inject: { client } });
    expect(status).toBe("failed");
    expect(lines.at(-1)).toContain("Tool execution failed: lent");
    expect(audited.at(-1)).toMatchObject({ type: "outcome", status: "failed" });
  });

  it("survives any thrown value", async () => {
    const unreadable = Object.defineProperty(new Error("no"), "stack", {
      get: () => {
        throw new Error("!");
      },
    });
    const circular = new Error("no");
    circular.cause = circular;
    for (const thrown of [unreadable, circular, { message: "no" }, undefined]) {
      const { lines, logger } = recordingLogger();
      const tool = makeTool("odd", () => Promise.reject(thrown));
      await makeExecutor([tool], { logger }).execute("odd", {});
      expect(lines.at(-1)).toMatch(/error Tool execution failed: odd/);
    }
  });

  it("reports failures at a suitable level", async () => {
    expect(await run({}, { ...input, fail: true })).toMatch(/error Tool execution failed/);
    const { lines, logger } = recordingLogger();
    await makeExecutor([], { logger }).execute("no\npe\u001B[31m", {});
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^warn Tool execution notFound: no\\u\{a\}pe\\u\{1b\}\[31m/);
  });

  it("warns about an approval key that is easy to guess", async () => {
    const { lines, logger } = recordingLogger();
    const executor = makeExecutor([secretive], { logger, approvals: { key: "short" } });
    await executor.execute("login", input);
    expect(lines[0]).toBe("warn approvals.key is too short to be secure. Use 32 random bytes.");
  });

  it("completes a call when the log cannot be written", async () => {
    const fail = () => {
      throw new Error("full");
    };
    const logger = { debug: fail, info: fail, warn: fail, error: fail };
    const { status } = await makeExecutor([secretive], { logger, logParameters: true }).execute(
      "login",
      input,
    );
    expect(status).toBe("completed");
  });
});

describe("the audit trail", () => {
  it("has the first calls too, however early they end", async () => {
    const records: AuditRecord[] = [];
    const executor = makeExecutor([secretive], { audit: (record) => records.push(record) });
    const cancelled = executor.execute("login", input, { signal: AbortSignal.abort() });
    const changing = { ...input };
    const changed = executor.execute("login", changing);
    changing.user = "somebody else";
    expect([(await cancelled).status, (await changed).status]).toEqual(["cancelled", "completed"]);
    expect(records).toMatchObject([
      { type: "outcome", status: "cancelled" },
      { type: "decision", decision: "allowed", parameters: { user: "ann" } },
      { type: "outcome", status: "completed" },
    ]);
  });

  it("has every decision and outcome, and no sensitive value", async () => {
    const records: AuditRecord[] = [];
    const risky = makeTool("risky", () => 1, { risk: "high", sensitive: ["/password"] });
    const executor = makeExecutor([secretive, risky], {
      audit: (record) => records.push(record),
      approve: ({ summary }) =>
        summary === ""
          ? { decision: "deny" }
          : { decision: "edit", params: { user: "bob", password: "other" } },
      policy: { deny: ["none"] },
    });
    await executor.execute("login", input, { sessionId: "s", toolCallId: "c" });
    await executor.execute("risky", input);
    await executor.resume("forged", { decision: "approve" });
    await executor.execute("unknown", {});
    expect(
      records.map((record) => [record.type, "decision" in record ? record.decision : record.status]),
    ).toEqual([
      ["decision", "allowed"],
      ["outcome", "completed"],
      ["decision", "pending"],
      ["decision", "edited"],
      ["outcome", "completed"],
      ["decision", "invalidToken"],
      ["outcome", "denied"],
      ["outcome", "notFound"],
    ]);
    expect(records[0]).toMatchObject({
      toolId: "login",
      sessionId: "s",
      toolCallId: "c",
      risk: "safe",
      parameters: { user: "ann", password: "••••" },
    });
    expect(records[3]).toMatchObject({ risk: "high", parameters: { user: "bob", password: "••••" } });
    expect(JSON.stringify(records)).not.toMatch(/hunter2|other/);
  });

  it("never dates a decision after its outcome", async () => {
    const records: AuditRecord[] = [];
    const executor = makeExecutor([secretive], { audit: (record) => records.push(record) });
    // Adding these times in another order rounds up to the next millisecond.
    vi.spyOn(Date, "now").mockReturnValue(1_800_241_753_729);
    vi.spyOn(process, "hrtime")
      .mockReturnValueOnce([598_144, 287_168_017])
      .mockReturnValue([598_144, 929_167_856]);
    await executor.execute("login", input);
    vi.restoreAllMocks();
    expect(records.map(({ at }) => at)).toEqual([1_800_241_754_370, 1_800_241_754_370]);
  });

  it("completes a call when the audit hook fails", async () => {
    const { lines, logger } = recordingLogger();
    const executor = makeExecutor([secretive], {
      logger,
      audit: async () => {
        throw new Error("audit down");
      },
    });
    expect((await executor.execute("login", input)).status).toBe("completed");
    await wait(1);
    expect(lines.join()).toContain("The audit hook failed: audit down");
  });
});

describe("tracing", () => {
  interface SeenSpan {
    readonly name: string;
    readonly attributes: Record<string, SpanAttribute>;
    code?: number;
    ended: number;
  }

  function recordingTracer() {
    const spans: SeenSpan[] = [];
    const tracer: Tracer = {
      startSpan(name, options) {
        const span: SeenSpan = { name, attributes: { ...options?.attributes }, ended: 0 };
        spans.push(span);
        return {
          setAttribute(key, value) {
            span.attributes[key] = value;
          },
          setStatus({ code }) {
            span.code = code;
          },
          end() {
            span.ended++;
          },
        };
      },
    };
    return { spans, tracer };
  }

  it("has one span per call with tool, risk, status and the time spent in queue, approval and run", async () => {
    const { spans, tracer } = recordingTracer();
    const slow = makeTool("slow", () => wait(20), { risk: "high" });
    const executor = makeExecutor([slow], {
      tracer,
      maxConcurrentExecutions: 1,
      approve: async () => {
        await wait(10);
        return { decision: "approve" };
      },
    });
    await Promise.all([executor.execute("slow", {}, { toolCallId: "c" }), executor.execute("slow", {})]);
    expect(spans).toHaveLength(2);
    const [first] = spans;
    expect(first).toMatchObject({
      name: "execute_tool slow",
      ended: 1,
      attributes: {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "slow",
        "gen_ai.tool.call.id": "c",
        "toolkiln.risk": "high",
        "toolkiln.status": "completed",
        "toolkiln.approval": "approved",
      },
    });
    expect(first?.attributes["toolkiln.approval_ms"]).toBeGreaterThan(5);
    expect(first?.attributes["toolkiln.run_ms"]).toBeGreaterThan(10);
    // Either call may be approved first.
    const waits = spans.map(({ attributes }) => Number(attributes["toolkiln.queue_ms"]));
    expect(Math.max(...waits)).toBeGreaterThan(10);
  });

  it("marks failures, and survives a failing tracer", async () => {
    const { spans, tracer } = recordingTracer();
    await makeExecutor([secretive], { tracer }).execute("login", { fail: true });
    expect(spans).toMatchObject([{ code: 2, attributes: { "error.type": "Error" }, ended: 1 }]);
    const broken: Tracer = {
      startSpan() {
        throw new Error("no");
      },
    };
    expect((await makeExecutor([secretive], { tracer: broken }).execute("login", {})).status).toBe(
      "completed",
    );
  });
});

describe("retries", () => {
  const flaky = (failures: number, idempotent: boolean) => {
    let runs = 0;
    const tool = makeTool(
      "flaky",
      () => {
        if (runs++ < failures) throw new Error(`failure ${runs}`);
        return runs;
      },
      { hints: { idempotent } },
    );
    return { tool, runs: () => runs };
  };

  it("rerun an idempotent tool that threw", async () => {
    const { tool } = flaky(2, true);
    const executor = makeExecutor([tool], { retries: 3, retryDelay: 1 });
    expect(await executor.execute("flaky", {})).toMatchObject({ status: "completed", result: { data: 3 } });
  });

  it("stop at the limit, with the last error", async () => {
    const { tool, runs } = flaky(9, true);
    const { status, result } = await makeExecutor([tool], { retries: 2, retryDelay: 1 }).execute("flaky", {});
    expect([status, result.error?.message, runs()]).toEqual(["failed", "failure 3", 3]);
  });

  it("do not apply to other tools, and are off by default", async () => {
    const other = flaky(1, false);
    expect((await makeExecutor([other.tool], { retries: 3 }).execute("flaky", {})).status).toBe("failed");
    const byDefault = flaky(1, true);
    expect((await makeExecutor([byDefault.tool]).execute("flaky", {})).status).toBe("failed");
  });

  it("end with the call", async () => {
    const { tool, runs } = flaky(9, true);
    const executor = makeExecutor([tool], { retries: 5, retryDelay: 30 });
    const { status } = await executor.execute("flaky", {}, { signal: AbortSignal.timeout(10) });
    await wait(60);
    expect([status, runs()]).toEqual(["cancelled", 1]);
  });
});
