import { ToolProgress } from "@toolkiln/runtime";
import { describe, expect, it } from "vitest";
import { describeProgress } from "../../packages/cli/run/progress-line.js";

describe("a step of a running call", () => {
  it("is shown with a bar, counts and the remaining time", () => {
    const step = ToolProgress.items("Deleting", 1702, 2431);
    expect(describeProgress(step, 9300)).toBe("Deleting  ███████████░░░░░  1,702 of 2,431  4s remaining");
  });

  it("shows the tool's own estimate, and omits unknown values", () => {
    const step = new ToolProgress({ message: "Waiting", percentComplete: 50, estimatedRemainingMs: 5_000 });
    expect(describeProgress(step, 10)).toBe("Waiting  ████████░░░░░░░░  50%  5s remaining");
    expect(describeProgress(ToolProgress.message("Waiting"), 10)).toBe("Waiting");
  });

  it("cannot send control sequences to the terminal", () => {
    expect(describeProgress(ToolProgress.message("a\u001B[2J\nb"), 0)).toBe("a\\u{1b}[2J b");
  });
});
