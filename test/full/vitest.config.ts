import { defineConfig } from "vitest/config";
import light, { testGroups } from "../../vitest.config.js";

// Measuring coverage slows down what this test measures.
const untimed = process.argv.includes("--coverage") ? ["**/validation-time.test.ts"] : [];

export default defineConfig({
  ...light,
  root: new URL("../..", import.meta.url).pathname,
  test: {
    ...light.test,
    // Those of `npm test` as well: on more inputs, and so that coverage is that of all tests.
    projects: testGroups(["**/node_modules/**", ...untimed]),
    env: { FULL_TESTS: "true" },
    testTimeout: 120_000,
    // Pages and other processes answer when the machine lets them.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 120_000,
  },
});
