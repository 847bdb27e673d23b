import { earlierBuild, isUnchanged, readEarlierRun, type EarlierRun } from "./cache/earlier-run.js";
import {
  cacheKey,
  writeCache,
  writeCachedUnits,
  type CachedOutput,
  type CachedTool,
} from "./cache/project-cache.js";
import { unchangedOutputs } from "./cache/unchanged.js";
import { diagnostic, fileStart, type DiagnosticCode } from "./diagnostics/catalog.js";
import { isError, type Diagnostic } from "./diagnostics/diagnostic.js";
import { applySeverities } from "./diagnostics/severities.js";
import type { Host } from "./host.js";
import { missingImplementations } from "./implementations/missing-implementations.js";
import { summarizeTool } from "./model/tool-summary.js";
import { openProject, type OpenProject, type ProjectOptions } from "./open-project.js";
import { manifestOf } from "./output/generated-file.js";
import { compareOutput, type FileState } from "./output/freshness.js";
import { checkOutputFolder } from "./output/output-folder.js";
import { writeOutput, type WrittenFile } from "./output/write-output.js";

/** What to generate, and how. */
export interface GenerateOptions extends ProjectOptions {
  /** Replaces files that were edited by hand. */
  readonly force?: boolean;
  /** Tells what would be done and does nothing. */
  readonly dryRun?: boolean;
}

/** The outcome of a run. When a manifest has an error, nothing was written. */
export interface GenerateResult {
  /** How many tools there are. */
  readonly tools: number;
  readonly diagnostics: readonly Diagnostic[];
  readonly files: readonly WrittenFile[];
  /** Tools whose files were deleted. */
  readonly gone: readonly string[];
}

/** Generates the bindings of a project. */
export async function generate(options: GenerateOptions = {}): Promise<GenerateResult> {
  const { force = false, dryRun = false } = options;
  const project = openProject(options);
  const { states, diagnostics, remember, ...current } = await currentState(project);
  const tools = current.tools.length;
  if (states === undefined) return { tools, diagnostics, files: [], gone: [] };
  const blocked = states.filter((state) => isBlocked(state, force));
  if (blocked.length > 0) {
    const files = blocked.map(({ path }) => ({ path, status: "edited" }) as const);
    const found = [...diagnostics, ...blocked.map(describeState)];
    return { tools, diagnostics: found, files, gone: [] };
  }
  const written = await writeOutput(project.host, states, { force, dryRun });
  if (!dryRun && written.diagnostics.length === 0) await remember?.(written.stamps);
  return {
    tools,
    diagnostics: [...diagnostics, ...written.diagnostics],
    files: written.files,
    gone: goneTools(states, project.config.out),
  };
}

/** The outcome of a check. */
export interface CheckResult {
  /** How many tools there are. */
  readonly tools: number;
  readonly diagnostics: readonly Diagnostic[];
  readonly files: readonly FileState[];
}

/** Tells whether the generated files are what the manifests ask for, and whether every tool is implemented. */
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
  /** How the files are; undefined when there is an error. */
  readonly states: readonly FileState[] | undefined;
  /** Tells the next run what this one found out. */
  readonly remember?: (stamps: ReadonlyMap<string, string>) => Promise<void>;
}

