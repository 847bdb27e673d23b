import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { median, printTable, quietDecile } from "../harness.js";
import { benchFolder, writeProject } from "../thousand-tools.js";

const bin = fileURLToPath(new URL("../../../packages/cli/bin/toolkiln.js", import.meta.url));

/** What starting the command costs, against an empty process: `--version` at most 2 times, `list` of 20 at most 4. */
export async function command({ rounds = 20 } = {}) {
  const cwd = writeProject(benchFolder("command"), 20);
  const cases = [
    { name: "empty process", args: ["-e", "0"] },
    { name: "toolkiln --version", args: [bin, "--version"], most: 2 },
    { name: "toolkiln list, 20 manifests", args: [bin, "list"], most: 4 },
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
