import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { formatDiagnostic, type Diagnostic, type TextStyle } from "@toolkiln/generator";
import { configurationFile } from "@toolkiln/generator/config";
import { pathIn, type Project } from "@toolkiln/project";
import { exitCode } from "./exit-code.js";
import { isError } from "./diagnostics/is-error.js";
import type { GlobalOptions } from "./global-options.js";
import { count, printJson, tell } from "./output.js";
import { colorsOf } from "./terminal.js";

/** How much people want to read. */
export type Verbosity = Pick<GlobalOptions, "verbose">;

/**
 * Prints diagnostics for people, each with the lines around its place: errors, then warnings. Hints are counted, and
 * printed with `--verbose`.
 */
export function reportDiagnostics(
  diagnostics: readonly Diagnostic[],
  project: Project,
  { verbose = false }: Verbosity,
): void {
  const { root, prefix } = project;
  const sourceText = (file: string): string | undefined => {
    if (!file.endsWith(".yaml")) return undefined;
    try {
      const path = join(root, file.slice(prefix === "" ? 0 : prefix.length + 1));
      // Places are counted without the byte order mark.
      return readFileSync(path, "utf8").replace(/^\ufeff/, "");
    } catch {
      return undefined;
    }
  };
  const colors = colorsOf(process.stderr);
  const style = textStyle();
  const ordered = severities.flatMap((severity) => ofSeverity(inProject(diagnostics, project), severity));
  const hints = verbose ? [] : ofSeverity(ordered, "hint");
  const { shown, left } = firstOfEachFile(ordered.slice(0, ordered.length - hints.length));
  for (const diagnostic of shown) tell(`${formatDiagnostic(diagnostic, sourceText, style)}\n`);
  for (const [file, amount] of left)
    tell(`${colors.bold(file)}  ${amount.toLocaleString("en-US")} more; \`--json\` lists all.\n`);
  if (hints.length > 0) tell(`${summarizeHints(hints)}\n`);
}

/** The colours of diagnostics on standard error. */
export function textStyle(): TextStyle {
  const colors = colorsOf(process.stderr);
  return {
    severity: (text, severity) =>
      ({ error: colors.red, warning: colors.yellow, hint: colors.cyan })[severity](text),
    strong: colors.bold,
    faint: colors.dim,
  };
}

const severities = ["error", "warning", "hint"] as const;

function ofSeverity(diagnostics: readonly Diagnostic[], severity: Diagnostic["severity"]): Diagnostic[] {
  return diagnostics.filter((diagnostic) => diagnostic.severity === severity);
}

/** "3 hints: 2 told-in-words, 1 unknown-format. `--verbose` shows them." */
function summarizeHints(hints: readonly Diagnostic[]): string {
  const amounts = new Map<string, number>();
  for (const { name } of hints) amounts.set(name, (amounts.get(name) ?? 0) + 1);
  const names = [...amounts].map(([name, amount]) => `${amount} ${name}`).join(", ");
  return `${count(hints.length, "hint")}: ${names}. \`--verbose\` shows ${hints.length === 1 ? "it" : "them"}.`;
}

/** Diagnostics of one file that are printed; nobody reads on after so many. */
const mostShown = 100;

/** The first diagnostics of each file, and how many are left. */
function firstOfEachFile(diagnostics: readonly Diagnostic[]): {
  readonly shown: readonly Diagnostic[];
  readonly left: ReadonlyMap<string, number>;
} {
  const amounts = new Map<string, number>();
  const shown = diagnostics.filter(({ file }) => {
    const amount = (amounts.get(file) ?? 0) + 1;
    amounts.set(file, amount);
    return amount <= mostShown;
  });
  const left = [...amounts].flatMap(([file, amount]) =>
    amount > mostShown ? [[file, amount - mostShown] as const] : [],
  );
  return { shown, left: new Map(left) };
}

/** The problems of a project with paths that start at the configuration's folder. */
export function inProject(diagnostics: readonly Diagnostic[], project: Project): readonly Diagnostic[] {
  const { configFile = configurationFile } = project;
  const pathOf = (file: string): string =>
    file === configurationFile ? basename(configFile) : pathIn(project, file);
  return diagnostics.map((diagnostic) => ({
    ...diagnostic,
    file: pathOf(diagnostic.file),
    ...(diagnostic.related && {
      related: diagnostic.related.map((place) => ({ ...place, file: pathOf(place.file) })),
    }),
  }));
}

/** The exit code of a command that writes: a disk that refuses is not a matter of the manifests. */
export function exitCodeOf(diagnostics: readonly Diagnostic[]): number {
  if (diagnostics.some(({ code }) => code === "TK6008")) return exitCode.usage;
  return hasErrors(diagnostics) ? exitCode.findings : exitCode.ok;
}

/** Ends a command that errors in the manifests keep from its work: for people, or as the one document for programs. */
export function stopAtErrors(
  problems: readonly { readonly project: Project; readonly diagnostics: readonly Diagnostic[] }[],
  { json, verbose = false }: GlobalOptions,
): number {
  const errors = problems.map(({ project, diagnostics }) => ({
    project,
    diagnostics: diagnostics.filter(isError),
  }));
  if (json === true) {
    const all = errors.flatMap(({ project, diagnostics }) => inProject(diagnostics, project));
    printJson({ diagnostics: all });
  } else for (const { project, diagnostics } of errors) reportDiagnostics(diagnostics, project, { verbose });
  return exitCode.findings;
}

/** Whether a problem stops the command. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(isError);
}

/** How many of what: "2 errors, 1 warning". */
export function countDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const counts = severities.flatMap((severity) => {
    const amount = ofSeverity(diagnostics, severity).length;
    return amount === 0 ? [] : [count(amount, severity)];
  });
  return counts.join(", ");
}
