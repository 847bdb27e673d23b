import {
  hasArtifacts,
  hasSuggestions,
  isCancelled,
  isDenied,
  isFailure,
  isNotAvailable,
  isTimeout,
  isToolResult,
  isValidationFailure,
  ToolArtifact,
  ToolResult,
  ToolResultBuilder,
  ToolValidationResult,
} from "@toolkiln/runtime";
import { describe, expect, expectTypeOf, it } from "vitest";

describe("ToolResult", () => {
  it("succeeded has the correct state", () => {
    const result = ToolResult.succeeded({ count: 1 }, "Counted");
    expect(result).toMatchObject({ success: true, data: { count: 1 }, message: "Counted", error: undefined });
    expect(ToolResult.succeeded().message).toBe("Operation completed successfully");
    expect(ToolResult.succeeded().data).toBeUndefined();
    expect(isFailure(result)).toBe(false);
    expect(Object.isFrozen(result)).toBe(true);
  });

  it("succeededWithArtifacts includes the artifacts", () => {
    const artifact = ToolArtifact.file("a.txt", true);
    const result = ToolResult.succeededWithArtifacts(new Set([artifact]), 1, "Wrote");
    expect(result.artifacts).toEqual([artifact]);
    expect(result.message).toBe("Wrote");
    expect(hasArtifacts(result)).toBe(true);
    expect(ToolResult.succeededWithArtifacts([]).message).toBe("Operation completed successfully");
  });

  it("failed has the error's details", () => {
    const result = ToolResult.failed("No such branch", "BranchNotFound", { tried: 1 });
    expect(result.error).toEqual({ code: "BranchNotFound", message: "No such branch" });
    expect(result).toMatchObject({ success: false, message: "No such branch", data: { tried: 1 } });
    expect(ToolResult.failed("x").error.code).toBeUndefined();
    expect(isFailure(result)).toBe(true);
  });

  it("fromError extracts the details of what was thrown", () => {
    const thrown = new TypeError("bad");
    expect(ToolResult.fromError(thrown).error).toEqual({ code: "TypeError", message: "bad", cause: thrown });
    const result = ToolResult.fromError(thrown, "Reading the file");
    expect(result.error.message).toBe("Reading the file: bad");
    expect(result.message).toBe("Reading the file");
  });

  it("fromError uses the code or class of an error whose name is only Error", () => {
    class QuotaError extends Error {}
    expect(ToolResult.fromError(new QuotaError("full")).error.code).toBe("QuotaError");
    expect(ToolResult.fromError(Object.assign(new Error("gone"), { code: "ENOENT" })).error.code).toBe(
      "ENOENT",
    );
    expect(ToolResult.fromError(new Error("plain")).error.code).toBe("Error");
  });

  it.each([
    ["a string", "boom", "boom"],
    ["undefined", undefined, "The tool threw undefined."],
    ["an object", { message: "boom" }, "The tool threw an object: boom."],
    ["an object without a message", Object.create(null), "The tool threw an object."],
    [
      "an error without a prototype",
      Object.assign(Object.create(null) as object, { name: "", message: "m" }),
      "m",
    ],
    ["a symbol", Symbol("s"), "The tool threw Symbol(s)."],
    ["an error without a message", new RangeError(), "RangeError"],
    [
      "a value that cannot be read",
      new Proxy(
        {},
        {
          get() {
            throw new Error("no");
          },
        },
      ),
      "The tool threw a value that cannot be read.",
    ],
  ])("fromError accepts %s", (_, thrown, message) => {
    expect(ToolResult.fromError(thrown).error.message).toBe(message);
  });

  it("cancelled has the correct code", () => {
    const result = ToolResult.cancelled();
    expect(result.error).toEqual({ code: "Cancelled", message: "Operation was cancelled" });
    expect(result.message).toBe("Operation was cancelled by user");
    expect(ToolResult.cancelled("Window closed").message).toBe("Window closed");
    expect(isCancelled(result)).toBe(true);
    expect(isDenied(result)).toBe(false);
  });

  it("denied has the correct code", () => {
    const result = ToolResult.denied("Not on a Friday");
    expect(result.error).toEqual({ code: "Denied", message: "Operation was denied by user" });
    expect(result.message).toBe("Not on a Friday");
    expect(ToolResult.denied().message).toBe("Operation was denied by user");
    expect(isDenied(result)).toBe(true);
  });

  it("timeout includes the duration", () => {
    const result = ToolResult.timeout(1_540);
    expect(result.error).toEqual({ code: "Timeout", message: "Operation timed out after 1.5s" });
    expect(result).toMatchObject({ message: "Operation timed out", durationMs: 1_540 });
    expect(isTimeout(result)).toBe(true);
  });

  it("validationFailed includes the errors, as data too", () => {
    const errors = [
      { parameterName: "path", message: "Required parameter 'path' is missing", errorCode: "required" },
      { parameterName: "size", message: "Must be integer", errorCode: "type_mismatch" },
    ];
    const result = ToolResult.validationFailed(ToolValidationResult.invalid(...errors));
    expect(result.error.message).toBe("Required parameter 'path' is missing; Must be integer");
    expect(result.error.code).toBe("ValidationFailed");
    expect(result.message).toBe("Parameter validation failed");
    expect(result.data).toEqual({ errors });
    expect(isValidationFailure(result)).toBe(true);
  });

  it("notAvailable gives the reason", () => {
    const result = ToolResult.notAvailable("No workspace is open");
    expect(result.error).toEqual({ code: "NotAvailable", message: "No workspace is open" });
    expect(isNotAvailable(result)).toBe(true);
  });

  it("is narrowed by `success`", () => {
    const result = ToolResult.succeeded({ content: "x" }) as ToolResult<{ content: string }>;
    if (result.success) expectTypeOf(result.data).toEqualTypeOf<{ content: string }>();
    else expectTypeOf(result.data).toEqualTypeOf<unknown>();
    expectTypeOf(ToolResult.succeeded().data).toEqualTypeOf<undefined>();
    // @ts-expect-error results are readonly
    expect(() => (result.message = "other")).toThrow(TypeError);
  });

  it("is recognised by its brand, which another copy of the runtime shares and data cannot carry", async () => {
    const secondCopy = "../../../runtime/result/tool-result.js?copy";
    const copy = (await import(secondCopy)) as { ToolResult: typeof ToolResult };
    expect(copy.ToolResult).not.toBe(ToolResult);
    const foreign = copy.ToolResult.succeeded(1);
    expect(isToolResult(foreign)).toBe(true);
    expect(isToolResult(ToolResult.failed("x"))).toBe(true);
    expect(isToolResult(JSON.parse(JSON.stringify(foreign)))).toBe(false);
    expect(isToolResult({ ...foreign })).toBe(false);
    for (const value of [null, undefined, "x", 1, [], () => {}]) expect(isToolResult(value)).toBe(false);
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(isToolResult(proxy)).toBe(false);
  });
});

