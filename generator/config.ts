import type { ProviderName, TargetSettings } from "@toolkiln/providers";
import type { RiskLevel } from "@toolkiln/runtime";
import type { Severity } from "./diagnostics/diagnostic.js";

export { providerNames } from "./model/provider-names.js";
export { isInToolset, type SelectableTool } from "./model/toolset-members.js";

/** How a project is laid out and generated. */
export interface GeneratorConfig {
  /** Folder of the manifests. */
  readonly manifests: string;
  /** Folder that generated files are written to. */
  readonly out: string;
  /** Folder of the implementations; `<id>.ts` exports `tool`. */
  readonly tools: string;
  /** The file that exports `Services` and `createServices`. @default services.ts in the folder of the implementations */
  readonly services?: string;
  /** Extension of relative imports in generated code. */
  readonly importExtension: "js" | "ts" | "none";
  /** Categories beside the well-known ones. */
  readonly categories?: readonly string[];
  /** What a tool is called on the wire when its manifest does not say: its id, or its id with underscores. */
  readonly wireNames?: "id" | "snake";
  /** Providers that the tools are meant for; what they cannot take is found when manifests are checked. */
  readonly targets?: readonly (ProviderName | TargetSettings)[];
  /** Tokens that definitions may cost, for every target. */
  readonly budget?: TokenBudget;
  /** Subsets of the tools, by name; each becomes a typed registry of its own. */
  readonly toolsets?: Readonly<Record<string, ToolsetSelector>>;
  /** How severe diagnostics are, by code or name; errors stay errors. */
  readonly severities?: Readonly<Record<string, Severity | "off">>;
}

/** What definitions may cost in each request. */
export interface TokenBudget {
  /** Tokens of one tool's definition. */
  readonly tool?: number;
  /** Tokens of all definitions together. */
  readonly total?: number;
}

/** Which tools belong to a toolset: those that are named, and those that meet every other criterion given. */
export interface ToolsetSelector {
  readonly ids?: readonly string[];
  /** One of these tags. */
  readonly tags?: readonly string[];
  /** One of these categories. */
  readonly categories?: readonly string[];
  /** At most this risk. */
  readonly maxRisk?: RiskLevel;
}

/** The file that findings about the configuration itself are said of, when nobody knows its extension. */
export const configurationFile: string = "toolkiln.config";

/** What a project without a configuration gets. */
export const defaultConfig: GeneratorConfig = {
  manifests: "manifests",
  out: "generated",
  tools: "tools",
  importExtension: "js",
};

/** The file of a project that exports `Services` and `createServices`, relative to its root. */
export function servicesFile({ services, tools }: Pick<GeneratorConfig, "services" | "tools">): string {
  return services ?? `${tools}/services.ts`;
}

/** A project of a configuration. What it leaves out comes from the configuration around it, then from the defaults. */
export interface ProjectConfig extends Partial<GeneratorConfig> {
  /** What messages and `--project` call it; its root when left out. */
  readonly name?: string;
  /** The folder that its other folders are relative to, relative to the configuration file. */
  readonly root?: string;
  /** A file with the findings that are known and left out; `toolkiln lint --update-baseline` writes it. */
  readonly baseline?: string;
  /** The folder that `toolkiln docs` writes to. @default "docs/tools" */
  readonly docs?: string;
  /** `lint` and `check` fail when there are more warnings than this. */
  readonly maxWarnings?: number;
}

/** What a `toolkiln.config` file says: one project, or several. */
export interface ToolkilnConfig extends ProjectConfig {
  readonly projects?: readonly ProjectConfig[];
}

/** Types a configuration while it is written. */
export function defineConfig(config: ToolkilnConfig): ToolkilnConfig {
  return config;
}
