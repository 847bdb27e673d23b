import { afterEach, expect, it, vi } from "vitest";
import { startClock } from "../../../generator/lint/work-clock.js";

afterEach(() => {
  vi.restoreAllMocks();
});

it.each([
  ["the processor's time on a busy machine", { cpu: 20, wall: 90 }, 20],
  ["the clock's time when other threads work as well", { cpu: 300, wall: 90 }, 90],
  ["parts of a millisecond, since many of them are much", { cpu: 0.5, wall: 0.75 }, 0.5],
])("charges %s", (_, { cpu, wall }, charged) => {
  vi.spyOn(performance, "now")
    .mockReturnValueOnce(1000)
    .mockReturnValueOnce(1000 + wall);
  vi.spyOn(process, "cpuUsage")
    .mockReturnValueOnce({ user: 0, system: 0 })
    .mockReturnValueOnce({ user: cpu * 600, system: cpu * 400 });
  expect(startClock()()).toBe(charged);
});
