import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { step } from "./steps.js";

/** The folder of the full tests, with a separate package.json and lock file. */
export const fullTests = "test/full";

const stamp = `${fullTests}/node_modules/.installed-lock`;

/** Installs the packages of the full tests, unless they are up to date with the lock file. */
export function installFullPackages() {
  const lock = createHash("sha256")
    .update(readFileSync(`${fullTests}/package-lock.json`))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  step("packages of the full tests", "npm", "ci", "--prefix", fullTests, "--ignore-scripts", "--no-audit", "--no-fund"); // prettier-ignore
  writeFileSync(stamp, lock);
}
