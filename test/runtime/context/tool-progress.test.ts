import { ToolProgress } from "@toolkiln/runtime";
import { describe, expect, it } from "vitest";

describe("progress", () => {
  it("copies known fields only", () => {
    const fields = { message: "Working", warningMessage: "slow", hasWarning: false, toString: "x", more: 1 };
    const progress = new ToolProgress(fields);
    expect(progress).toMatchObject({ message: "Working", warningMessage: "slow", hasWarning: true });
    expect(JSON.stringify(progress)).toBe('{"message":"Working","warningMessage":"slow"}');
    expect(Object.keys(progress)).not.toContain("toString");
  });
});

describe("the progress of the test plan", () => {
  it("ToolProgress_IsIndeterminate_NoPercent_ReturnsTrue", () => {
    expect(ToolProgress.message("Working").isIndeterminate).toBe(true);
    expect(ToolProgress.operation("Working", "a.ts").isIndeterminate).toBe(true);
  });

  it("ToolProgress_IsIndeterminate_WithPercent_ReturnsFalse", () => {
    expect(ToolProgress.withPercent("Working", 0).isIndeterminate).toBe(false);
    expect(ToolProgress.items("Working", 0, 0).isIndeterminate).toBe(false);
  });

  it("ToolProgress_NormalizedProgress_FromPercent_Correct", () => {
    expect(ToolProgress.withPercent("", 25).normalizedProgress).toBe(0.25);
    expect(ToolProgress.withPercent("", 250).normalizedProgress).toBe(1);
    expect(ToolProgress.withPercent("", -5).normalizedProgress).toBe(0);
    expect(ToolProgress.withPercent("", Number.NaN)).toMatchObject({
      isIndeterminate: true,
      normalizedProgress: 0,
    });
  });

  it("ToolProgress_NormalizedProgress_FromItems_Correct", () => {
    expect(new ToolProgress({ message: "", itemsProcessed: 5, totalItems: 20 }).normalizedProgress).toBe(
      0.25,
    );
    expect(new ToolProgress({ message: "", itemsProcessed: 50, totalItems: 20 }).normalizedProgress).toBe(1);
    expect(ToolProgress.items("", 1, 0).normalizedProgress).toBe(0);
  });

  it("ToolProgress_ProgressText_Percent_FormatsCorrectly", () => {
    expect(ToolProgress.withPercent("", 49.6).progressText).toBe("50%");
  });

  it("ToolProgress_ProgressText_Items_FormatsCorrectly", () => {
    expect(new ToolProgress({ message: "", itemsProcessed: 5, totalItems: 10 }).progressText).toBe("5/10");
    expect(ToolProgress.message("").progressText).toBe("");
  });

  it("ToolProgress_Items_CalculatesPercent", () => {
    expect(ToolProgress.items("Copying", 5, 10)).toMatchObject({ percentComplete: 50, progressText: "50%" });
  });

  it("ToolProgress_Completed_IsFullProgress", () => {
    expect(ToolProgress.completed()).toMatchObject({
      message: "Completed",
      percentComplete: 100,
      normalizedProgress: 1,
    });
  });
});

describe("ToolProgress", () => {
  it("formats the remaining time in a suitable unit", () => {
    const text = (estimatedRemainingMs?: number) =>
      new ToolProgress({ message: "", estimatedRemainingMs }).remainingText;
    expect([text(), text(4_200), text(150_000), text(5_400_000)]).toEqual([
      undefined,
      "4s remaining",
      "3m remaining",
      "1.5h remaining",
    ]);
  });

  it("warns", () => {
    expect(ToolProgress.withWarning("Copying", "Slow disk")).toMatchObject({
      hasWarning: true,
      warningMessage: "Slow disk",
    });
  });

  it("serializes to plain data", () => {
    expect(JSON.parse(JSON.stringify(ToolProgress.withPercent("a", 5)))).toEqual({
      message: "a",
      percentComplete: 5,
    });
  });
});
