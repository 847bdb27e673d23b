import type { ToolkilnConfig } from "./model/generated/config.js";

export { isInToolset, type SelectableTool } from "./toolset-members.js";
export type { ToolkilnConfig } from "./model/generated/config.js";

/** One project of a configuration. Missing options come from the top level, then from the defaults. */
export type ProjectConfig = Omit<ToolkilnConfig, "$schema" | "projects">;

/** The resolved options of a project. */
export type GeneratorConfig = Readonly<
  Omit<ProjectConfig, "name" | "root" | "baseline" | "docs" | "maxWarnings"> & Required<typeof defaultConfig>
>;

/** Selects tools that have a listed id or match all other criteria given. */
export type ToolsetSelector = NonNullable<ToolkilnConfig["toolsets"]>[string];

/** The file name in diagnostics about the configuration when its extension is unknown. */
export const configurationFile: string = "toolkiln.config";

/** Defaults for options that a project does not set. */
export const defaultConfig: Readonly<
  Required<Pick<ProjectConfig, "manifests" | "out" | "tools" | "importExtension">>
> = { manifests: "manifests", out: "generated", tools: "tools", importExtension: "js" };

/** The file of a project that exports `Services` and `createServices`, relative to its root. */
export function servicesFile({ services, tools }: Pick<GeneratorConfig, "services" | "tools">): string {
  return services ?? `${tools}/services.ts`;
}

/** Adds types to a configuration file. */
export function defineConfig(config: ToolkilnConfig): ToolkilnConfig {
  return config;
}

/** An invalid value in a configuration. */
export interface ConfigProblem {
  /** Keys and list indexes. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Validates a configuration. Lazy-loads the validator: projects without a configuration need none. */
export async function configProblems(value: unknown): Promise<readonly ConfigProblem[]> {
  const { checkConfig } = await import("./check-config.js");
  return checkConfig(value);
}
