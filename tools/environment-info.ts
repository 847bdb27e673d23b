import { statfs } from "node:fs/promises";
import { arch, availableParallelism, freemem, platform, release, totalmem } from "node:os";
import { environmentInfo } from "../generated/tools/environment-info.js";
import { fileFailure } from "./support/file-failure.js";
import { findProgram } from "./support/find-program.js";

/** Variables that are useful to know and contain no secrets. */
const reportedVariables = ["CI", "EDITOR", "LANG", "NODE_ENV", "SHELL", "TERM", "TZ"];

export const tool = environmentInfo.implement(async ({ programs, disk }) => {
  try {
    const description = await describeSystem(programs);
    return disk === undefined ? description : { ...description, disk: await describeDisk(disk) };
  } catch (error) {
    return fileFailure(error, disk ?? "");
  }
});

async function describeDisk(folder: string) {
  const { bsize, blocks, bavail } = await statfs(folder);
  return { totalBytes: bsize * blocks, freeBytes: bsize * bavail };
}

const describeSystem = async (programs: readonly string[]) => ({
  platform: platform(),
  release: release(),
  architecture: arch(),
  processors: availableParallelism(),
  memory: { totalBytes: totalmem(), freeBytes: freemem() },
  runtime: { name: "node", version: process.versions.node },
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  locale: Intl.DateTimeFormat().resolvedOptions().locale,
  variablesSet: reportedVariables.filter((name) => process.env[name] !== undefined),
  programs: Object.fromEntries(
    await Promise.all(
      programs.map(async (program) => [program, (await findProgram(program)) !== undefined] as const),
    ),
  ),
});
