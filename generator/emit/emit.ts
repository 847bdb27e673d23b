import { posix } from "node:path";
import { servicesFile, type GeneratorConfig, type ToolsetSelector } from "../config.js";
import type { ToolModel } from "../model/tool-model.js";
import { emitCatalog, emitIndex } from "./emit-index.js";
import { emitRegistry } from "./emit-registry.js";
import { emitTool } from "./emit-tool.js";
import { emitValidator } from "./emit-validator.js";
import type { FileStructure } from "./statement.js";

export { emitDefinition } from "./emit-definitions.js";

/** Emitter settings, the same for all tools. */
export interface EmitSettings {
  /** The folder of the manifests, for headers. */
  readonly manifests: string;
  /** Suffix of relative imports. */
  readonly importSuffix: string;
  /** Path from the output folder to the implementations. */
  readonly toolsPath: string;
  /** The module that declares the project's `Services`, as the files of tools import it. */
  readonly servicesModule: string;
  /** The selector of each toolset, by name. */
  readonly toolsets: Readonly<Record<string, ToolsetSelector>>;
}

/** Derives emitter settings from a config. */
export function emitSettings(config: GeneratorConfig): EmitSettings {
  const importSuffix = config.importExtension === "none" ? "" : `.${config.importExtension}`;
  const services = servicesFile(config).replace(/\.[^./]+$/, "");
  return {
    manifests: config.manifests,
    importSuffix,
    toolsPath: relativeFolder(config.out, config.tools),
    servicesModule: `${relativeFolder(`${config.out}/tools`, services)}${importSuffix}`,
    toolsets: config.toolsets ?? {},
  };
}

/** The files that belong to one tool. */
export function emitToolFiles(model: ToolModel, settings: EmitSettings): FileStructure[] {
  return [emitTool(model, settings), emitValidator(model, settings)];
}

/** The files that belong to all tools. */
export function emitSharedFiles(models: readonly ToolModel[], settings: EmitSettings): FileStructure[] {
  return [emitIndex(models, settings), emitRegistry(models, settings), emitCatalog(models, settings)];
}

function relativeFolder(from: string, to: string): string {
  const path = posix.relative(from, to);
  if (path === "") return ".";
  return path.startsWith("..") ? path : `./${path}`;
}
