import { ToolExecutor, ToolRegistry } from "@toolkiln/runtime";
import { describe, expect, it } from "vitest";
import { makeExecutor, makeTool } from "./fixtures.js";

const make = (options: object) => () => new ToolExecutor(new ToolRegistry(), options);

function problemWith(options: object): string | undefined {
  try {
    make(options)();
    return undefined;
  } catch (error) {
    return String(error);
  }
}

describe("invalid options", () => {
  const durations = ["executionTimeout", "approvalTimeout"];
  const noDurations = [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, "5s", null, 10n, {}];
  it.each(durations.flatMap((name) => noDurations.map((value) => [name, value] as const)))(
    "%s of %s throws and names the expected value",
    (name, value) => {
      expect(make({ [name]: value })).toThrow(
        new RegExp(`^${name} must be a number of milliseconds from 1 to 2147483647, got .+\\.$`),
      );
    },
  );

  it.each([0, -1, Number.NaN, 1.5, Number.POSITIVE_INFINITY, "3", null])(
    "maxConcurrentExecutions of %s throws and names the expected value",
    (maxConcurrentExecutions) => {
      expect(make({ maxConcurrentExecutions })).toThrow(
        /^maxConcurrentExecutions must be a whole number of at least 1, got .+\.$/,
      );
    },
  );

  it.each<[object, RegExp]>([
    [{ maxQueueLength: -1 }, /maxQueueLength must be a whole number of at least 0/],
    [{ retries: 1.5 }, /retries must be a whole number/],
    [{ retryDelay: Number.NaN }, /retryDelay must be a number of milliseconds/],
    [{ policy: { autoApproveUpTo: "none" } }, /policy.autoApproveUpTo must be one of safe, low, medium/],
    [{ policy: { deny: "file-delete" } }, /policy.deny must be a list of names, got "file-delete"/],
    [{ policy: { allow: [1] } }, /policy.allow must be a list of names/],
    [{ availability: { disabledToolIds: "shell" } }, /availability.disabledToolIds must be a list of names/],
    [
      { availability: { excludedCategories: new Set([1]) } },
      /availability.excludedCategories must be a list/,
    ],
    [{ approve: true }, /approve must be a function/],
    [{ audit: {} }, /audit must be a function/],
    [{ executionTimout: 5 }, /^Unknown option 'executionTimout'. Known options: executionTimeout, maxCon/],
    [{ something: 5 }, /Unknown option 'something'/],
    [
      { policy: { autoAproveUpTo: "low" } },
      /'policy.autoAproveUpTo'. Known options: autoApproveUpTo, allow, deny.$/,
    ],
    [{ approvals: { keys: "secret" } }, /'approvals.keys'. Known options: key, store.$/],
    [{ availability: { maxRisk: "low" } }, /Unknown option 'availability.maxRisk'/],
    [{ approvals: { key: "" } }, /approvals.key must be a string or Uint8Array that is not empty/],
  ])("%j throws", (options, message) => {
    expect(make(options)).toThrow(message);
  });

  const plain = { nothing: null, text: "x", number: 5, list: ["x"], map: new Map(), date: new Date(0) };
  const wrong = Object.entries({ ...plain, promise: Promise.resolve({}), empty: {}, call: () => ({}) });
  const bad = { key: [1], other: /./, yes: true, ...Object.fromEntries(wrong) };
  /** For every option, the values above that it may have. */
  const allowed: Record<string, readonly string[]> = {
    services: ["empty", "map"],
    inject: ["empty"],
    metadata: ["empty"],
    sessionId: ["text"],
    workspacePath: [],
    workspace: [],
    executionTimeout: ["number"],
    maxConcurrentExecutions: ["number"],
    maxQueueLength: ["number"],
    approve: ["call"],
    approvalTimeout: ["number"],
    approvals: ["empty"],
    "approvals.key": ["text"],
    "approvals.store": [],
    policy: ["empty"],
    "policy.autoApproveUpTo": [],
    "policy.allow": ["list"],
    "policy.deny": ["list"],
    availability: ["empty"],
    "availability.hasWorkspace": ["yes"],
    "availability.workspacePath": ["text"],
    "availability.hasTerminal": ["yes"],
    "availability.hasEditor": ["yes"],
    "availability.hasGitRepository": ["yes"],
    "availability.capabilities": ["list"],
    "availability.enabledToolIds": ["list"],
    "availability.disabledToolIds": ["list"],
    "availability.maxRiskLevel": [],
    "availability.includedCategories": ["list"],
    "availability.excludedCategories": ["list"],
    "availability.requiredTags": ["list"],
    paths: [],
    lenient: ["yes"],
    validateResults: ["yes"],
    retries: ["number"],
    retryDelay: ["number"],
    backend: [],
    callScope: [],
    logger: [],
    logParameters: ["yes"],
    logResults: ["yes"],
    audit: ["call"],
    tracer: [],
  };
  it.each(Object.entries(allowed))("%s accepts only %j of the sample values", (name, right) => {
    const [group = "", option] = name.split(".");
    const outcomes = Object.entries(bad).map(([kind, value]) => {
      const given = { [group]: option === undefined ? value : { [option]: value } };
      return [kind, problemWith(given)] as const;
    });
    const refused = outcomes.filter(([, problem]) => problem !== undefined);
    for (const [, problem] of refused) expect(problem).toContain(`${name} must be `);
    const taken = outcomes.filter(([, problem]) => problem === undefined).map(([kind]) => kind);
    expect(taken.toSorted()).toEqual([...right].toSorted());
  });

  it("are tested for every option", () => {
    const namesOf = (options: object): string[] =>
      /Known options: (.+)\./.exec(problemWith(options) ?? "")?.[1]?.split(", ") ?? [];
    const nested = ["approvals", "policy", "availability"].flatMap((group) =>
      namesOf({ [group]: { unknown: 1 } }).map((name) => `${group}.${name}`),
    );
    expect([...namesOf({ unknown: 1 }), ...nested].toSorted()).toEqual(Object.keys(allowed).toSorted());
  });

  it.each([null, new Map(), [], "x", 5])("throw as a whole when they are %o", (options) => {
    expect(make(options as object)).toThrow("options must be an object with options, got ");
  });

  it("are distinguished from valid ones", () => {
    const options = {
      executionTimeout: 0.5 + 1,
      maxConcurrentExecutions: 1,
      maxQueueLength: 0,
      retryDelay: 0,
    };
    expect(make(options)).not.toThrow();
    expect(make({ executionTimeout: 2 ** 31 - 1, policy: {} })).not.toThrow();
  });

  it("include the grace period of `dispose`", () => {
    expect(() => new ToolExecutor(new ToolRegistry()).dispose({ gracePeriod: -1 })).toThrow(RangeError);
  });
});

