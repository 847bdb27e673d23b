import { defineConfig } from "vitest/config";

// Packages are tested from their sources: one copy of the runtime, and no build between an edit and its test.
const conditions = ["@toolkiln/source"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/full/**"],
    typecheck: { enabled: false },
    server: { deps: { inline: [/@toolkiln\//] } },
    testTimeout: 30_000,
  },
});
