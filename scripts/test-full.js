// npm run test:full               everything that npm test leaves out: it takes minutes, a Chromium and 400 MB of packages
// npm run test:full -- mcp/load   only the test files whose path contains these words
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { step, summarize } from "./steps.js";

const folder = "test/full";
const words = process.argv.slice(2);

if (!isInstalled())
  step("packages of the full tests", "npm", "ci", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund"); // prettier-ignore
writeFileSync(stamp(), lockHash());
if (words.length === 0) {
  step("build", "npm", "run", "--silent", "build");
  step("Chromium", "node", "scripts/ensure-chromium.js");
  step("types of the full tests", "tsc", "-p", `${folder}/tsconfig.json`);
  step("lint of the full tests", "oxlint", "--type-aware", "--deny-warnings", folder);
}
step("full tests", "vitest", "run", "--config", `${folder}/vitest.config.ts`, ...words);
if (words.length === 0) {
  step("consumers of the packed packages", "npm", "run", "--silent", "consumers");
  step("ratios against the recorded ones", "npm", "run", "--silent", "bench:check");
}
summarize();

/** Whether the packages are those of the lock file. */
function isInstalled() {
  return existsSync(stamp()) && readFileSync(stamp(), "utf8") === lockHash();
}

function stamp() {
  return `${folder}/node_modules/.installed-lock`;
}

function lockHash() {
  return createHash("sha256")
    .update(readFileSync(`${folder}/package-lock.json`))
    .digest("hex");
}