describe("JSON of a result", () => {
  it("leaves out the cause and encodes the data", () => {
    const result = ToolResult.fromError(new Error("boom"), "Working");
    const json = JSON.parse(JSON.stringify(result)) as Record<string, unknown>;
    expect(json["error"]).toEqual({ code: "Error", message: "Working: boom" });
    expect(JSON.parse(JSON.stringify(ToolResult.succeeded(new Map([[1, 2n]]))))).toMatchObject({
      success: true,
      kind: "structured",
      data: [[1, "2"]],
      artifacts: [],
      durationMs: 0,
    });
  });

  it("never throws, whatever the data", () => {
    const artifact = ToolArtifact.custom("x", "y", "z", { size: 1n as unknown as number });
    expect(JSON.stringify(ToolResult.succeededWithArtifacts([artifact]))).toContain('"size":"1"');
    const circular: Record<string, unknown> = {};
    circular["self"] = circular;
    expect(JSON.parse(JSON.stringify(ToolResult.succeeded(circular)))).toMatchObject({
      data: { self: "[Circular]" },
    });
  });
});

describe("ToolResultBuilder", () => {
  it("builds the correct result", () => {
    const result = ToolResultBuilder.create()
      .asSuccess()
      .withMessage("Files updated")
      .withData({ updated: 5 })
      .withFileArtifact("a.ts", true, "Created")
      .withDirectoryArtifact("src")
      .withDeletedFile("b.ts")
      .withSuggestion("Run the tests")
      .withDuration(2_500)
      .withMetadata("exitCode", 0)
      .withKind("git.status")
      .withSummary("5 files")
      .withMimeType("application/json")
      .withDisplay({ preferredView: "tree" })
      .build();
    expect(result).toMatchObject({
      success: true,
      data: { updated: 5 },
      message: "Files updated",
      durationMs: 2_500,
      metadata: { exitCode: 0 },
      kind: "git.status",
      summary: "5 files",
      mimeType: "application/json",
      display: { preferredView: "tree" },
    });
    expect(result.artifacts.map(({ path, action }) => `${action} ${path}`)).toEqual([
      "created a.ts",
      "modified src",
      "deleted b.ts",
    ]);
    expect(hasSuggestions(result)).toBe(true);
    if (result.success) expectTypeOf(result.data).toEqualTypeOf<{ updated: 5 }>();
  });

  it("accumulates artifacts", () => {
    const [a, b] = [ToolArtifact.file("a"), ToolArtifact.url("https://example.org")];
    const result = ToolResultBuilder.success()
      .withArtifact(a)
      .withArtifacts([b])
      .withFileArtifact("c")
      .build();
    expect(result.artifacts.map(({ path }) => path)).toEqual(["a", "https://example.org", "c"]);
  });

  it("accumulates suggestions", () => {
    const builder = ToolResultBuilder.create().withSuggestion("one").withSuggestions(["two", "three"]);
    const result = builder.build();
    builder.withSuggestion("four");
    expect(result.suggestedFollowUps).toEqual(["one", "two", "three"]);
  });

  it("asFailure sets all fields", () => {
    const result = ToolResultBuilder.create()
      .asFailure("It broke", "Broken")
      .withData({ half: true })
      .build();
    expect(result).toMatchObject({ success: false, message: "It broke", data: { half: true } });
    expect(result.error).toEqual({ code: "Broken", message: "It broke" });
    expect(ToolResultBuilder.failure("x").build()).toMatchObject({ success: false, message: "x" });
    expect(isCancelled(ToolResultBuilder.create().asCancelled().build())).toBe(true);
    expect(ToolResultBuilder.create().withMessage("m").asCancelled().build().message).toBe(
      "Operation was cancelled by user",
    );
  });

  it("asFailure keeps a message, withException fills in only what is missing", () => {
    const thrown = new TypeError("bad");
    const first = ToolResultBuilder.create()
      .withMessage("While reading")
      .asFailure("It broke")
      .withException(thrown);
    expect(first.build()).toMatchObject({
      message: "While reading",
      error: { code: "TypeError", message: "It broke", cause: thrown },
    });
    const second = ToolResultBuilder.create().withException(thrown).asFailure("It broke");
    expect(second.build().error).toEqual({ code: undefined, message: "It broke", cause: thrown });
    const third = ToolResultBuilder.create().withException(thrown).build();
    expect(third).toMatchObject({
      success: false,
      message: "bad",
      error: { code: "TypeError", message: "bad" },
    });
  });

  it("records in the metadata what truncation will remove", () => {
    const builder = ToolResultBuilder.create().withData("x".repeat(98)).withMetadata("a", 1);
    expect(builder.withTruncation(100).build().metadata).toEqual({ a: 1 });
    const cut = builder.withTruncation(99).build();
    expect(cut.metadata).toEqual({ a: 1, truncation: { maxLength: 99, totalLength: 100 } });
    expect(cut.maxDataLength).toBe(99);
    expect(ToolResultBuilder.create().withTruncation().build().maxDataLength).toBe(50_000);
  });
});

describe("the lists of a result", () => {
  const artifacts = [ToolArtifact.file("a.txt")];
  it.each([
    ["a factory", ToolResult.succeededWithArtifacts(artifacts, 1)],
    ["a builder", ToolResultBuilder.success().withArtifacts(artifacts).withSuggestion("Test").build()],
    ["a failure", ToolResult.failed("No")],
  ])("cannot be added to: %s", (_, result) => {
    for (const list of [result.artifacts, result.suggestedFollowUps, result.warnings]) {
      expect(() => Reflect.apply(Array.prototype.push, list, [1])).toThrow(TypeError);
    }
    expect(Object.isFrozen(result.error ?? result)).toBe(true);
  });

  it("are copies: the given list is not frozen", () => {
    expect(Object.isFrozen(artifacts)).toBe(false);
  });
});
