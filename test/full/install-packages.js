// Installs the packages of the full tests, unless they are up to date with their lock file.
import { execSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const stamp = "test/full/node_modules/.installed-lock";
const lock = createHash("sha256").update(readFileSync("test/full/package-lock.json")).digest("hex");

if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== lock) {
  execSync("npm ci --prefix test/full --ignore-scripts --no-audit --no-fund", { stdio: "inherit" });
  writeFileSync(stamp, lock);
}
