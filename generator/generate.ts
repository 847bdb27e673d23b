import type { GeneratorConfig } from "./config.js";
import { diagnostic, fileStart, type DiagnosticCode } from "./diagnostics/catalog.js";
import type { Diagnostic } from "./diagnostics/diagnostic.js";
import type { Host } from "./host.js";
import type { ToolModel } from "./model/tool-model.js";
import { compareOutput, type FileState } from "./output/freshness.js";
import { writeOutput, type WrittenFile } from "./output/write-output.js";
import { analyze, render } from "./pipeline.js";

/** What to generate, and where. */
export interface GenerateOptions {
  readonly host: Host;
  readonly config: GeneratorConfig;
  /** Replaces files that were edited by hand. */
  readonly force?: boolean;
  /** Tells what would be done and does nothing. */
  readonly dryRun?: boolean;
}

/** What a run came to. When a diagnostic is an error, nothing was written. */
export interface GenerateResult {
  readonly models: readonly ToolModel[];
  readonly diagnostics: readonly Diagnostic[];
  readonly files: readonly WrittenFile[];
}

/** Generates the bindings of a project. */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const { host, config, force = false, dryRun = false } = options;
  const { models, diagnostics } = await analyze(host, config);
  if (hasErrors(diagnostics)) return { models, diagnostics, files: [] };
  const states = await compareOutput(host, config.out, render(models, config));
  const blocked = states.filter((state) => isBlocked(state, force)).map(describeState);
  if (blocked.length > 0) return { models, diagnostics: [...diagnostics, ...blocked], files: [] };
  return { models, diagnostics, files: await writeOutput(host, states, { force, dryRun }) };
}

/** What a check came to. */
export interface CheckResult {
  readonly models: readonly ToolModel[];
  readonly diagnostics: readonly Diagnostic[];
  readonly files: readonly FileState[];
}

/** Tells whether the generated files are what the manifests ask for, and whether every tool is implemented. */
export async function check({ host, config }: GenerateOptions): Promise<CheckResult> {
  const { models, diagnostics } = await analyze(host, config);
  if (hasErrors(diagnostics)) return { models, diagnostics, files: [] };
  const files = await compareOutput(host, config.out, render(models, config));
  const stale = files.filter((file) => file.status !== "fresh").map(describeState);
  const implementations = new Set(await host.listFiles(config.tools));
  const missing = models
    .filter(({ names }) => !implementations.has(`${config.tools}/${names.file}.ts`))
    .map(({ names, spec }) => {
      const place = { file: `${config.tools}/${names.file}.ts`, range: fileStart };
      return diagnostic("TK6006", place, `There is no implementation of ${spec.id}.`, {
        help: `Export \`tool\` from ${config.tools}/${names.file}.ts.`,
      });
    });
  return { models, diagnostics: [...diagnostics, ...stale, ...missing], files };
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

function describeState({ path, status }: FileState): Diagnostic {
  const [code, message] = stateCodes[status] ?? stateCodes.stale;
  const help =
    status === "edited" ? "Run `toolkiln generate --force` to replace it." : "Run `toolkiln generate`.";
  return diagnostic(code, { file: path, range: fileStart }, message, status === "foreign" ? {} : { help });
}
