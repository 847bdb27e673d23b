// npm run test:full               all tests, including those of npm test; needs several minutes, Chromium and 400 MB of packages
// npm run test:full -- mcp/load   only the test files whose path contains these words
import { fullTests, installFullPackages } from "./full-packages.js";
import { step, summarize } from "./steps.js";

const words = process.argv.slice(2);

installFullPackages();
if (words.length === 0) {
  step("build", "npm", "run", "--silent", "build");
  step("Chromium", "node", "scripts/ensure-chromium.js");
  step("types of the full tests", "tsc", "-p", `${fullTests}/tsconfig.json`);
  step("lint of the full tests", "oxlint", "--type-aware", "--deny-warnings", fullTests);
}
const run = ["vitest", "run", "--config", `${fullTests}/vitest.config.ts`];
if (words.length > 0) step("full tests", ...run, ...words);
else {
  step("all tests, with coverage", "npm", "run", "--silent", "coverage");
  // Coverage would distort the performance tests.
  step("full tests that measure time", ...run, "validation-time");
  step("consumers of the packed packages", "npm", "run", "--silent", "consumers");
  step("ratios against the recorded ones", "npm", "run", "--silent", "bench:check");
}
summarize();
