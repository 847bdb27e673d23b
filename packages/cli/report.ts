import { readFileSync } from "node:fs";
import { basename, relative, resolve } from "node:path";
import {
  analyze,
  formatDiagnostic,
  nodeHost,
  type Diagnostic,
  type TextStyle,
  type ToolModel,
} from "@toolkiln/generator";
import { configurationFile } from "@toolkiln/generator/config";
import { pathIn, type Project } from "@toolkiln/project";
import { CommandError, exitCode } from "./command.js";
import { count, log, note, outputOptions, present } from "./output.js";
import { colorsOf } from "./terminal.js";

/** Prints diagnostics with source lines, errors first. Without `--verbose`, hints are only counted. */
export function reportDiagnostics(diagnostics: readonly Diagnostic[], project: Project): void {
  const { root, prefix } = project;
  const { verbose = false } = outputOptions();
  const sourceText = (file: string): string | undefined => {
    if (!file.endsWith(".yaml")) return undefined;
    try {
      const path = resolve(root, prefix === "" ? file : relative(prefix, file));
      // Line and column exclude the byte order mark.
      return readFileSync(path, "utf8").replace(/^\ufeff/, "");
    } catch {
      return undefined;
    }
  };
  const all = withProjectPaths(diagnostics, project);
  for (const severity of severities)
    for (const diagnostic of severity === "hint" && !verbose ? [] : ofSeverity(all, severity))
      log(`${formatDiagnostic(diagnostic, sourceText, textStyle())}\n`);
  const hints = verbose ? [] : ofSeverity(all, "hint");
  if (hints.length > 0) note(`${summarizeHints(hints)}\n`);
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

/** "3 hints: 2 described-only, 1 unstated-hints. `--verbose` shows them." */
function summarizeHints(hints: readonly Diagnostic[]): string {
  const amounts = new Map<string, number>();
  for (const { name } of hints) amounts.set(name, (amounts.get(name) ?? 0) + 1);
  const names = [...amounts].map(([name, amount]) => `${amount} ${name}`).join(", ");
  return `${count(hints.length, "hint")}: ${names}. \`--verbose\` shows ${hints.length === 1 ? "it" : "them"}.`;
}

/** A project's diagnostics with paths relative to the configuration's folder. */
export function withProjectPaths<Found extends Diagnostic>(
  diagnostics: readonly Found[],
  project: Project,
): readonly Found[] {
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

/** The exit code for diagnostics; a write error on disk is not an error in the manifests. */
export function exitCodeOf(diagnostics: readonly Diagnostic[]): number {
  if (diagnostics.some(({ code }) => code === "TK6008")) return exitCode.usage;
  return hasErrors(diagnostics) ? exitCode.diagnostics : exitCode.ok;
}

/** Ends the command if manifests have errors: prints them as text or as a JSON document. */
export function stopAtErrors(...found: readonly (readonly [Project, readonly Diagnostic[]])[]): void {
  const errors = found.map(([project, all]) => [project, all.filter(isError)] as const);
  const diagnostics = errors.flatMap(([project, own]) => withProjectPaths(own, project));
  if (diagnostics.length === 0) return;
  present({ diagnostics }, () => {
    for (const [project, own] of errors) reportDiagnostics(own, project);
  });
  throw new CommandError("", exitCode.diagnostics);
}

/** The tools of projects. Ends the command if a manifest has errors. */
export async function readTools(
  projects: readonly Project[],
): Promise<readonly { readonly project: Project; readonly model: ToolModel }[]> {
  const found = [];
  for (const project of projects)
    found.push({ project, ...(await analyze(nodeHost(project.root), project.config)) });
  stopAtErrors(...found.map(({ project, diagnostics }) => [project, diagnostics] as const));
  return found.flatMap(({ project, models }) => models.map((model) => ({ project, model })));
}

/** Whether a diagnostic stops the command. */
export function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(isError);
}

/** Totals, such as "2 errors, 1 warning". */
export function countDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const amounts = severities.map((severity) => [ofSeverity(diagnostics, severity).length, severity] as const);
  return amounts.flatMap(([amount, severity]) => (amount === 0 ? [] : [count(amount, severity)])).join(", ");
}
