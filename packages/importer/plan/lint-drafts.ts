import { analyze, memoryHost, type Diagnostic, type ToolNames } from "@toolkiln/generator";
import type { GeneratorConfig } from "@toolkiln/generator/config";
import type { PlanOptions } from "../import-plan.js";
import type { ImportReport } from "../source/import-report.js";
import { repair, type Draft } from "./repair.js";

/** What linting leaves of the drafts. */
export interface LintedDrafts {
  /** The names in generated code of the tools that pass, by the path of their manifest. */
  readonly names: Map<string, ToolNames>;
  /** Warnings about what passes. */
  readonly warnings: Diagnostic[];
}

/** What drafts are linted with. */
export interface LintSettings {
  readonly config: GeneratorConfig;
  readonly report: ImportReport;
  /** The files of the project that are no manifests of tools, by their paths. */
  readonly project: ReadonlyMap<string, string>;
  /** Definitions that the tools of the import share. */
  readonly shared: readonly Draft[];
  readonly onProgress?: PlanOptions["onProgress"];
}

/** One repair can uncover the next error; what has more is left out. */
const rounds = 8;
/** Steps of the progress. Shared definitions are read again for each, so there are few. */
const steps = 8;

/**
 * Lints drafts as the generator would. What it refuses is dropped from the schemas, reported at its place in the source;
 * a tool that cannot be repaired is left out.
 */
export async function lintDrafts(drafts: readonly Draft[], settings: LintSettings): Promise<LintedDrafts> {
  const linted: LintedDrafts = { names: new Map(), warnings: [] };
  const batchSize = Math.max(40, Math.ceil(drafts.length / steps));
  for (let start = 0; start < drafts.length; start += batchSize) {
    settings.onProgress?.(start, drafts.length);
    let left = drafts.slice(start, start + batchSize);
    for (let round = 0; left.length > 0; round++)
      left = await lintRound(left, { ...settings, mayRepair: round < rounds }, linted);
  }
  return linted;
}

/** Lints once; returns what was repaired and has to be linted again. */
async function lintRound(
  drafts: readonly Draft[],
  { config, report, project, shared, mayRepair }: LintSettings & { readonly mayRepair: boolean },
  linted: LintedDrafts,
): Promise<Draft[]> {
  const texts = new Map([...shared, ...drafts].map((draft) => [draft.path, draft.write()]));
  const { models, diagnostics } = await analyze(memoryHost(new Map([...project, ...texts])), config);
  const found = ({ path }: Draft, wanted: Diagnostic["severity"]): Diagnostic[] =>
    diagnostics.filter(({ file, severity }) => file === path && severity === wanted);
  /** The first error that cannot be repaired. From the end, so that positions in lists stay what they are. */
  const unrepaired = (draft: Draft): Diagnostic | undefined =>
    found(draft, "error")
      .toReversed()
      .find((error) => !mayRepair || !repair(draft, texts.get(draft.path) ?? "", error, report));
  const leaveOut = ({ place }: Draft, { message }: Diagnostic): void =>
    report.add("TK8002", place, `The tool was left out: ${message}`);
  // Tools that refer to wrong definitions seem wrong, too, so definitions are repaired first.
  const wrong = shared.filter((draft) => found(draft, "error").length > 0);
  if (wrong.length > 0) {
    const fatal = wrong.map(unrepaired).find((error) => error !== undefined);
    if (fatal === undefined) return [...drafts];
    for (const draft of drafts) leaveOut(draft, fatal);
    return [];
  }
  return drafts.filter((draft) => {
    if (found(draft, "error").length > 0) {
      const fatal = unrepaired(draft);
      if (fatal !== undefined) leaveOut(draft, fatal);
      return fatal === undefined;
    }
    const model = models.find(({ origin }) => origin.file === draft.path);
    if (model !== undefined) linted.names.set(draft.path, model.names);
    linted.warnings.push(...found(draft, "warning"));
    return false;
  });
}
