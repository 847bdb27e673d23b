import { servicesFile, type GeneratorConfig, type ToolsetSelector } from "../config.js";
import type { ToolModel } from "../model/tool-model.js";
import { emitCatalog } from "./emit-catalog.js";
import { emitFormer, formerTools } from "./emit-former.js";
import { emitIndex } from "./emit-index.js";
import { emitRegistry } from "./emit-registry.js";
import { emitTool } from "./emit-tool.js";
import { emitValidator } from "./emit-validator.js";
import type { FileStructure } from "./file-structure.js";

export { emitDefinition } from "./emit-definitions.js";

/** What emitters have to know beside the tools. */
export interface EmitSettings {
  /** The folder of the manifests, for headers. */
  readonly manifests: string;
  /** What relative imports end with. */
  readonly importSuffix: string;
  /** The way from the output folder to the implementations. */
  readonly toolsPath: string;
  /** The module that declares the project's `Services`, as the files of tools import it. */
  readonly servicesModule: string;
  /** What belongs to each toolset, by its name. */
  readonly toolsets: Readonly<Record<string, ToolsetSelector>>;
}

/** What emitters have to know of a project. */
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

/** The files that belong to all tools, and those of former names. */
export function emitSharedFiles(models: readonly ToolModel[], settings: EmitSettings): FileStructure[] {
  return [
    emitIndex(models, settings),
    emitRegistry(models, settings),
    emitCatalog(models, settings),
    ...formerTools(models).map((former) => emitFormer(former, settings)),
  ];
}

function relativeFolder(from: string, to: string): string {
  const [source, target] = [from, to].map((path) =>
    path.split("/").filter((part) => part !== "" && part !== "."),
  );
  if (source === undefined || target === undefined) return to;
  let shared = 0;
  while (shared < source.length && source[shared] === target[shared]) shared++;
  const up = source.slice(shared).map(() => "..");
  return (up.length > 0 ? up : ["."]).concat(target.slice(shared)).join("/");
}
