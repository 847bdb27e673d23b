import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { formatDiagnostic, type Diagnostic, type TextStyle } from "@toolkiln/generator";
import { configurationFile } from "@toolkiln/generator/config";
import { exitCode } from "./exit-code.js";
import type { GlobalOptions } from "./global-options.js";
import { count, printJson, tell } from "./output.js";
import type { Project } from "./project.js";
import { colorsOf } from "./terminal.js";

/** Tells people about problems, each with the lines around its place. */
export function reportDiagnostics(diagnostics: readonly Diagnostic[], project: Project): void {
  const { root, prefix } = project;
  const sourceText = (file: string): string | undefined => {
    if (!file.endsWith(".yaml")) return undefined;
    try {
      return readFileSync(join(root, file.slice(prefix === "" ? 0 : prefix.length + 1)), "utf8");
    } catch {
      return undefined;
    }
  };
  const colors = colorsOf(process.stderr);
  const style: TextStyle = {
    severity: (text, severity) =>
      ({ error: colors.red, warning: colors.yellow, hint: colors.cyan })[severity](text),
    strong: colors.bold,
    faint: colors.dim,
  };
  for (const diagnostic of inProject(diagnostics, project))
    tell(`${formatDiagnostic(diagnostic, sourceText, style)}\n`);
}

/** The problems of a project with paths that start at the configuration's folder. */
export function inProject(
  diagnostics: readonly Diagnostic[],
  { prefix, configFile = configurationFile }: Project,
): readonly Diagnostic[] {
  const pathOf = (file: string): string => {
    if (file === configurationFile) return basename(configFile);
    return prefix === "" ? file : `${prefix}/${file}`;
  };
  return diagnostics.map((diagnostic) => ({
    ...diagnostic,
    file: pathOf(diagnostic.file),
    ...(diagnostic.related && {
      related: diagnostic.related.map((place) => ({ ...place, file: pathOf(place.file) })),
    }),
  }));
}

/** Ends a command that errors in the manifests keep from its work: for people, or as the one document for programs. */
export function stopAtErrors(
  problems: readonly { readonly project: Project; readonly diagnostics: readonly Diagnostic[] }[],
  { json }: GlobalOptions,
): number {
  const errors = problems.map(({ project, diagnostics }) => ({
    project,
    diagnostics: diagnostics.filter(({ severity }) => severity === "error"),
  }));
  if (json === true) {
    const all = errors.flatMap(({ project, diagnostics }) => inProject(diagnostics, project));
    printJson({ diagnostics: all });
  } else for (const { project, diagnostics } of errors) reportDiagnostics(diagnostics, project);
  return exitCode.findings;
}

/** Whether a problem stops the command. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

/** How many of what: "2 errors, 1 warning". */
export function countDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const counts = (["error", "warning", "hint"] as const).flatMap((severity) => {
    const amount = diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
    return amount === 0 ? [] : [count(amount, severity)];
  });
  return counts.join(", ");
}
