import { describe, expect, it } from "vitest";
import { describeProgress } from "../../packages/cli/run/progress-line.js";

describe("a step of a running call", () => {
  it("is shown with a bar, counts and the time that is left", () => {
    const step = { message: "Deleting", itemsProcessed: 1702, totalItems: 2431 };
    expect(describeProgress(step, 9300)).toBe("Deleting  ███████████░░░░░  1,702 of 2,431  4 s left");
  });

  it("counts only the way since the first step when it guesses the time", () => {
    expect(describeProgress({ message: "Copying", percentComplete: 75 }, 1000, 50)).toBe(
      "Copying  ████████████░░░░  75 %  1 s left",
    );
  });

  it("believes the tool's own estimate, and says nothing when nothing is known", () => {
    const step = { message: "Waiting", percentComplete: 50, estimatedRemainingMs: 3_725_000 };
    expect(describeProgress(step, 10)).toContain("1 h 2 min left");
    expect(describeProgress({ message: "Waiting" }, 10)).toBe("Waiting");
    expect(describeProgress({ message: "Odd", percentComplete: Number.NaN }, 10)).toBe("Odd");
  });

  it("cannot act on the terminal", () => {
    expect(describeProgress({ message: "a\u001B[2J\nb" }, 0)).toBe("a\\u{1b}[2J b");
  });
});
