import { defineConfig } from "vitest/config";
import light from "../../vitest.config.js";

/** These run in `npm test` on few or generated inputs, and here on many, and on the collections beside the repository. */
const onMoreInputs = [
  "test/fuzz/*.test.ts",
  "test/generator/emit/corpus.test.ts",
  "test/generator/lower/real-tools.test.ts",
  "test/providers/provider-contract.test.ts",
  "test/providers/round-trip.test.ts",
  "test/render/terminal-safety.test.ts",
  "test/runtime/testing/argument-arbitrary.test.ts",
  "test/runtime/validator/tool-validator.test.ts",
  "test/tools/conformance.test.ts",
];

export default defineConfig({
  ...light,
  root: new URL("../..", import.meta.url).pathname,
  test: {
    ...light.test,
    include: ["test/full/**/*.test.ts", ...onMoreInputs],
    exclude: ["**/node_modules/**"],
    env: { TOOLKILN_FULL_TESTS: "true" },
    testTimeout: 120_000,
  },
});
