import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { median, printTable, quietDecile } from "../harness.js";
import { benchFolder, writeProject } from "../thousand-tools.js";

const bin = fileURLToPath(new URL("../../../packages/cli/bin/toolkiln.js", import.meta.url));

/** The start-up cost of the command against an empty process, with its limits. */
export async function command({ rounds = 20 } = {}) {
  const cwd = writeProject(benchFolder("command"), 20);
  const generated = writeProject(benchFolder("command-generated"), 20);
  // `generate` writes the cache that `list` reads.
  spawnSync(process.execPath, [bin, "generate"], { cwd: generated });
  const cases = [
    { name: "empty process", args: ["-e", "0"] },
    { name: "toolkiln --version", args: [bin, "--version"], most: 2 },
    { name: "toolkiln list, 20 manifests, cached", args: [bin, "list", "--cwd", generated], most: 4 },
    { name: "toolkiln list, 20 manifests, without a cache", args: [bin, "list"], most: 6 },
  ];
  const measured = cases.map(() => []);
  for (let round = -1; round < rounds; round++) {
    for (const [position, { name, args }] of cases.entries()) {
      const started = performance.now();
      const { status, stderr } = spawnSync(process.execPath, args, { cwd, encoding: "utf8" });
      if (status !== 0) throw new Error(`${name} failed: ${stderr}`);
      if (round >= 0) measured[position].push(performance.now() - started);
    }
  }
  const floor = quietDecile(measured[0]);
  const rows = cases.map(({ name, most }, position) => {
    const quiet = quietDecile(measured[position]);
    const ratio = quiet / floor;
    const limit = most === undefined ? "" : ` (at most ${most})`;
    return { name: name + limit, unit: "ms", quiet, median: median(measured[position]), ratio };
  });
  printTable("start of the command", rows);
  return rows;
}
