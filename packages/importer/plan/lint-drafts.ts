import { analyze, memoryHost, type Diagnostic, type ToolNames } from "@toolkiln/generator";
import type { GeneratorConfig } from "@toolkiln/generator/config";
import type { PlanOptions } from "../import-plan.js";
import type { ImportReport } from "../source/import-report.js";
import { pathFinder, repair, type Draft } from "./repair.js";

/** What drafts are linted with. */
export interface LintSettings {
  readonly config: GeneratorConfig;
  readonly report: ImportReport;
  /** The files of the project that are no manifests of tools, by their paths. */
  readonly others: ReadonlyMap<string, string>;
  /** Definitions that the tools of the import share. */
  readonly shared: readonly Draft[];
  readonly onProgress: PlanOptions["onProgress"] | undefined;
}

/** One repair can uncover the next error; what has more is left out. */
const rounds = 8;
/** Manifests that are linted at a time. Shared definitions are read again for each batch. */
const batchSize = 150;

/** The drafts that pass, with their names in generated code. */
type Passed = Map<Draft, ToolNames>;

/**
 * Lints drafts as the generator would. What it refuses is dropped from the schemas, reported at its place in the source;
 * a tool that cannot be repaired is left out.
 */
export async function lintDrafts(drafts: readonly Draft[], settings: LintSettings): Promise<Passed> {
  const passed: Passed = new Map();
  for (let start = 0; start < drafts.length; start += batchSize) {
    settings.onProgress?.(start, drafts.length);
    let left = drafts.slice(start, start + batchSize);
    for (let round = 0; left.length > 0; round++)
      left = await lintOnce(left, settings, round < rounds ? repair : () => false, passed);
  }
  return passed;
}

/** Lints once; returns what was repaired and has to be linted again. */
async function lintOnce(
  drafts: readonly Draft[],
  { config, report, others, shared }: LintSettings,
  fix: typeof repair,
  passed: Passed,
): Promise<Draft[]> {
  const texts = new Map([...shared, ...drafts].map((draft) => [draft.path, draft.write()]));
  const { models, diagnostics } = await analyze(memoryHost(new Map([...others, ...texts])), config);
  const errorsOf = ({ path }: Draft): Diagnostic[] =>
    diagnostics.filter(({ file, severity }) => file === path && severity === "error").toReversed();
  /** The first error that cannot be repaired. They come from the end, so that positions in lists stay what they are. */
  const unrepaired = (draft: Draft): Diagnostic | undefined => {
    const errors = errorsOf(draft);
    const at = errors.length === 0 ? undefined : pathFinder(texts.get(draft.path) ?? "");
    return at && errors.find((error) => !fix(draft, at, error, report));
  };
  // Tools that refer to wrong definitions seem wrong, too, so definitions are repaired first.
  const wrong = shared.filter((draft) => errorsOf(draft).length > 0);
  const fatal = wrong.map(unrepaired).find((error) => error !== undefined);
  if (wrong.length > 0 && fatal === undefined) return [...drafts];
  return drafts.filter((draft) => {
    const names = models.find(({ origin }) => origin.file === draft.path)?.names;
    const isRight = fatal === undefined && errorsOf(draft).length === 0;
    if (isRight && names !== undefined) passed.set(draft, names);
    const error = fatal ?? unrepaired(draft);
    if (error !== undefined) report.add("TK8002", draft.place, `The tool was left out: ${error.message}`);
    return !isRight && error === undefined;
  });
}
