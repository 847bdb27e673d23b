import {
  mergeRegistries,
  serviceKey,
  ToolExecutor,
  ToolRegistry,
  ToolServices,
  withServices,
  type ToolRun,
} from "@toolkiln/runtime";
import { Workspace } from "@toolkiln/runtime/node";
import { describe, expect, it } from "vitest";
import { scratchFolder } from "../../support/repository.js";
import { makeTool, type ToolOptions } from "./fixtures.js";

type Params = Record<string, unknown>;

/** Returns the services that a call receives, by name. */
const names: ToolRun<Params, unknown> = (_, { services }) => ({ ...services });

/** A registry whose type has no services, as an untyped caller would use it. */
function registryOf(id: string, run: ToolRun<Params, unknown> = names, options: ToolOptions = {}) {
  const registry = new ToolRegistry();
  registry.registerTool(makeTool(id, run, options));
  return registry;
}

async function dataOf(executor: Pick<ToolExecutor, "dispatch">, id: string, options = {}): Promise<unknown> {
  const { result } = await executor.dispatch(id, {}, options);
  return result.success ? result.data : result.error.message;
}

describe("services of an executor", () => {
  it("reach the implementation; services of the call override them by name", async () => {
    const executor = new ToolExecutor(registryOf("a"), { services: { database: 1, mailer: 2 } });
    const read = registryOf("b", (_, { services }) => Reflect.get(services, "database"));
    expect(await dataOf(executor, "a")).toEqual({ database: 1, mailer: 2 });
    const own = new ToolExecutor(read, { services: { database: 1, mailer: 2 } });
    expect(await dataOf(own, "b", { services: { mailer: 3 } })).toBe(1);
    expect(await dataOf(own, "b", { services: { database: 3 } })).toBe(3);
  });

  it("must include all services that the tools use; the constructor's error names tool and service", () => {
    const registry = registryOf("note-count", names, { uses: ["notes", "clock"] });
    expect(() => new ToolExecutor(registry)).toThrow(
      "Tool 'note-count' uses the service 'notes', which is missing",
    );
    expect(() => new ToolExecutor(registry, { services: { notes: [] } })).toThrow("the service 'clock'");
    expect(() => new ToolExecutor(registry, { services: { notes: [], clock: Date } })).not.toThrow();
  });

  it("must also be complete in `withServices`", () => {
    const registry = registryOf("note-count", names, { uses: ["notes"] });
    expect(() => withServices(registry, {})).toThrow("Tool 'note-count' uses the service 'notes'");
  });

  it("stay apart when the registries of projects are merged", async () => {
    const first = withServices(registryOf("first", names, { uses: ["database"] }), { database: "of first" });
    const second = withServices(registryOf("second", names, { uses: ["database"] }), {
      database: "of second",
    });
    const executor = new ToolExecutor(mergeRegistries(first, second));
    expect(await dataOf(executor, "first")).toEqual({ database: "of first" });
    expect(await dataOf(executor, "second", { services: { database: "of the call" } })).toEqual({
      database: "of second",
    });
  });

  it("are also found by a service key: by the key's name, or in the services of the call", async () => {
    const clock = serviceKey<number>("clock");
    const registry = registryOf("a", (_, context) => [
      context.getService(clock),
      Reflect.get(context.services, "database"),
    ]);
    const executor = new ToolExecutor(registry, { services: { clock: 1, database: "d" } });
    expect(await dataOf(executor, "a")).toEqual([1, "d"]);
    const provider = new ToolServices().set(clock, 2);
    expect(await dataOf(executor, "a", { services: provider })).toEqual([2, "d"]);
  });

  it("are found by key in the services of the call and of the executor", async () => {
    const keys = [serviceKey<number>("one"), serviceKey<number>("two"), serviceKey<number>("three")] as const;
    const [one, two] = keys;
    const registry = registryOf("a", (_, context) => keys.map((key) => context.getService(key)));
    const ofCall = { services: new ToolServices().set(two, 2) };
    const executor = new ToolExecutor(registry, { services: new ToolServices().set(one, 1).set(two, 0) });
    expect(await dataOf(executor, "a", ofCall)).toEqual([1, 2, undefined]);
    const named = new ToolExecutor(registry, { services: { one: 1, three: 3 } });
    expect(await dataOf(named, "a", ofCall)).toEqual([1, 2, 3]);
  });
});