describe("options", () => {
  it("do not change after the executor is created", async () => {
    const deny = ["denied"];
    const disabledToolIds = new Set(["disabled"]);
    const tools = ["denied", "disabled", "other"].map((id) => makeTool(id, () => 1));
    const executor = makeExecutor(tools, { policy: { deny }, availability: { disabledToolIds } });
    deny.splice(0, 1, "other");
    disabledToolIds.clear();
    disabledToolIds.add("other");
    expect((await executor.execute("denied", {})).status).toBe("denied");
    expect((await executor.execute("disabled", {})).status).toBe("unavailable");
    expect((await executor.execute("other", {})).status).toBe("completed");
  });

  it("can be inherited or computed", async () => {
    class Given {
      get policy() {
        return Object.create({ deny: ["denied"] }) as object;
      }
      get availability() {
        return new (class {
          get disabledToolIds() {
            return ["disabled"];
          }
        })();
      }
    }
    const tools = ["denied", "disabled", "other"].map((id) => makeTool(id, () => 1));
    const executor = makeExecutor(tools, new Given());
    expect((await executor.execute("denied", {})).status).toBe("denied");
    expect((await executor.execute("disabled", {})).status).toBe("unavailable");
    expect((await executor.execute("other", {})).status).toBe("completed");
  });
});
