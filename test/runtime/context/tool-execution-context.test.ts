import { serviceKey, ToolExecutionContextBuilder, ToolProgress, ToolServices } from "@toolkiln/runtime";
import { describe, expect, it } from "vitest";

const create = () => ToolExecutionContextBuilder.create();
const inWorkspace = () => create().withWorkspace("/project").buildForTesting();
const withParameters = (parameters: object) =>
  create().withParametersFromObject(parameters).buildForTesting();

describe("the execution context of the test plan", () => {
  it("ToolExecutionContext_DefaultValues_Correct", () => {
    const before = Date.now();
    const context = create().buildForTesting();
    expect(context.executionId).toMatch(/^[0-9a-f-]{36}$/);
    expect(context.executionId).not.toBe(create().buildForTesting().executionId);
    expect(context).toMatchObject({
      toolId: "",
      sessionId: undefined,
      workspacePath: undefined,
      hasWorkspace: false,
      parameters: {},
      modifiedParameters: undefined,
      hasModifiedParameters: false,
      isApproved: false,
      metadata: undefined,
    });
    expect(context.signal.aborted).toBe(false);
    expect(context.startedAt.getTime()).toBeGreaterThanOrEqual(before);
    expect(context.elapsedMs).toBeGreaterThanOrEqual(0);
  });

  it("ToolExecutionContext_EffectiveParameters_UsesOriginal", () => {
    expect(withParameters({ path: "a" }).effectiveParameters).toEqual({ path: "a" });
  });

  it("ToolExecutionContext_EffectiveParameters_UsesModified", () => {
    const context = create()
      .withParameters({ path: "a" })
      .withModifiedParametersFromObject({ path: "b" })
      .buildForTesting();
    expect(context.effectiveParameters).toEqual({ path: "b" });
    expect(context.parameters).toEqual({ path: "a" });
    expect(context.hasModifiedParameters).toBe(true);
    expect(context.getRequiredString("path")).toBe("b");
  });

  it("ToolExecutionContext_ResolvePath_Absolute_ReturnsAsIs", () => {
    expect(inWorkspace().resolvePath("/etc/hosts")).toBe("/etc/hosts");
    expect(inWorkspace().resolvePath("/project/./src/../a.ts")).toBe("/project/a.ts");
  });

  it("ToolExecutionContext_ResolvePath_Relative_CombinesWithWorkspace", () => {
    expect(inWorkspace().resolvePath("src/file.cs")).toBe("/project/src/file.cs");
    expect(create().withWorkspace("C:\\project").buildForTesting().resolvePath("src/a.ts")).toBe(
      "C:\\project\\src\\a.ts",
    );
    expect(() => inWorkspace().resolvePath("")).toThrow("Path cannot be empty");
  });

  it("ToolExecutionContext_ResolvePath_NoWorkspace_Throws", () => {
    const context = create().buildForTesting();
    expect(() => context.resolvePath("src/file.cs")).toThrow("without workspace context");
    expect(context.tryResolvePath("src/file.cs")).toBeUndefined();
    expect(context.tryResolvePath("/a/../b")).toBe("/b");
    expect(context.tryResolvePath("")).toBeUndefined();
  });

  it("ToolExecutionContext_IsPathInWorkspace_Inside_ReturnsTrue", () => {
    const inside = ["/project", "/project/", "/project/src/a.ts", "src/../a.ts", "."];
    expect(inside.filter((path) => !inWorkspace().isPathInWorkspace(path))).toEqual([]);
  });

  it("ToolExecutionContext_IsPathInWorkspace_Outside_ReturnsFalse", () => {
    const outside = [
      "/etc/passwd",
      "../x",
      "a/../../x",
      "/project-evil/x",
      "../project-evil",
      "/PROJECT/x",
      "",
      "C:\\x",
    ];
    expect(outside.filter((path) => inWorkspace().isPathInWorkspace(path))).toEqual([]);
    for (const path of outside) expect(() => inWorkspace().requirePathInWorkspace(path)).toThrow(/outside/);
    expect(inWorkspace().requirePathInWorkspace("src/../a")).toBe("/project/a");
    const windows = create().withWorkspace("C:\\project").buildForTesting();
    expect(windows.isPathInWorkspace("c:/PROJECT/a")).toBe(true);
    expect(windows.isPathInWorkspace("..\\x")).toBe(false);
    expect(windows.isPathInWorkspace("\\\\server\\share")).toBe(false);
  });

  it("ToolExecutionContext_IsPathInWorkspace_NoWorkspace_ReturnsFalse", () => {
    expect(create().buildForTesting().isPathInWorkspace("/project/a")).toBe(false);
  });

  it("ToolExecutionContext_GetRequiredString_Exists_ReturnsValue", () => {
    expect(withParameters({ path: "a" }).getRequiredString("path")).toBe("a");
  });

  it("ToolExecutionContext_GetRequiredString_Missing_Throws", () => {
    expect(() => withParameters({}).getRequiredString("path")).toThrow("Missing required parameter: path");
    expect(() => withParameters({ path: 1 }).getRequiredString("path")).toThrow("'path' must be a string");
    expect(() => withParameters({}).getRequiredString("toString")).toThrow("Missing");
  });

  it("ToolExecutionContext_GetOptionalString_Missing_ReturnsDefault", () => {
    expect(withParameters({}).getOptionalString("path")).toBeUndefined();
    expect(withParameters({ path: null }).getOptionalString("path", "b")).toBe("b");
  });

  it("ToolExecutionContext_GetRequiredInt_Exists_ReturnsValue", () => {
    expect(withParameters({ count: 3 }).getRequiredInt("count")).toBe(3);
    expect(() => withParameters({ count: 3.5 }).getRequiredInt("count")).toThrow("must be an integer");
    expect(withParameters({}).getOptionalInt("count", 7)).toBe(7);
  });

  it("ToolExecutionContext_GetOptionalBool_Missing_ReturnsDefault", () => {
    expect(withParameters({}).getOptionalBool("flag")).toBe(false);
    expect(withParameters({ flag: "yes" }).getOptionalBool("flag", true)).toBe(true);
    expect(withParameters({ flag: false }).getRequiredBool("flag")).toBe(false);
  });

  it("ToolExecutionContextBuilder_Build_RequiresServices", () => {
    expect(() => create().build()).toThrow("Services must be provided via withServices()");
    expect(create().withServices(new ToolServices()).build().services).toBeDefined();
  });

  it("ToolExecutionContextBuilder_WithParametersFromObject_Serializes", () => {
    const given = { path: "a", at: new Date(0), nothing: undefined };
    const context = create().withParametersFromObject(given).buildForTesting();
    expect(context.parameters).toEqual({ path: "a", at: "1970-01-01T00:00:00.000Z" });
    expect(create().withParametersFromJson('{"a":1}').buildForTesting().getParameter("a")).toBe(1);
    expect(create().withEmptyParameters().buildForTesting().hasParameter("a")).toBe(false);
  });

  it("ToolExecutionContextBuilder_WithMetadata_Accumulates", () => {
    const context = create().withMetadata("a", 1).withMetadata("b", 2).buildForTesting();
    expect(context.metadata).toEqual({ a: 1, b: 2 });
    expect(context.getMetadata("b")).toBe(2);
    expect(context.hasMetadata("toString")).toBe(false);
    expect(create().withMetadata("a", 1).withMetadata({ c: 3 }).buildForTesting().metadata).toEqual({ c: 3 });
  });

  it("ToolExecutionContextBuilder_BuildForTesting_AllowsNullServices", () => {
    expect(create().buildForTesting().getService(serviceKey("clock"))).toBeUndefined();
  });
});

