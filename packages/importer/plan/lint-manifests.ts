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
/** Manifests between two steps of the progress. */
const batchSize = 40;

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
  let drafts = [...batch];
  for (let round = 1; ; round++) {
    const files = new Map([...drafts, ...shared].map((draft) => [draft.path, draft]));
    const texts = new Map([...files].map(([path, draft]) => [path, draft.write()]));
    const { models, diagnostics } = await analyze(draftHost(host, config, texts), config);
    const own = diagnostics.filter(({ file }) => files.has(file));
    const errors = own.filter(({ severity }) => severity === "error");
    if (errors.length === 0) {
      const names = new Map(models.map((model) => [model.origin.file, model.names]));
      return { names, warnings: own.filter(({ severity }) => severity === "warning") };
    }
    const failed = new Set<string>();
    for (const error of errors) {
      const draft = files.get(error.file);
      if (draft === undefined || failed.has(draft.path)) continue;
      if (round <= rounds && repair(draft, texts.get(draft.path) ?? "", error, report)) continue;
      failed.add(draft.path);
      const message = `The tool was left out: ${error.message}`;
      report.add("TK8002", draft.place, message, error.help);
    }
    drafts = drafts.filter(({ path }) => !failed.has(path));
    // A shared file that stays wrong takes every tool with it.
    if (drafts.length === 0 || round > 2 * rounds) return { names: new Map(), warnings: [] };
  }
}
