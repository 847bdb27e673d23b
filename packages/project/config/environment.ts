import type { ProjectConfig } from "@toolkiln/generator/config";
import { ProjectError } from "../project-error.js";

/** The settings that `TOOLKILN_*` variables give: `TOOLKILN_OUT` is `out`. */
export function environmentConfig(environment: NodeJS.ProcessEnv = process.env): ProjectConfig {
  const { TOOLKILN_MANIFESTS, TOOLKILN_OUT, TOOLKILN_TOOLS, TOOLKILN_IMPORT_EXTENSION } = environment;
  return {
    ...(isSet(TOOLKILN_MANIFESTS) && { manifests: TOOLKILN_MANIFESTS }),
    ...(isSet(TOOLKILN_OUT) && { out: TOOLKILN_OUT }),
    ...(isSet(TOOLKILN_TOOLS) && { tools: TOOLKILN_TOOLS }),
    ...(isSet(TOOLKILN_IMPORT_EXTENSION) && { importExtension: importExtension(TOOLKILN_IMPORT_EXTENSION) }),
  };
}

/** The configuration file that `TOOLKILN_CONFIG` names. */
export function environmentConfigFile(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const { TOOLKILN_CONFIG } = environment;
  return isSet(TOOLKILN_CONFIG) ? TOOLKILN_CONFIG : undefined;
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== "";
}

function importExtension(value: string): "js" | "ts" | "none" {
  if (value === "js" || value === "ts" || value === "none") return value;
  throw new ProjectError(`TOOLKILN_IMPORT_EXTENSION must be js, ts or none, not "${value}".`);
}
