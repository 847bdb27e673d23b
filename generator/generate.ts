import { defaultConfig, type GeneratorConfig } from "./config.js";
import { diagnostic, fileStart, type DiagnosticCode } from "./diagnostics/catalog.js";
import type { Diagnostic } from "./diagnostics/diagnostic.js";
import type { Host } from "./host.js";
import type { ToolModel } from "./model/tool-model.js";
import { nodeHost } from "./node-host.js";
import { compareOutput, type FileState } from "./output/freshness.js";
import { checkOutputFolder } from "./output/output-folder.js";
import { writeOutput, type WrittenFile } from "./output/write-output.js";
import { analyze, render, type Rendering } from "./pipeline.js";

/** Which project to work on. */
export interface ProjectOptions {
  /** The project's folder; the working directory when left out. */
  readonly cwd?: string;
  /** What differs from the configuration of a project that has none. */
  readonly config?: Partial<GeneratorConfig>;
  /** Where the files are; on disk below `cwd` when left out. */
  readonly host?: Host;
}

/** What to generate, and how. */
export interface GenerateOptions extends ProjectOptions {
  /** Replaces files that were edited by hand. */
  readonly force?: boolean;
  /** Tells what would be done and does nothing. */
  readonly dryRun?: boolean;
}

/** What a run came to. When a manifest has an error, nothing was written. */
export interface GenerateResult {
  readonly models: readonly ToolModel[];
  readonly diagnostics: readonly Diagnostic[];
  readonly files: readonly WrittenFile[];
}

/** Generates the bindings of a project. */
export async function generate(options: GenerateOptions = {}): Promise<GenerateResult> {
  const { force = false, dryRun = false } = options;
  const { host, config } = openProject(options);
  const { models, diagnostics } = await analyze(host, config);
  const refused = await checkOutputFolder(host, config.out);
  const rendering = hasErrors(diagnostics) ? nothing : render(models, config);
  const problems = [...diagnostics, ...refused, ...rendering.diagnostics];
  if (hasErrors(problems)) return { models, diagnostics: problems, files: [] };
  const states = await compareOutput(host, config.out, rendering.files);
  const blocked = states.filter((state) => isBlocked(state, force));
  if (blocked.length > 0) {
    const files = blocked.map(({ path }) => ({ path, status: "edited" }) as const);
    return { models, diagnostics: [...diagnostics, ...blocked.map(describeState)], files };
  }
  const written = await writeOutput(host, states, { force, dryRun });
  return { models, diagnostics: [...diagnostics, ...written.diagnostics], files: written.files };
}

/** What a check came to. */
export interface CheckResult {
  readonly models: readonly ToolModel[];
  readonly diagnostics: readonly Diagnostic[];
  readonly files: readonly FileState[];
}

/** Tells whether the generated files are what the manifests ask for, and whether every tool is implemented. */
export async function check(options: ProjectOptions = {}): Promise<CheckResult> {
  const { host, config } = openProject(options);
  const { models, diagnostics } = await analyze(host, config);
  const refused = await checkOutputFolder(host, config.out);
  const rendering = hasErrors(diagnostics) ? nothing : render(models, config);
  const problems = [...diagnostics, ...refused, ...rendering.diagnostics];
  if (hasErrors(problems)) return { models, diagnostics: problems, files: [] };
  const files = await compareOutput(host, config.out, rendering.files);
  const stale = files.filter((file) => file.status !== "fresh").map(describeState);
  const missing = await missingImplementations(host, config, models);
  return { models, diagnostics: [...diagnostics, ...stale, ...missing], files };
}

const nothing: Rendering = { files: [], diagnostics: [] };

function openProject({ cwd = ".", config, host }: ProjectOptions): { host: Host; config: GeneratorConfig } {
  const { manifests, out, tools, ...other } = { ...defaultConfig, ...config };
  return {
    host: host ?? nodeHost(cwd),
    config: { ...other, manifests: plainPath(manifests), out: plainPath(out), tools: plainPath(tools) },
  };
}

/** `./generated/` is `generated`. */
function plainPath(path: string): string {
  const start = path.startsWith("/") ? "/" : "";
  const parts = path.split(/[/\\]/).filter((part) => part !== "" && part !== ".");
  return start + parts.join("/");
}

const implementationExtensions = ["ts", "tsx", "mts", "js", "mjs"];

async function missingImplementations(
  host: Host,
  config: GeneratorConfig,
  models: readonly ToolModel[],
): Promise<Diagnostic[]> {
  const present = new Set(await host.listFiles(config.tools));
  return models.flatMap(({ names, spec }) => {
    const path = `${config.tools}/${names.file}`;
    if (implementationExtensions.some((extension) => present.has(`${path}.${extension}`))) return [];
    const place = { file: `${path}.ts`, range: fileStart };
    const help = `Export \`tool\` from ${path}.ts.`;
    return [diagnostic("TK6006", place, `There is no implementation of ${spec.id}.`, { help })];
  });
}

function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

function isBlocked({ status }: FileState, force: boolean): boolean {
  return status === "foreign" || (status === "edited" && !force);
}

const stateCodes = {
  fresh: undefined,
  stale: ["TK6001", "The file is not what its manifest asks for."],
  missing: ["TK6002", "The file has not been generated."],
  orphaned: ["TK6003", "The manifest of this file is gone."],
  edited: ["TK6004", "The file was edited by hand."],
  foreign: ["TK6005", "toolkiln did not write this file and does not replace it."],
} as const satisfies Record<FileState["status"], readonly [DiagnosticCode, string] | undefined>;

const remedies: Readonly<Partial<Record<FileState["status"], string>>> = {
  edited: "Move the change into the manifest, or run `toolkiln generate --force` to lose it.",
  foreign: "Move the file away, or set `out` to another folder.",
};

function describeState({ path, status }: FileState): Diagnostic {
  const [code, message] = stateCodes[status] ?? stateCodes.stale;
  const help = remedies[status] ?? "Run `toolkiln generate`.";
  return diagnostic(code, { file: path, range: fileStart }, message, { help });
}
