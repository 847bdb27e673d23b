// The whole check of the repository: what it runs is what CI runs.
import { step } from "./steps.js";

step("build", "npm", "run", "--silent", "build");
step("types of tests", "tsc", "-p", "test/tsconfig.json");
step("lint", "npm", "run", "--silent", "lint");
step("format", "npm", "run", "--silent", "format:check");
step("freshness of generated/", "toolkiln", "check");
step("chromium for the browser tests", "node", "scripts/ensure-chromium.js");
step("the tests of the manifests", "toolkiln", "test");
step("tests", "vitest", "run");
step("ratios against what is recorded", "npm", "run", "--silent", "bench:check");
step("consumers of the packed packages", "node", "test/consumers/run.js");
