import type { GeneratorConfig } from "./config.js";
import { diagnostic } from "./diagnostics/catalog.js";
import type { Diagnostic } from "./diagnostics/diagnostic.js";
import { applyIgnores } from "./diagnostics/ignores.js";
import { sortDiagnostics } from "./diagnostics/sort-diagnostics.js";
import { emitSettings, emitSharedFiles, emitToolFiles } from "./emit/emit.js";
import type { Host } from "./host.js";
import { lint } from "./lint/lint.js";
import { modelRules } from "./lint/model-rules.js";
import { lowerTool } from "./lower/lower-tool.js";
import type { ToolModel } from "./model/tool-model.js";
import { withHeader, type GeneratedFile } from "./output/generated-file.js";
import { print } from "./print/print.js";
import { readManifests } from "./read/read-manifests.js";

/** The front half: what the manifests say, and everything that is wrong with them. */
export interface Analysis {
  readonly models: readonly ToolModel[];
  readonly diagnostics: readonly Diagnostic[];
  /** How many manifests there are, readable or not. */
  readonly manifests: number;
}

/** Reads, lints and lowers the manifests of a project. */
export async function analyze(host: Host, config: GeneratorConfig): Promise<Analysis> {
  const read = await readManifests(host, config);
  const linted = lint(read, config);
  const models = linted.manifests
    .map((manifest) => lowerTool(manifest, config))
    .toSorted((a, b) => (a.spec.id < b.spec.id ? -1 : a.spec.id > b.spec.id ? 1 : 0));
  const judged = await Promise.all(modelRules.map(async (rule) => [...(await rule.check(models, config))]));
  const found = [...read.diagnostics, ...linted.diagnostics, ...judged.flat()];
  const diagnostics = sortDiagnostics(applyIgnores(found, [...read.documents.values()]));
  return { models, diagnostics, manifests: read.manifestCount };
}

/** The back half: the files of a project, or what stands in their way. */
export interface Rendering {
  readonly files: readonly GeneratedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Emits and prints the files of a project; of the tools' own files only those of `wanted`, when it is given. */
export function render(
  models: readonly ToolModel[],
  config: GeneratorConfig,
  wanted: ReadonlySet<ToolModel> = new Set(models),
): Rendering {
  const settings = emitSettings(models, config);
  const structures = emitSharedFiles(models, settings);
  const diagnostics: Diagnostic[] = [];
  for (const model of wanted) {
    try {
      structures.push(...emitToolFiles(model, settings));
    } catch (error) {
      diagnostics.push(cannotEmit(model, error));
    }
  }
  return { files: structures.map((structure) => withHeader(print(structure), config.out)), diagnostics };
}

/** A schema that slipped through the checks before is still a problem of the manifest, with a place. */
function cannotEmit({ origin }: ToolModel, error: unknown): Diagnostic {
  const place = { file: origin.file, range: origin.locate(["schema"], "key") };
  const reason = error instanceof Error ? error.message : String(error);
  return diagnostic("TK3001", place, `No validator can be made of the schema: ${reason}.`);
}
