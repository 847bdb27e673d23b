import { expect, it, vi } from "vitest";
import { findings } from "../support/manifests.js";

// Every piece of work takes a millisecond, on whatever machine.
vi.mock("../../../generator/lint/work-clock.js", () => ({ startClock: () => () => 1 }));

it("looks at the patterns of a file until their time is up, and tells that others are left", async () => {
  const patterns = Array.from(
    { length: 300 },
    (_, index) => `    p${index}: { description: P., pattern: "^([a-z]+[0-9]*)+(x|y|z${index})*$" }\n`,
  );
  const found = await findings(`schema:\n  properties:\n${patterns.join("")}`);
  const messages = found.filter(({ code }) => code === "TK3004").map(({ message }) => message);
  expect(messages).toHaveLength(251);
  expect(messages.pop()).toContain("were not looked at");
  expect(messages.filter((message) => message.includes("were not looked at"))).toEqual([]);
});
