import { defineConfig } from "toolkiln";

export default defineConfig({
  manifests: "manifests",
  out: "src/generated",
  tools: "src/tools",
  categories: ["billing"], // besides the well-known ones
  targets: ["mcp", { provider: "openai", strict: true }, { provider: "anthropic", prefix: "mcp__files__" }],
  budget: { tool: 400, total: 8000 }, // tokens
  severities: { "undescribed-property": "error" }, // by code or name: error, warning, hint, off
  baseline: "toolkiln-baseline.json", // written by `toolkiln lint --update-baseline`
  maxWarnings: 0,
});
