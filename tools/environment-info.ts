import { arch, availableParallelism, freemem, platform, release, totalmem } from "node:os";
import { environmentInfo } from "../generated/tools/environment-info.js";
import { findProgram } from "./support/find-program.js";

/** Names of variables that tell something useful and nothing secret. */
const harmless = ["CI", "EDITOR", "LANG", "NODE_ENV", "SHELL", "TERM", "TZ"];

export const tool = environmentInfo.implement(async ({ programs }) => ({
  platform: platform(),
  release: release(),
  architecture: arch(),
  processors: availableParallelism(),
  memory: { totalBytes: totalmem(), freeBytes: freemem() },
  runtime: { name: "node", version: process.versions.node },
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  locale: Intl.DateTimeFormat().resolvedOptions().locale,
  variablesSet: harmless.filter((name) => process.env[name] !== undefined),
  programs: Object.fromEntries(
    await Promise.all(
      programs.map(async (program) => [program, (await findProgram(program)) !== undefined] as const),
    ),
  ),
}));
