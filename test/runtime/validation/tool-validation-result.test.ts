import { ToolValidationError, ToolValidationResult, ToolValidationWarning } from "@toolkiln/runtime";
import { describe, expect, it } from "vitest";

describe("ToolValidationResult", () => {
  it("is valid without errors and has no message", () => {
    const result = ToolValidationResult.valid();
    expect(result).toMatchObject({ isValid: true, errors: [], warnings: [] });
    expect(result.getErrorMessage()).toBe("");
  });

  it("stays valid with warnings", () => {
    const warning = ToolValidationWarning.largeValue("content", "12 MB");
    expect(ToolValidationResult.validWithWarnings(warning)).toMatchObject({
      isValid: true,
      warnings: [warning],
    });
  });

  it("lists its errors line by line", () => {
    const result = ToolValidationResult.invalid(
      ToolValidationError.required("path"),
      ToolValidationError.invalidValue("mode", "No such mode"),
    );
    expect(result.isValid).toBe(false);
    expect(result.getErrorMessage()).toBe(
      "- path: Required parameter 'path' is missing\n- mode: No such mode",
    );
  });

  it("has short forms for one missing and one invalid value", () => {
    expect(ToolValidationResult.missingRequired("a").errors).toEqual([ToolValidationError.required("a")]);
    expect(ToolValidationResult.invalidValue("a", "b").errors).toEqual([
      { parameterName: "a", message: "b", errorCode: "invalid_value" },
    ]);
  });

  it("combines results: valid only if all are, with all errors and warnings", () => {
    const warning = ToolValidationWarning.slowOperation("path", "2,431 files");
    const combined = ToolValidationResult.combine(
      ToolValidationResult.validWithWarnings(warning),
      ToolValidationResult.missingRequired("path"),
    );
    expect(combined).toMatchObject({
      isValid: false,
      errors: [{ errorCode: "required" }],
      warnings: [warning],
    });
    expect(ToolValidationResult.combine().isValid).toBe(true);
    expect(ToolValidationResult.combine(ToolValidationResult.invalid()).isValid).toBe(false);
  });

  it("cannot be changed", () => {
    expect(Object.isFrozen(ToolValidationResult.invalid())).toBe(true);
  });
});

describe("ToolValidationError", () => {
  it.each([
    [ToolValidationError.required("p"), "required", "Required parameter 'p' is missing"],
    [ToolValidationError.invalidValue("p", "Bad", 1), "invalid_value", "Bad"],
    [
      ToolValidationError.typeMismatch("p", "integer", "string"),
      "type_mismatch",
      "Expected integer but got string",
    ],
    [ToolValidationError.outOfRange("p", 11, 1, 10), "out_of_range", "Value 11 is out of range [1, 10]"],
    [ToolValidationError.outOfRange("p", 11, null, 10), "out_of_range", "Value 11 is out of range [-∞, 10]"],
    [
      ToolValidationError.patternMismatch("p", "x", "^a"),
      "pattern_mismatch",
      "Value does not match required pattern: ^a",
    ],
    [ToolValidationError.invalidEnum("p", "x", ["a", "b"]), "invalid_enum", "Invalid value. Allowed: a, b"],
    [ToolValidationError.pathNotFound("p", "a/b"), "path_not_found", "Path does not exist: a/b"],
    [
      ToolValidationError.pathOutsideWorkspace("p", "../x"),
      "path_outside_workspace",
      "Path is outside the workspace: ../x",
    ],
  ])("%j", (error, errorCode, message) => {
    expect(error).toMatchObject({ parameterName: "p", errorCode, message });
  });
});

describe("ToolValidationWarning", () => {
  it.each([
    [ToolValidationWarning.deprecated("p"), "deprecated", "Parameter 'p' is deprecated."],
    [
      ToolValidationWarning.deprecated("p", "q"),
      "deprecated",
      "Parameter 'p' is deprecated. Use 'q' instead.",
    ],
    [ToolValidationWarning.largeValue("p", "12 MB"), "large_value", "12 MB"],
    [
      ToolValidationWarning.slowOperation("p", "many files"),
      "slow_operation",
      "This may be slow: many files",
    ],
  ])("%j", (warning, warningCode, message) => {
    expect(warning).toEqual({ parameterName: "p", warningCode, message });
  });
});
