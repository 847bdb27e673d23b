import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { adversarialCases, sharedCases } from "../../../support/shared-cases.js";

// Which test of test/runtime/executor shows the right behaviour for a case of the group "executor". A case that is not
// listed fails, so that a new one is not overlooked.
const shownBy: Readonly<Record<string, readonly string[]>> = {
  X01: ["times out when it never settles, frees its slot and is counted as abandoned"],
  X02: ["has one result when it %s after its timeout"],
  X04: ["reports its real duration when it blocks the event loop past its timeout"],
  X05: ["%s of %s throws and names the expected value"],
  X07: [
    "before the call keeps the tool from running",
    "while the call waits in the queue frees its place",
    "while approval is pending aborts the request",
    "while the tool runs aborts its signal with the caller's reason",
    "after the end changes nothing",
  ],
  X08: ["has one result when cancel, deadline and completion coincide"],
  X09: ["leave no listener, timer or memory behind"],
  X10: ["fails with one readable error for %s"],
  X11: ["fails for %s", "completes without data when nothing is returned"],
  X13: ["isolates a call and other listeners from a listener that throws or rejects"],
  X14: [
    "denies a call when it answers %s",
    "denies a call when the approver throws, rejects or never answers",
  ],
  X16: ["cannot change the parameters by mutating its request"],
  X17: ["maxConcurrentExecutions of %s throws and names the expected value"],
  X19: ["runs it in its own slot, so a limit of one does not deadlock"],
  X20: ["cover waiting and running together"],
  X22: ["keep their tool when it is replaced while they wait"],
  X23: ["lets calls finish within the grace period"],
  X25: ["cancels running and waiting calls and rejects new ones"],
  X26: ["still expire when the system clock is set back"],
};

describe.skipIf(sharedCases === undefined)("the adversarial cases of the executor", () => {
  const folder = new URL("../../../runtime/executor/", import.meta.url);
  const tests = readdirSync(folder)
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => readFileSync(new URL(name, folder), "utf8"))
    .join("\n");
  it.each(adversarialCases("executor"))("$id: $title", ({ id }) => {
    expect(shownBy[id], "a test that shows it").toBeDefined();
    for (const title of shownBy[id] ?? []) expect(tests).toContain(title);
  });
});
