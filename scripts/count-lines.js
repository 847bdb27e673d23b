import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What the project allows itself: lines of source, without tests, benchmarks, documentation, examples and generated code. */
export const budget = { core: 32_000, total: 48_000 };

const core = ["runtime", "generator", "packages/project", "packages/cli", "tools"];
const leftOut = /(^|\/)(test|bench|docs|generated|examples|dist)\//;

/** Lines of source of each package, of the core and of everything. */
export function countLines(root) {
  const files = execFileSync("git", ["ls-files", "*.ts", "*.tsx", "*.js", "*.css"], {
    cwd: root,
    encoding: "utf8",
  });
  const packages = new Map();
  // A file that was deleted is listed until that is committed.
  const counted = files
    .split("\n")
    .filter((file) => file !== "" && !leftOut.test(file) && existsSync(join(root, file)));
  for (const file of counted) {
    const home = /^(packages\/[^/]+|[^/]+)\//.exec(file)?.[1] ?? "other files";
    const lines = readFileSync(join(root, file), "utf8").split("\n").length - 1;
    packages.set(home, (packages.get(home) ?? 0) + lines);
  }
  const sum = (names) => names.reduce((total, name) => total + (packages.get(name) ?? 0), 0);
  return { packages, core: sum(core), total: sum([...packages.keys()]) };
}
