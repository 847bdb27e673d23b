import { defineConfig } from "vitest/config";

// Packages are tested from their sources: one copy of the runtime, and no build between an edit and its test.
const conditions = ["@toolkiln/source"];

/** Packages whose coverage is measured; scripts/check-coverage.js says how much is expected. */
const measured = ["runtime", "generator", "packages/mcp", "packages/providers"];
/** Tests run these in a thread or process of their own, where nothing is measured. */
const inProcessesOfTheirOwn = [
  "generator/compare/format-changes.ts",
  "generator/compare/git-host.ts",
  "generator/compare/tool-version.ts",
  "generator/rename/**",
  "generator/threads/compile-worker.ts",
  "generator/threads/start-helpers.ts",
  "packages/mcp/node/serve-stdio.ts",
];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/full/**"],
    typecheck: { enabled: false },
    server: { deps: { inline: [/@toolkiln\//] } },
    testTimeout: 30_000,
    // Many tests wait for other processes, so that a worker for each core is not too many.
    maxWorkers: "100%",
    coverage: {
      provider: "v8",
      include: measured.map((folder) => `${folder}/**/*.ts`),
      exclude: ["**/dist/**", "test/**", ...inProcessesOfTheirOwn],
      reporter: ["json-summary"],
    },
  },
});
