// npm run test:full               all tests, including those of npm test; needs several minutes, Chromium and 400 MB of packages
// npm run test:full -- mcp/load   only the test files whose path contains these words
import { step, summarize } from "../support/steps.js";

const words = process.argv.slice(2);
const run = ["vitest", "run", "--config", "test/full/vitest.config.ts"];

step("packages of the full tests", "node", "test/full/install-packages.js");
if (words.length > 0) step("full tests", ...run, ...words);
else {
  step("build", "npm", "run", "--silent", "build");
  step("Chromium", "node", "test/full/support/ensure-chromium.js");
  step("types of the full tests", "tsc", "-p", "test/full/tsconfig.json");
  step("lint of the full tests", "oxlint", "--type-aware", "--deny-warnings", "test/full");
  step("all tests, with coverage", "npm", "run", "--silent", "coverage");
  // Coverage would distort the performance tests.
  step("full tests that measure time", ...run, "validation-time");
  step("consumers of the packed packages", "npm", "run", "--silent", "consumers");
  step("ratios against the recorded ones", "npm", "run", "--silent", "bench:check");
}
summarize();