/** Compares a project's files with what its manifests ask for; what did not change since an earlier run is not compiled. */
async function currentState(project: OpenProject): Promise<CurrentState> {
  const { host, config } = project;
  const refused = await checkOutputFolder(host, config.out);
  const run = refused.length > 0 ? undefined : await readEarlierRun(project);
  const outputs = run && (await unchangedOutputs(host, config.out, run.cache));
  if (run && outputs && isUnchanged(run)) return cachedState(host, run, outputs);
  // What follows loads the parser, the schema compiler and the emitters.
  const { buildProject } = await import("./build-project.js");
  // Files that somebody changed are compared with their contents, which only compiling gives.
  const built = await buildProject(project, outputs && (await earlierBuild(host, run)));
  const diagnostics = [...built.diagnostics, ...refused];
  const tools = built.models.map(({ spec, names }) => ({
    ...summarizeTool(spec),
    file: names.file,
    ...(spec.uses && { uses: spec.uses }),
  }));
  if (diagnostics.some(isError)) return { tools, diagnostics, states: undefined };
  const remember = async (stamps: ReadonlyMap<string, string>) => {
    if (host.writeCache === undefined) return;
    const key = cacheKey(config);
    const unitsSeal = await writeCachedUnits(host, key, built.units);
    const written = built.files.map(({ path, hash }): CachedOutput => [path, hash]);
    const { trace } = built;
    await writeCache(host, key, {
      trace,
      diagnostics,
      tools,
      unitsSeal,
      outputs: withStamps(written, stamps),
    });
  };
  return {
    tools,
    diagnostics,
    states: await compareOutput(host, config.out, built.files, outputs),
    remember,
  };
}

/** The state of a project of which nothing has changed. */
function cachedState(host: Host, { key, cache }: EarlierRun, states: readonly FileState[]): CurrentState {
  const { tools, diagnostics } = cache;
  // A checkout, say, writes files again without changing them; the next run need not read them.
  const remember = async (stamps: ReadonlyMap<string, string>) => {
    const isKnown = ([path, , stamp]: CachedOutput) => stamp === stamps.get(path);
    if (cache.outputs.every(isKnown)) return;
    await writeCache(host, key, { ...cache, outputs: withStamps(cache.outputs, stamps) });
  };
  return { tools, diagnostics, states, remember };
}

function withStamps(
  outputs: readonly CachedOutput[],
  stamps: ReadonlyMap<string, string>,
): readonly CachedOutput[] {
  return outputs.map(([path, hash]): CachedOutput => {
    const stamp = stamps.get(path);
    return stamp === undefined ? [path, hash] : [path, hash, stamp];
  });
}

/** The tools of an output folder whose files are left over. */
function goneTools(states: readonly FileState[], folder: string): string[] {
  return states.flatMap(({ path, status }) => {
    const [, id] = /^\/tools\/([a-z0-9-]+)\.ts$/.exec(path.slice(folder.length)) ?? [];
    return id !== undefined && status === "orphaned" ? [id] : [];
  });
}

function isBlocked({ status }: FileState, force: boolean): boolean {
  return status === "foreign" || (status === "edited" && !force);
}

const stateCodes = {
  fresh: undefined,
  stale: ["TK6001", "The file is out of date: it differs from what the manifests generate now."],
  missing: ["TK6002", "The file has not been generated."],
  orphaned: ["TK6003", "The manifest of this file is gone."],
  edited: ["TK6004", "The file was edited by hand."],
  foreign: ["TK6005", "toolkiln did not write this file and does not replace it."],
} as const satisfies Record<FileState["status"], readonly [DiagnosticCode, string] | undefined>;

const unreadable = ["TK6005", "The file cannot be read; only what toolkiln wrote is replaced."] as const;

const remedies: Readonly<Partial<Record<FileState["status"], string>>> = {
  edited: "Move the change into the manifest, or run `toolkiln generate --force` to lose it.",
  foreign: "Move the file away, or set `out` to another folder.",
};

function describeState({ path, status, found, wanted }: FileState): Diagnostic {
  const isUnreadable = status === "foreign" && found === undefined;
  const [code, message] = isUnreadable ? unreadable : (stateCodes[status] ?? stateCodes.stale);
  const help = remedies[status] ?? "Run `toolkiln generate`.";
  const manifest = wanted === undefined ? undefined : manifestOf(wanted);
  const isBehind = status === "stale" || status === "missing";
  return diagnostic(code, { file: path, range: fileStart }, message, {
    help,
    ...(isBehind &&
      manifest !== undefined && {
        related: [{ file: manifest, range: fileStart, message: "It is generated from this manifest." }],
      }),
  });
}