describe("defaults of an executor", () => {
  const returnContext: ToolRun<Params, unknown> = (_, { sessionId, workspacePath, metadata }) => ({
    sessionId,
    workspacePath,
    metadata,
  });

  it("apply to every call unless a view or the call overrides them", async () => {
    const executor = new ToolExecutor(registryOf("a", returnContext), {
      sessionId: "s",
      workspacePath: "/w",
      metadata: { user: "ann", plan: "free" },
    });
    const metadata = { user: "ann", plan: "free" };
    expect(await dataOf(executor, "a")).toEqual({ sessionId: "s", workspacePath: "/w", metadata });
    const view = executor.with({ sessionId: "t", metadata: { user: "ben" } }).with({ workspacePath: "/v" });
    expect(await dataOf(view, "a", { metadata: { plan: "paid" } })).toEqual({
      sessionId: "t",
      workspacePath: "/v",
      metadata: { user: "ben", plan: "paid" },
    });
  });

  it("are checked like other options", () => {
    expect(() => new ToolExecutor(new ToolRegistry(), { workspacePath: "relative" })).toThrow(
      "must be absolute",
    );
    // @ts-expect-error a view has no such option
    expect(() => new ToolExecutor(new ToolRegistry()).with({ approve: () => undefined })).toThrow(
      "Unknown option 'approve'",
    );
  });

  it("supply injected values to the calls that a tool makes, too", async () => {
    const inject = [{ parameter: "tenant", key: "tenant" }];
    const inner = makeTool("inner", ({ tenant }) => tenant, { inject });
    const outer = makeTool("outer", async (_, context) => (await context.execute("inner", {})).result.data);
    const executor = new ToolExecutor(mergeRegistries(ToolRegistry.of(inner), ToolRegistry.of(outer)));
    expect(await dataOf(executor.with({ inject: { tenant: "t" } }), "outer")).toBe("t");
    const { result } = await executor.dispatch("outer", {}, { inject: { tenant: "u" } });
    expect(result.data).toBe("u");
  });

  it("can be set in views, which share the slots of their executor", async () => {
    const executor = new ToolExecutor(
      registryOf(
        "wait",
        (_, { signal }) => new Promise((resolve) => signal.addEventListener("abort", resolve)),
      ),
      { maxConcurrentExecutions: 1 },
    );
    const calls = [executor.with({ sessionId: "a" }), executor.with({ sessionId: "b" })].map((view) =>
      view.dispatch("wait", {}),
    );
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(executor.activity).toMatchObject({ running: 1, waiting: 1 });
    await executor.dispose();
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
  });

  it("can include a workspace, which sets both directory and path policy", async () => {
    const workspace = await Workspace.open(scratchFolder("workspace"));
    const paths = [{ pointer: "/path", within: "workspace" as const }];
    const executor = new ToolExecutor(
      registryOf("a", ({ path }) => path, { paths }),
      { workspace },
    );
    const call = async (path: string) => (await executor.dispatch("a", { path })).result;
    expect((await call("x.txt")).data).toBe(`${workspace.root}/x.txt`);
    expect((await call("../x.txt")).success).toBe(false);
  });
});

describe("approval tokens", () => {
  it("resume in their session only, and an attempt elsewhere does not use them up", async () => {
    const executor = new ToolExecutor(registryOf("risky", () => "done", { risk: "high" }));
    const [ann, ben] = [executor.with({ sessionId: "ann" }), executor.with({ sessionId: "ben" })];
    const prepared = await ann.prepare("risky", {});
    const token = prepared.status === "approvalRequired" ? prepared.token : "";
    const approve = { decision: "approve" } as const;
    const stolen = await ben.resume(token, approve);
    expect([stolen.status, stolen.result.message]).toEqual([
      "denied",
      expect.stringContaining("belongs to another session"),
    ]);
    expect((await ann.resume(token, approve)).result.data).toBe("done");
  });
});
