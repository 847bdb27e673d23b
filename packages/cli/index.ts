export { defineConfig } from "@toolkiln/generator/config";
export type { ProjectConfig, ToolkilnConfig } from "@toolkiln/generator/config";
