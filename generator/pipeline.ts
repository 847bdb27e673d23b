import { hashOf } from "./cache/trace.js";
import type { GeneratorConfig } from "./config.js";
import { diagnostic, fileStart, isError, type Diagnostic } from "./diagnostics/diagnostic.js";
import { applyIgnores } from "./diagnostics/ignores.js";
import { applySeverities, sortDiagnostics, withoutDuplicates } from "./diagnostics/finalize-diagnostics.js";
import type * as emitters from "./emit/emit.js";
import type { FileStructure } from "./emit/statement.js";
import { assertDefinition, sharedByTools } from "./emit/shared-by-tools.js";
import { assertTool } from "./emit/validator/validator-code.js";
import { lint } from "./lint/lint.js";
import { modelRules } from "./lint/lint-rules.js";
import { projectRules } from "./lint/rules/names.js";
import { lowerTool } from "./lower/lower-tool.js";
import { compareTexts } from "./values/compare-texts.js";
import type { CompiledManifest, BuildGoal, OutputFile } from "./model/compiled-manifest.js";
import type { ToolModel } from "./model/tool-model.js";
import { withHeader } from "./output/generated-file.js";
import type { Place } from "./read/manifest-source.js";
import { placeIn } from "./read/places.js";
import type { ReadManifest } from "./read/read-manifest.js";

/**
 * Compiles one manifest: lint, lower, emit, print. The result depends only on the arguments, so any thread can compute
 * it and the cache can store it.
 */
export async function compileManifest(
  read: ReadManifest,
  config: GeneratorConfig,
  goal: BuildGoal = "files",
): Promise<CompiledManifest> {
  const { checked, identity, diagnostics, ignores } = lint(read, config);
  const model = checked && lowerTool(checked, config);
  const { files, failures } = model ? await renderTool(model, config, goal) : { files: [], failures: [] };
  return {
    ...(identity && { identity }),
    ...(model && { model }),
    diagnostics: [...read.diagnostics, ...diagnostics, ...failures],
    ignores,
    files,
    referencedFiles: read.referencedFiles,
  };
}

/** All tools and diagnostics of a project, and all files when there is no error. */
export interface LinkedProject {
  /** Lowered tools without name clashes, sorted by id. */
  readonly models: readonly ToolModel[];
  readonly diagnostics: readonly Diagnostic[];
  readonly files: readonly OutputFile[];
}

/** Links compiled manifests: runs the rules for projects and for lowered tools, renders the project's files. */
export async function linkProject(
  units: readonly CompiledManifest[],
  config: GeneratorConfig,
  /** `complete`: every manifest could be read. `diagnostics`: those of the project's folder. */
  context: { readonly complete: boolean; readonly diagnostics: readonly Diagnostic[] },
  goal: BuildGoal = "files",
): Promise<LinkedProject> {
  const manifests = units.flatMap(({ identity }) => identity ?? []);
  const project = { config, manifests, complete: context.complete };
  const clashes = projectRules.flatMap((rule) => [...rule(project)]);
  const filesWithClashes = new Set(clashes.filter(isError).map(({ file }) => file));
  const models = units
    .flatMap(({ model }) => model ?? [])
    .filter(({ origin }) => !filesWithClashes.has(origin.file))
    .toSorted((a, b) => compareTexts(a.spec.id, b.spec.id));
  const checked = await Promise.all(modelRules.map(async (rule) => [...(await rule(models, config))]));
  const found = [
    ...units.flatMap((unit) => unit.diagnostics),
    ...clashes,
    ...checked.flat(),
    ...context.diagnostics,
  ];
  const diagnostics = applySeverities(finalize(found, units), config);
  if (diagnostics.some(isError)) return { models, diagnostics, files: [] };
  const rendered = await renderProject(models, config, goal);
  if (rendered.failures.length > 0)
    return { models, diagnostics: sortDiagnostics([...diagnostics, ...rendered.failures]), files: [] };
  return { models, diagnostics, files: [...rendered.files, ...units.flatMap((unit) => unit.files)] };
}

/** Removes ignored and repeated diagnostics; sorts the others. */
function finalize(found: readonly Diagnostic[], units: readonly CompiledManifest[]): Diagnostic[] {
  // Count the ignores of a file once, even if several manifests reference it.
  const ignores = new Map(units.flatMap((unit) => unit.ignores.map((own) => [own.file, own] as const)));
  // Apply ignores first: an ignored error must not remove TK3001.
  return sortDiagnostics(withoutDuplicates(applyIgnores(found, [...ignores.values()])));
}

interface Rendered {
  readonly files: readonly OutputFile[];
  readonly failures: readonly Diagnostic[];
}

interface EmitJob {
  /** The place of a failure. */
  readonly place: Place;
  /** Throws if emitting would fail. */
  readonly assert?: () => void;
  readonly emit: (loaded: typeof emitters) => readonly FileStructure[];
}

/** Emits and prints the files of one tool. For `diagnostics`, only checks that this would succeed. */
export async function renderTool(
  model: ToolModel,
  config: GeneratorConfig,
  goal: BuildGoal = "files",
): Promise<Rendered> {
  const job: EmitJob = {
    place: placeIn(model.origin, ["schema"], "key"),
    assert: () => assertTool(model),
    emit: (loaded) => loaded.emitToolFiles(model, config),
  };
  return render([job], config, goal);
}

export async function renderProject(
  models: readonly ToolModel[],
  config: GeneratorConfig,
  goal: BuildGoal = "files",
): Promise<Rendered> {
  const lists: EmitJob = {
    place: { file: config.manifests, range: fileStart },
    emit: (loaded) => loaded.emitProjectFiles(models, config),
  };
  const definitions = sharedByTools(models).map((shared): EmitJob => ({
    place: shared.definition.place,
    assert: () => assertDefinition(shared),
    emit: (loaded) => loaded.emitDefinition(shared, config),
  }));
  return render([lists, ...definitions], config, goal);
}

/** Lazy-loads the emitters and the printer. */
async function render(jobs: readonly EmitJob[], config: GeneratorConfig, goal: BuildGoal): Promise<Rendered> {
  const files: OutputFile[] = [];
  const failures: Diagnostic[] = [];
  for (const { place, assert, emit } of jobs) {
    try {
      if (goal === "diagnostics") {
        assert?.();
        continue;
      }
      const loaded = await import("./emit/emit.js");
      const { print } = await import("./print/print.js");
      for (const structure of emit(loaded)) {
        const file = withHeader(await print(structure), config.out);
        files.push({ ...file, hash: hashOf(file.contents) });
      }
    } catch (error) {
      // The schema passed lint but does not compile: report it as a diagnostic of the manifest.
      const reason = error instanceof Error ? error.message : String(error);
      failures.push(diagnostic("TK3001", place, `The schema cannot be compiled: ${reason}.`));
    }
  }
  return { files, failures };
}
