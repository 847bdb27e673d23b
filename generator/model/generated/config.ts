// Written by `npm run schema` from schema/config.yaml. Do not edit.
import type { ProviderName, TargetSettings } from "@toolkiln/providers";
import type { ProjectConfig } from "../../config.js";

/**
 * How a project, or several projects, are laid out and generated.
 */
export interface ToolkilnConfig {
  /**
   * Where editors find the schema of this file; nothing else reads it.
   */
  $schema?: string;
  /**
   * Name of the project in messages and for `--project`. Default: its root.
   */
  name?: string;
  /**
   * Base of the other folders of the project, relative to this file.
   */
  root?: string;
  /**
   * Folder of the manifests.
   */
  manifests?: string;
  /**
   * Folder that generated files are written to.
   */
  out?: string;
  /**
   * Folder of the implementations; `<id>.ts` exports `tool`.
   */
  tools?: string;
  /**
   * The file that exports `Services` and `createServices`. Default: `services.ts` beside the implementations.
   */
  services?: string;
  /**
   * Extension of relative imports in generated code.
   */
  importExtension?: "js" | "ts" | "none";
  /**
   * Categories in addition to the built-in ones.
   */
  categories?: readonly string[];
  /**
   * The default name of a tool for models: its id, or its id with underscores.
   */
  wireNames?: "id" | "snake";
  /**
   * Providers that the tools are meant for; lint reports what they do not support.
   */
  targets?: readonly (ProviderName | TargetSettings)[];
  /**
   * Tokens that definitions may cost in each request, for every target.
   */
  budget?: {
    /**
     * Tokens of the definition of one tool.
     */
    tool?: number;
    /**
     * Tokens of all definitions together.
     */
    total?: number;
  };
  /**
   * Subsets of the tools, by name; each becomes a typed registry of its own.
   */
  toolsets?: {
    /**
     * Which tools belong to a toolset: those in `ids`, and those that meet every other criterion given.
     */
    [k: string]: {
      /**
       * These tools.
       */
      ids?: readonly string[];
      /**
       * Tools with one of these tags.
       */
      tags?: readonly string[];
      /**
       * Tools of one of these categories.
       */
      categories?: readonly string[];
      /**
       * Tools of at most this risk.
       */
      maxRisk?: "safe" | "low" | "medium" | "high" | "critical";
    };
  };
  /**
   * Severities by code or name; errors cannot be lowered, except those of `breaking`.
   */
  severities?: {
    [k: string]: "error" | "warning" | "hint" | "off";
  };
  /**
   * A file of known warnings and hints, which are hidden; `toolkiln lint --update-baseline` writes it.
   */
  baseline?: string;
  /**
   * The folder that `toolkiln docs` writes to.
   */
  docs?: string;
  /**
   * `lint` and `check` fail when there are more warnings than this.
   */
  maxWarnings?: number;
  /**
   * Several projects. Missing options come from the top level, then from the defaults.
   */
  projects?: readonly ProjectConfig[];
}
