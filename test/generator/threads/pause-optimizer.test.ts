import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pauseOptimizer } from "../../../generator/threads/pause-optimizer.js";

const flags = vi.hoisted((): string[] => []);
vi.mock("node:v8", () => ({ setFlagsFromString: (flag: string) => flags.push(flag) }));

describe("pausing the optimiser", () => {
  const { execArgv } = process;
  beforeEach(() => {
    flags.length = 0;
    process.execArgv = [];
    vi.stubEnv("NODE_OPTIONS", "");
  });
  afterEach(() => {
    process.execArgv = execArgv;
    vi.unstubAllEnvs();
  });

  it("lasts until it is ended", () => {
    const resume = pauseOptimizer();
    expect(flags).toEqual(["--no-turbofan"]);
    resume();
    expect(flags).toEqual(["--no-turbofan", "--turbofan"]);
  });

  it("lasts until all who asked for it have ended it", () => {
    const [first, second] = [pauseOptimizer(), pauseOptimizer()];
    first();
    first();
    expect(flags).toEqual(["--no-turbofan"]);
    second();
    expect(flags).toEqual(["--no-turbofan", "--turbofan"]);
  });

  it.each(["--no-opt", "--turbofan", "--jitless", "--lite_mode"])(
    "leaves a process with %s alone",
    (flag) => {
      process.execArgv = ["--enable-source-maps", flag];
      pauseOptimizer()();
      process.execArgv = [];
      vi.stubEnv("NODE_OPTIONS", flag);
      pauseOptimizer()();
      expect(flags).toEqual([]);
    },
  );
});
