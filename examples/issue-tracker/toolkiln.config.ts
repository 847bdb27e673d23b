import { defineConfig } from "toolkiln";

export default defineConfig({
  toolsets: { "read-only": { maxRisk: "safe" } },
  wireNames: "snake",
});