describe("a context", () => {
  it("finds services by typed key and by class", () => {
    class Database {
      readonly url = "db://";
    }
    const clock = serviceKey<{ now(): number }>("clock");
    const services = new ToolServices().set(clock, { now: () => 5 }).set(Database, new Database());
    const context = create().withServices(services).build();
    expect(context.getRequiredService(clock).now()).toBe(5);
    expect(context.getService(Database)?.url).toBe("db://");
    expect(() => context.getRequiredService(serviceKey("clock"))).toThrow(
      "Service 'clock' is not registered",
    );
  });

  it("reports progress to a listener, if there is one", () => {
    const heard: ToolProgress[] = [];
    const context = create()
      .withProgress((progress) => heard.push(progress))
      .buildForTesting();
    context.reportProgress("Starting");
    context.reportProgress("Halfway", 50);
    context.reportProgress("Copying", 3, 4);
    context.reportOperation("Building", "Compiling a.ts");
    expect(heard.map(({ message, progressText }) => [message, progressText])).toEqual([
      ["Starting", ""],
      ["Halfway", "50%"],
      ["Copying", "75%"],
      ["Building", ""],
    ]);
    expect(heard[3]?.currentOperation).toBe("Compiling a.ts");
    const whole = {
      message: "Building",
      percentComplete: 40,
      currentOperation: "Compiling a.ts",
      itemsProcessed: 2,
      totalItems: 5,
      estimatedRemainingMs: 12_000,
      warningMessage: "a.ts is large",
    };
    context.reportProgress(whole);
    expect(heard[4]).toBeInstanceOf(ToolProgress);
    expect(heard[4]).toMatchObject({ ...whole, hasWarning: true, remainingText: "12s remaining" });
    context.reportProgress(ToolProgress.withWarning("Building", "low on space"));
    expect(heard[5]?.warningMessage).toBe("low on space");
    create().buildForTesting().reportProgress("nobody");
  });

  it.each([".", "work", "./a", "../b", "C:work"])("rejects the relative workspace %s", (path) => {
    const builder = create().withWorkspace(path);
    expect(() => builder.buildForTesting()).toThrow(`workspacePath must be absolute`);
    expect(() => builder.buildForTesting()).toThrow(`got '${path}'`);
  });

  it("returns paths relative to the workspace", () => {
    expect(inWorkspace().getRelativePath("/project/src/a.ts")).toBe("src/a.ts");
    expect(inWorkspace().getRelativePath("/project")).toBe(".");
    expect(inWorkspace().getRelativePath("/etc/passwd")).toBe("/etc/passwd");
    expect(create().buildForTesting().getRelativePath("/a")).toBe("/a");
  });

  it("has the values set in the builder", () => {
    const controller = new AbortController();
    const context = create()
      .withExecutionId("e")
      .withSessionId("s")
      .withToolId("t")
      .withCancellation(controller.signal)
      .withApproval()
      .withStartedAt(new Date(1000))
      .buildForTesting();
    controller.abort();
    expect(context).toMatchObject({ executionId: "e", sessionId: "s", toolId: "t", isApproved: true });
    expect(context.signal.aborted).toBe(true);
    expect(context.startedAt).toEqual(new Date(1000));
  });

  it("reads arrays of strings and numbers", () => {
    const context = withParameters({ names: ["a"], mixed: ["a", 1], ratio: 0.5 });
    expect(context.getRequiredStringArray("names")).toEqual(["a"]);
    expect(() => context.getRequiredStringArray("mixed")).toThrow("must be an array of strings");
    expect(context.getOptionalStringArray("other")).toEqual([]);
    expect(context.getRequiredNumber("ratio")).toBe(0.5);
    expect(context.getOptionalNumber("other", 2)).toBe(2);
  });
});
