import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

// Packages are tested from their sources: one copy of the runtime, and no build between an edit and its test.
const conditions = ["@toolkiln/source"];

/** Packages whose coverage is measured; test/full/check-coverage.js says how much is expected. */
const measured = ["runtime", "generator", "packages/mcp", "packages/providers"];
/** Tests run these in a thread or process of their own, where nothing is measured. */
const inProcessesOfTheirOwn = [
  "generator/compare/format-changes.ts",
  "generator/compare/git-host.ts",
  "generator/compare/tool-version.ts",
  "generator/rename/**",
  "generator/threads/compile-worker.ts",
  "generator/threads/compile-units.ts",
  "packages/mcp/node/serve-stdio.ts",
];

/** Tests that replace modules or look at which are loaded; all others share processes, so that modules load once. */
const alone = [
  "test/runtime/node/move-without-links.test.ts",
  "test/runtime/registry/tool-registry.test.ts",
  "test/tools/rebinding.test.ts",
];

/** The two groups that test files run in. */
export function testGroups(exclude: string[]): TestProjectInlineConfiguration[] {
  const include = ["test/**/*.test.ts"];
  return [
    { extends: true, test: { name: "together", include, exclude: [...exclude, ...alone], isolate: false } },
    { extends: true, test: { name: "alone", include: alone } },
  ];
}

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    projects: testGroups(["**/node_modules/**", "test/full/**"]),
    typecheck: { enabled: false },
    server: { deps: { inline: [/@toolkiln\//] } },
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Many tests wait for other processes, so that a worker for each core is not too many.
    maxWorkers: "100%",
    coverage: {
      provider: "v8",
      include: measured.map((folder) => `${folder}/**/*.ts`),
      exclude: ["**/dist/**", ...inProcessesOfTheirOwn],
      reporter: ["json-summary"],
      reportOnFailure: true,
    },
  },
});
