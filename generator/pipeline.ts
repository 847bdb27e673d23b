import type { GeneratorConfig } from "./config.js";
import { diagnostic } from "./diagnostics/catalog.js";
import type { Diagnostic } from "./diagnostics/diagnostic.js";
import { emitSettings, emitSharedFiles, emitToolFiles } from "./emit/emit.js";
import type { Host } from "./host.js";
import { lint } from "./lint/lint.js";
import { lowerTool } from "./lower/lower-tool.js";
import type { ToolModel } from "./model/tool-model.js";
import { withHeader, type GeneratedFile } from "./output/generated-file.js";
import { print } from "./print/print.js";
import { readManifests } from "./read/read-manifests.js";

/** The front half: what the manifests say, and everything that is wrong with them. */
export interface Analysis {
  readonly models: readonly ToolModel[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads, lints and lowers the manifests of a project. */
export async function analyze(host: Host, config: GeneratorConfig): Promise<Analysis> {
  const read = await readManifests(host, config);
  const linted = lint(read.sources);
  const models = linted.manifests
    .map(lowerTool)
    .toSorted((a, b) => (a.spec.id < b.spec.id ? -1 : a.spec.id > b.spec.id ? 1 : 0));
  return { models, diagnostics: [...read.diagnostics, ...linted.diagnostics] };
}

/** The back half: the files of a project, or what stands in their way. */
export interface Rendering {
  readonly files: readonly GeneratedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Emits and prints the files of a project. */
export function render(models: readonly ToolModel[], config: GeneratorConfig): Rendering {
  const settings = emitSettings(models, config);
  const structures = emitSharedFiles(models, settings);
  const diagnostics: Diagnostic[] = [];
  for (const model of models) {
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
