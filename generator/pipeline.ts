import type { GeneratorConfig } from "./config.js";
import { diagnostic } from "./diagnostics/catalog.js";
import type { Diagnostic } from "./diagnostics/diagnostic.js";
import { applyIgnores, type FileIgnores } from "./diagnostics/ignores.js";
import { isError } from "./diagnostics/is-error.js";
import { sortDiagnostics } from "./diagnostics/sort-diagnostics.js";
import { withoutEchoes } from "./diagnostics/without-echoes.js";
import { emitSettings, emitSharedFiles, emitToolFiles } from "./emit/emit.js";
import type { ToolPart } from "./emit/tool-part.js";
import type { Host } from "./host.js";
import { lint } from "./lint/lint.js";
import { projectRules } from "./lint/lint-rules.js";
import { viewManifest, type ManifestView } from "./lint/manifest-view.js";
import type { NamedManifest } from "./lint/rule.js";
import { modelRules } from "./lint/model-rules.js";
import { lowerTool } from "./lower/lower-tool.js";
import { compareTexts } from "./model/compare-texts.js";
import type { ToolModel } from "./model/tool-model.js";
import { withHeader, type GeneratedFile } from "./output/generated-file.js";
import { print } from "./print/print.js";
import { folderOf } from "./read/find-manifests.js";
import { readBatch, readManifests, type ManifestBatch, type ReadResult } from "./read/read-manifests.js";

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
  const { models: all, found, views, ignores } = examine(read, config);
  const clashes = compareManifests(views, read.manifestCount, config);
  const clashing = new Set(clashes.filter(isError).map(({ file }) => file));
  const models = all.filter(({ origin }) => !clashing.has(origin.file));
  const judged = await judge(models, config);
  return {
    models,
    diagnostics: conclude([...found, ...clashes, ...judged], ignores),
    manifests: read.manifestCount,
  };
}

/** Some manifests of a project, each looked at by itself. */
export interface Examination {
  /** The tools of the manifests without an error, but for those that a comment silences, in the order of their ids. */
  readonly models: readonly ToolModel[];
  /** Everything that was found, before anything is ignored. */
  readonly found: readonly Diagnostic[];
  readonly ignores: readonly FileIgnores[];
  /** Each manifest that could be read. */
  readonly views: readonly ManifestView[];
}

/** Lints and lowers manifests, each by itself. */
export function examine(read: ReadResult, config: GeneratorConfig): Examination {
  const linted = lint(read, config);
  const models = linted.manifests.map((manifest) => lowerTool(manifest, config));
  return {
    models: models.toSorted((a, b) => compareIds(a, b)),
    found: [...read.diagnostics, ...linted.diagnostics],
    ignores: linted.ignores,
    views: linted.views,
  };
}

/** The order of tools in everything that is generated. */
export function compareIds(a: Pick<ToolPart, "spec">, b: Pick<ToolPart, "spec">): number {
  return compareTexts(a.spec.id, b.spec.id);
}

/** Asks the rules that look at all manifests of a project together. */
export function compareManifests(
  manifests: readonly NamedManifest[],
  manifestCount: number,
  config: GeneratorConfig,
): Diagnostic[] {
  const project = { config, manifests, complete: manifests.length === manifestCount };
  return projectRules.flatMap((rule) => [...rule.check(project)]);
}

/** Reads all manifests of a project again and tells where they meet each other. */
export async function findClashes(
  host: Host,
  config: GeneratorConfig,
  batch: ManifestBatch,
): Promise<Diagnostic[]> {
  const { sources, defaults, manifestCount } = await readBatch(host, batch, new Map());
  const views = sources.map((source) => viewManifest(source, defaults.get(folderOf(source.file))));
  return compareManifests(views, manifestCount, config);
}

/** Asks the rules over tools with everything decided. */
export async function judge(models: readonly ToolModel[], config: GeneratorConfig): Promise<Diagnostic[]> {
  const judged = await Promise.all(modelRules.map(async (rule) => [...(await rule.check(models, config))]));
  return judged.flat();
}

/** What is left of everything that was found, in the order in which a reader meets it. */
export function conclude(found: readonly Diagnostic[], ignores: readonly FileIgnores[]): Diagnostic[] {
  // What is ignored stands for nothing else that is wrong.
  return sortDiagnostics(withoutEchoes(applyIgnores(found, ignores)));
}

/** The back half: files, and what stands in the way of others. */
export interface Rendering {
  readonly files: readonly GeneratedFile[];
  readonly failures: readonly Diagnostic[];
}

/** Emits and prints the files that tools have for themselves. */
export function renderTools(models: readonly ToolModel[], config: GeneratorConfig): Rendering {
  const settings = emitSettings(config);
  const files: GeneratedFile[] = [];
  const failures: Diagnostic[] = [];
  for (const model of models) {
    try {
      for (const file of emitToolFiles(model, settings)) files.push(withHeader(print(file), config.out));
    } catch (error) {
      failures.push(cannotEmit(model, error));
    }
  }
  return { files, failures };
}

/** Emits and prints the files that all tools share. */
export function renderShared(parts: readonly ToolPart[], config: GeneratorConfig): GeneratedFile[] {
  return emitSharedFiles(parts, emitSettings(config)).map((file) => withHeader(print(file), config.out));
}

/** A schema that slipped through the checks before is still a problem of the manifest, with a place. */
function cannotEmit({ origin }: ToolModel, error: unknown): Diagnostic {
  const place = { file: origin.file, range: origin.locate(["schema"], "key") };
  const reason = error instanceof Error ? error.message : String(error);
  return diagnostic("TK3001", place, `No validator can be made of the schema: ${reason}.`);
}
