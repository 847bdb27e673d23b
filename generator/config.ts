import type { ToolkilnConfig } from "./model/generated/config.js";

export { isInToolset, type SelectableTool } from "./toolset-members.js";
export type { ToolkilnConfig } from "./model/generated/config.js";

/** A project of a configuration. What it leaves out comes from the configuration around it, then from the defaults. */
export type ProjectConfig = Omit<ToolkilnConfig, "$schema" | "projects">;

/** How a project is laid out and generated. */
export type GeneratorConfig = Readonly<
  Omit<ProjectConfig, "name" | "root" | "baseline" | "docs" | "maxWarnings"> & Required<typeof defaultConfig>
>;

/** Which tools belong to a toolset: those that are named, and those that meet every other criterion given. */
export type ToolsetSelector = NonNullable<ToolkilnConfig["toolsets"]>[string];

/** The file that diagnostics of the configuration itself name, when its extension is unknown. */
export const configurationFile: string = "toolkiln.config";

/** What a project without a configuration gets. */
export const defaultConfig: Readonly<
  Required<Pick<ProjectConfig, "manifests" | "out" | "tools" | "importExtension">>
> = { manifests: "manifests", out: "generated", tools: "tools", importExtension: "js" };

/** The file of a project that exports `Services` and `createServices`, relative to its root. */
export function servicesFile({ services, tools }: Pick<GeneratorConfig, "services" | "tools">): string {
  return services ?? `${tools}/services.ts`;
}

/** Types a configuration while it is written. */
export function defineConfig(config: ToolkilnConfig): ToolkilnConfig {
  return config;
}

/** What is wrong with a value of a configuration. */
export interface ConfigProblem {
  /** Keys and positions in lists. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Everything that keeps a value from being a configuration. Projects without one do not load the check. */
export async function configProblems(value: unknown): Promise<readonly ConfigProblem[]> {
  const { checkConfig } = await import("./check-config.js");
  return checkConfig(value);
}
