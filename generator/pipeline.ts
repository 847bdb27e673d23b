import { hashOfText } from "./cache/hash.js";
import type { GeneratorConfig } from "./config.js";
import { diagnostic, fileStart } from "./diagnostics/catalog.js";
import { isError, type Diagnostic } from "./diagnostics/diagnostic.js";
import { applyIgnores } from "./diagnostics/ignores.js";
import { applySeverities } from "./diagnostics/severities.js";
import { sortDiagnostics } from "./diagnostics/sort-diagnostics.js";
import { withoutEchoes } from "./diagnostics/without-echoes.js";
import type { FileStructure } from "./emit/file-structure.js";
import { assertDefinition, sharedByTools } from "./emit/shared-by-tools.js";
import { assertTool } from "./emit/validator/compile-validators.js";
import { lint } from "./lint/lint.js";
import { projectRules } from "./lint/lint-rules.js";
import { modelRules } from "./lint/lint-rules.js";
import { lowerTool } from "./lower/lower-tool.js";
import { compareTexts } from "./values/compare-texts.js";
import type { CompiledManifest, Ending, OutputFile } from "./model/compiled-manifest.js";
import type { ToolModel } from "./model/tool-model.js";
import { withHeader } from "./output/generated-file.js";
import type { Place } from "./read/manifest-source.js";
import { placeIn } from "./read/places.js";
import type { ReadManifest } from "./read/read-manifest.js";

/**
 * Compiles one manifest: lint, lower, emit, print. The result depends on what was read and on the configuration, and on
 * nothing else, so that it can be made in any thread and kept in the cache.
 */
export async function compileManifest(
  read: ReadManifest,
  config: GeneratorConfig,
  ending: Ending = "files",
): Promise<CompiledManifest> {
  const { checked, identity, diagnostics, ignores } = lint(read, config);
  const model = checked && lowerTool(checked, config);
  const { files, failures } = model ? await renderTool(model, config, ending) : { files: [], failures: [] };
  return {
    ...(identity && { identity }),
    ...(model && { model }),
    diagnostics: [...read.diagnostics, ...diagnostics, ...failures],
    ignores,
    files,
    referenced: read.referenced,
  };
}

/** A project as a whole: every tool, every diagnostic, and every file when none of them is an error. */
export interface LinkedProject {
  /** The tools of the manifests without an error, in the order of their ids. */
  readonly models: readonly ToolModel[];
  readonly diagnostics: readonly Diagnostic[];
  readonly files: readonly OutputFile[];
}

/** Links compiled manifests: clashes between them, rules over all tools, and the files that all tools share. */
export async function linkProject(
  units: readonly CompiledManifest[],
  config: GeneratorConfig,
  /** What is wrong with the project's folder rather than with one of its manifests. */
  around: { readonly complete: boolean; readonly diagnostics: readonly Diagnostic[] },
  ending: Ending = "files",
): Promise<LinkedProject> {
  const manifests = units.flatMap(({ identity }) => identity ?? []);
  const project = { config, manifests, complete: around.complete };
  const clashes = projectRules.flatMap((rule) => [...rule.check(project)]);
  const clashing = new Set(clashes.filter(isError).map(({ file }) => file));
  const models = units
    .flatMap(({ model }) => model ?? [])
    .filter(({ origin }) => !clashing.has(origin.file))
    .toSorted((a, b) => compareTexts(a.spec.id, b.spec.id));
  const judged = await Promise.all(modelRules.map(async (rule) => [...(await rule.check(models, config))]));
  const found = [
    ...units.flatMap((unit) => unit.diagnostics),
    ...clashes,
    ...judged.flat(),
    ...around.diagnostics,
  ];
  const diagnostics = applySeverities(conclude(found, units), config);
  if (diagnostics.some(isError)) return { models, diagnostics, files: [] };
  const shared = await renderShared(models, config, ending);
  if (shared.failures.length > 0)
    return { models, diagnostics: sortDiagnostics([...diagnostics, ...shared.failures]), files: [] };
  return { models, diagnostics, files: [...shared.files, ...units.flatMap((unit) => unit.files)] };
}

/** What is left of all diagnostics, in the order of their places. */
function conclude(found: readonly Diagnostic[], units: readonly CompiledManifest[]): Diagnostic[] {
  // A file that several manifests point into has its ignores once.
  const ignores = new Map(units.flatMap((unit) => unit.ignores.map((own) => [own.file, own] as const)));
  // An ignored diagnostic hides no other one.
  return sortDiagnostics(withoutEchoes(applyIgnores(found, [...ignores.values()])));
}

/** Files, or why there are none. */
interface Rendered {
  readonly files: readonly OutputFile[];
  readonly failures: readonly Diagnostic[];
}

/** Emits and prints the files of one tool. */
export async function renderTool(
  model: ToolModel,
  config: GeneratorConfig,
  ending: Ending = "files",
): Promise<Rendered> {
  return render(placeIn(model.origin, ["schema"], "key"), config, async () => {
    if (ending === "diagnostics") {
      assertTool(model);
      return [];
    }
    const { emitSettings, emitToolFiles } = await import("./emit/emit.js");
    return emitToolFiles(model, emitSettings(config));
  });
}

/** Emits and prints the files that all tools share. */
export async function renderShared(
  models: readonly ToolModel[],
  config: GeneratorConfig,
  ending: Ending = "files",
): Promise<Rendered> {
  const definitions = sharedByTools(models).map(async (shared) =>
    render(shared.definition.place, config, async () => {
      if (ending === "diagnostics") {
        assertDefinition(shared);
        return [];
      }
      const { emitDefinition, emitSettings } = await import("./emit/emit.js");
      return emitDefinition(shared, emitSettings(config));
    }),
  );
  const others = render({ file: config.manifests, range: fileStart }, config, async () => {
    if (ending === "diagnostics") return [];
    const { emitSettings, emitSharedFiles } = await import("./emit/emit.js");
    return emitSharedFiles(models, emitSettings(config));
  });
  const parts = await Promise.all([others, ...definitions]);
  return { files: parts.flatMap(({ files }) => files), failures: parts.flatMap(({ failures }) => failures) };
}

/** Prints what `emit` gives. The emitters are loaded when files are wanted. */
async function render(
  place: Place,
  config: GeneratorConfig,
  emit: () => Promise<readonly FileStructure[]>,
): Promise<Rendered> {
  try {
    const structures = await emit();
    return { files: await Promise.all(structures.map((file) => outputFile(file, config))), failures: [] };
  } catch (error) {
    return { files: [], failures: [cannotEmit(place, error)] };
  }
}

async function outputFile(structure: FileStructure, { out }: GeneratorConfig): Promise<OutputFile> {
  const { print } = await import("./print/print.js");
  const file = withHeader(await print(structure), out);
  return { ...file, hash: hashOfText(file.contents) };
}

/** A schema that passed every check and still cannot be compiled is a problem of the manifest, with a place. */
function cannotEmit(place: Place, error: unknown): Diagnostic {
  const reason = error instanceof Error ? error.message : String(error);
  return diagnostic("TK3001", place, `No validator can be made of the schema: ${reason}.`);
}
