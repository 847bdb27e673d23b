import {
  earlierBuild,
  isUnchanged,
  readEarlierRun,
  writeCache,
  type CachedOutput,
  type CachedTool,
  unchangedOutputs,
} from "./cache/project-cache.js";
import { diagnostic, fileStart, isError, type Diagnostic } from "./diagnostics/diagnostic.js";
import { applySeverities } from "./diagnostics/finalize-diagnostics.js";
import { missingImplementations } from "./implementations/missing-implementations.js";
import { summarizeTool } from "./model/tool-model.js";
import { openProject, type OpenProject, type ProjectOptions } from "./open-project.js";
import { manifestOf } from "./output/generated-file.js";
import { compareOutput, type FileState, checkOutputFolder } from "./output/freshness.js";
import { writeOutput, type WrittenFile } from "./output/write-output.js";

/** What to generate, and how. */
export interface GenerateOptions extends ProjectOptions {
  /** Overwrites files edited by hand. */
  readonly force?: boolean;
  /** Reports what would change; writes nothing. */
  readonly dryRun?: boolean;
}

/** The outcome of a run. Nothing is written if a manifest has an error. */
export interface GenerateResult {
  /** Number of tools. */
  readonly tools: number;
  readonly diagnostics: readonly Diagnostic[];
  readonly files: readonly WrittenFile[];
}

/** Generates the code of a project. */
export async function generate(options: GenerateOptions = {}): Promise<GenerateResult> {
  const { force = false, dryRun = false } = options;
  const project = openProject(options);
  const { states, diagnostics, saveCache, ...current } = await currentState(project);
  const tools = current.tools.length;
  if (states === undefined) return { tools, diagnostics, files: [] };
  const blocked = states.filter(({ status }) => status === "foreign" || (status === "edited" && !force));
  if (blocked.length > 0) {
    const files = blocked.map(({ path }) => ({ path, status: "edited" }) as const);
    return { tools, diagnostics: [...diagnostics, ...blocked.map(describeState)], files };
  }
  const written = await writeOutput(project.host, states, dryRun);
  if (!dryRun && written.diagnostics.length === 0) await saveCache?.(written.stamps);
  return { tools, diagnostics: [...diagnostics, ...written.diagnostics], files: written.files };
}

/** The outcome of a check. */
export interface CheckResult {
  /** Number of tools. */
  readonly tools: number;
  readonly diagnostics: readonly Diagnostic[];
  readonly files: readonly FileState[];
}

/** Checks that the generated files are up to date and that every tool has an implementation. */
export async function check(options: ProjectOptions = {}): Promise<CheckResult> {
  const project = openProject(options);
  const { host, config } = project;
  const { tools, diagnostics, states: files } = await currentState(project);
  if (files === undefined) return { tools: tools.length, diagnostics, files: [] };
  const stale = files.filter((file) => file.status !== "fresh").map(describeState);
  const missing = await missingImplementations(host, config, tools);
  const found = applySeverities([...stale, ...missing], config);
  return { tools: tools.length, diagnostics: [...diagnostics, ...found], files };
}

interface CurrentState {
  readonly tools: readonly CachedTool[];
  readonly diagnostics: readonly Diagnostic[];
  /** Output file states; undefined after an error. */
  readonly states: readonly FileState[] | undefined;
  /** Writes the cache for the next run. */
  readonly saveCache?: (stamps: ReadonlyMap<string, string>) => Promise<void>;
}

/** Compares output with manifests. Compiles only changed manifests, or all if an output file changed. */
async function currentState(project: OpenProject): Promise<CurrentState> {
  const { host, config } = project;
  const folderErrors = await checkOutputFolder(host, config.out);
  const run = folderErrors.length > 0 ? undefined : await readEarlierRun(project);
  const outputs = run && (await unchangedOutputs(host, config.out, run.cache));
  if (run && outputs && isUnchanged(run)) {
    const { tools, diagnostics } = run.cache;
    return { tools, diagnostics, states: outputs };
  }
  // Lazy-load the parser, the schema compiler and the emitters.
  const { buildProject } = await import("./build-project.js");
  // Changed output files are compared with the expected contents, which requires compiling.
  const built = await buildProject(project, outputs && (await earlierBuild(project, run)));
  const diagnostics = [...built.diagnostics, ...folderErrors];
  const tools = built.models.map(({ spec, names }) => ({
    ...summarizeTool(spec),
    file: names.file,
    ...(spec.uses && { uses: spec.uses }),
  }));
  if (diagnostics.some(isError)) return { tools, diagnostics, states: undefined };
  const saveCache = async (stamps: ReadonlyMap<string, string>) => {
    const outputs = built.files.map(({ path, hash }): CachedOutput => {
      const stamp = stamps.get(path);
      return stamp === undefined ? [path, hash] : [path, hash, stamp];
    });
    const { trace, units } = built;
    await writeCache(project, { trace, diagnostics, tools, outputs }, units);
  };
  const states = await compareOutput(host, config.out, built.files, outputs);
  return { tools, diagnostics, states, saveCache };
}

const reports: Readonly<
  Record<
    Exclude<FileState["status"], "fresh">,
    readonly [code: Diagnostic["code"], message: string, help?: string]
  >
> = {
  stale: ["TK6001", "The file is out of date: it differs from what the manifests generate now."],
  missing: ["TK6002", "The generated file is missing."],
  orphaned: ["TK6003", "No manifest generates this file any more.", "Run `toolkiln generate` to delete it."],
  edited: [
    "TK6004",
    "The file was edited by hand.",
    "Move the change into the manifest, or run `toolkiln generate --force` to discard it.",
  ],
  foreign: [
    "TK6005",
    "toolkiln did not write this file and will not replace it.",
    "Move the file away, or set `out` to another folder.",
  ],
};

function describeState({ path, status, found, wanted }: FileState): Diagnostic {
  const [code, message, help = "Run `toolkiln generate`."] = reports[status === "fresh" ? "stale" : status];
  const isUnreadable = status === "foreign" && found === undefined;
  const text = isUnreadable ? "The file cannot be read, so toolkiln does not replace it." : message;
  const isOutdated = status === "stale" || status === "missing";
  const manifest = wanted === undefined || !isOutdated ? undefined : manifestOf(wanted);
  const related = manifest !== undefined && [
    { file: manifest, range: fileStart, message: "It is generated from this manifest." },
  ];
  return diagnostic(code, { file: path }, text, { help, ...(related && { related }) });
}
