import { defineConfig, mergeConfig } from "vitest/config";
import light from "../../vitest.config.js";

const shared = { ...light, test: { ...light.test, include: [], exclude: [] } };

export default mergeConfig(
  shared,
  defineConfig({
    root: new URL("../..", import.meta.url).pathname,
    test: { include: ["test/full/**/*.test.ts"], exclude: ["**/node_modules/**"], testTimeout: 120_000 },
  }),
);
