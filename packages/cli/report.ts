import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { formatDiagnostic, type Diagnostic, type TextStyle } from "@toolkiln/generator";
import { configurationFile } from "@toolkiln/generator/config";
import { pathIn, type Project } from "@toolkiln/project";
import { exitCode, type GlobalOptions } from "./command.js";
import { count, printJson, log } from "./output.js";
import { colorsOf } from "./terminal.js";

/** Diagnostics of one file that are printed at most. */
const mostShown = 100;

/**
 * Prints diagnostics for people, each with the lines around its place: errors, then warnings. Hints are counted, and
 * printed with `--verbose`.
 */
export function reportDiagnostics(
  diagnostics: readonly Diagnostic[],
  project: Project,
  { verbose = false }: Pick<GlobalOptions, "verbose">,
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
  const all = inProject(diagnostics, project);
  const shown = severities.flatMap((severity) =>
    severity === "hint" && !verbose ? [] : ofSeverity(all, severity),
  );
  const amounts = new Map<string, number>();
  for (const diagnostic of shown) {
    const amount = (amounts.get(diagnostic.file) ?? 0) + 1;
    amounts.set(diagnostic.file, amount);
    if (amount <= mostShown) log(`${formatDiagnostic(diagnostic, sourceText, textStyle())}\n`);
  }
  const { bold } = colorsOf(process.stderr);
  for (const [file, amount] of amounts)
    if (amount > mostShown)
      log(`${bold(file)}  ${(amount - mostShown).toLocaleString("en-US")} more; \`--json\` lists all.\n`);
  const hints = verbose ? [] : ofSeverity(all, "hint");
  if (hints.length > 0) log(`${summarizeHints(hints)}\n`);
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

/** "3 hints: 2 described-only, 1 unknown-format. `--verbose` shows them." */
function summarizeHints(hints: readonly Diagnostic[]): string {
  const amounts = new Map<string, number>();
  for (const { name } of hints) amounts.set(name, (amounts.get(name) ?? 0) + 1);
  const names = [...amounts].map(([name, amount]) => `${amount} ${name}`).join(", ");
  return `${count(hints.length, "hint")}: ${names}. \`--verbose\` shows ${hints.length === 1 ? "it" : "them"}.`;
}

/** The diagnostics of a project with paths that start at the configuration's folder. */
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

/** The exit code for some diagnostics; a disk that cannot be written is not an error in the manifests. */
export function exitCodeOf(diagnostics: readonly Diagnostic[]): number {
  if (diagnostics.some(({ code }) => code === "TK6008")) return exitCode.usage;
  return hasErrors(diagnostics) ? exitCode.diagnostics : exitCode.ok;
}

/** Ends a command that errors in the manifests stop: for people, or as the one document for programs. */
export function stopAtErrors(
  found: readonly { readonly project: Project; readonly diagnostics: readonly Diagnostic[] }[],
  options: GlobalOptions,
): number {
  const errors = found.map(({ project, diagnostics }) => ({
    project,
    diagnostics: diagnostics.filter(isError),
  }));
  if (options.json === true) {
    const all = errors.flatMap(({ project, diagnostics }) => inProject(diagnostics, project));
    printJson({ diagnostics: all });
  } else for (const { project, diagnostics } of errors) reportDiagnostics(diagnostics, project, options);
  return exitCode.diagnostics;
}

/** Whether a diagnostic stops the command. */
export function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

/** Whether one of the diagnostics stops the command. */
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
