import { analyze, type Diagnostic, type Host } from "@toolkiln/generator";
import type { GeneratorConfig } from "@toolkiln/generator/config";
import type { ToolNames } from "@toolkiln/generator";
import type { ImportReport, SourcePlace } from "../import-report.js";
import type { MutableObject } from "../imported-tool.js";
import { draftHost } from "./draft-host.js";
import { repair } from "./repair.js";

/** A file that is to be written, as data that can still be repaired. */
export interface Draft {
  /** Relative to the project. */
  readonly path: string;
  readonly value: MutableObject;
  readonly place: SourcePlace;
  /** Its text as it is now. */
  readonly write: () => string;
}

/** What linting leaves of the drafts. */
export interface LintedDrafts {
  /** The names in generated code of the tools that pass, by the path of their manifest. */
  readonly names: ReadonlyMap<string, ToolNames>;
  /** Warnings about what passes. */
  readonly warnings: readonly Diagnostic[];
}

/** How a project is checked. */
export interface LintSettings {
  readonly host: Host;
  readonly config: GeneratorConfig;
  readonly report: ImportReport;
  readonly onProgress?: (done: number, total: number) => void;
}

/** One repair can uncover the next error; what has more is left out. */
const rounds = 8;
/** Steps of the progress. Shared definitions are read again for each, so there are few. */
const steps = 8;

/**
 * Lints drafts as the generator would. What it refuses is dropped from the schemas, reported at its place in the source;
 * a tool that cannot be repaired is left out.
 */
export async function lintManifests(
  manifests: readonly Draft[],
  shared: readonly Draft[],
  settings: LintSettings,
): Promise<LintedDrafts> {
  const names = new Map<string, ToolNames>();
  const warnings: Diagnostic[] = [];
  const batchSize = Math.max(40, Math.ceil(manifests.length / steps));
  for (let start = 0; start < manifests.length; start += batchSize) {
    settings.onProgress?.(start, manifests.length);
    const batch = manifests.slice(start, start + batchSize);
    const passed = await lintBatch(batch, shared, settings);
    for (const [path, found] of passed.names) names.set(path, found);
    warnings.push(...passed.warnings);
  }
  return { names, warnings };
}

async function lintBatch(
  batch: readonly Draft[],
  shared: readonly Draft[],
  { host, config, report }: LintSettings,
): Promise<LintedDrafts> {
  const names = new Map<string, ToolNames>();
  const warnings: Diagnostic[] = [];
  let drafts = batch;
  for (let round = 1; drafts.length > 0; round++) {
    const files = new Map([...drafts, ...shared].map((draft) => [draft.path, draft]));
    const texts = new Map([...files].map(([path, draft]) => [path, draft.write()]));
    const { models, diagnostics } = await analyze(draftHost(host, config, texts), config);
    const own = diagnostics.filter(({ file }) => files.has(file));
    const errors = own.filter(({ severity }) => severity === "error");
    // Tools that refer to wrong definitions seem wrong, too, so definitions are repaired first.
    const first = errors.filter(({ file }) => shared.some(({ path }) => path === file));
    const failed = repairAll(
      first.length > 0 ? first : errors,
      files,
      texts,
      round <= rounds ? report : undefined,
    );
    for (const [path, message] of failed)
      report.add("TK8002", placeOf(path, files), `The tool was left out: ${message}`);
    const isWrong = new Set(errors.map(({ file }) => file));
    // What is wrong with definitions may be wrong with every tool that uses them.
    const isShared = shared.some(({ path }) => isWrong.has(path));
    const again = drafts.filter(({ path }) => !failed.has(path) && (isShared || isWrong.has(path)));
    const passed = new Set(drafts.map(({ path }) => path).filter((path) => !isWrong.has(path) && !isShared));
    for (const model of models) if (passed.has(model.origin.file)) names.set(model.origin.file, model.names);
    warnings.push(...own.filter(({ severity, file }) => severity === "warning" && passed.has(file)));
    // Definitions that stay wrong take every tool with them.
    drafts = round > rounds && isShared ? [] : again;
  }
  return { names, warnings };
}

/** Repairs drafts as far as that is possible; returns what is wrong with the others. Without a report nothing is repaired. */
function repairAll(
  errors: readonly Diagnostic[],
  files: ReadonlyMap<string, Draft>,
  texts: ReadonlyMap<string, string>,
  report: ImportReport | undefined,
): Map<string, string> {
  const failed = new Map<string, string>();
  // From the end, so that positions in lists stay what they are.
  for (const error of errors.toReversed()) {
    const draft = files.get(error.file);
    if (draft === undefined || failed.has(draft.path)) continue;
    const text = texts.get(draft.path) ?? "";
    if (report === undefined || !repair(draft, text, error, report)) failed.set(draft.path, error.message);
  }
  return failed;
}

function placeOf(path: string, files: ReadonlyMap<string, Draft>): SourcePlace {
  return files.get(path)?.place ?? { source: { file: path, locate: () => new Map() }, pointer: "" };
}
