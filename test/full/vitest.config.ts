import { defineConfig } from "vitest/config";
import light, { testGroups } from "../../vitest.config.js";

// Measuring coverage slows down what this test measures.
const untimed = process.argv.includes("--coverage") ? ["**/validation-time.test.ts"] : [];

export default defineConfig({
  ...light,
  root: new URL("../..", import.meta.url).pathname,
  test: {
    ...light.test,
    // Includes the tests of `npm test`, which check more inputs here, so that coverage is that of all tests.
    projects: testGroups(["**/node_modules/**", ...untimed]),
    env: { FULL_TESTS: "true" },
    testTimeout: 120_000,
    // Pages and other processes may respond slowly on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 120_000,
  },
});
