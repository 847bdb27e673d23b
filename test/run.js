// Runs the tests that need only Node and npm. full/run.js runs all tests; CI runs both.
import { step, summarize } from "./support/steps.js";

step("build", "npm", "run", "--silent", "build");
step("types of the tests", "tsc", "-p", "test/tsconfig.json");
step("lint", "npm", "run", "--silent", "lint");
step("format", "npm", "run", "--silent", "format:check");
step("freshness of generated/", "toolkiln", "check");
step("tests of the manifests", "toolkiln", "test");
step("tests", "vitest", "run");
summarize();
