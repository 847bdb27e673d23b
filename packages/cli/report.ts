import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { formatDiagnostic, type Diagnostic, type TextStyle } from "@toolkiln/generator";
import { configurationFile } from "@toolkiln/generator/config";
import { exitCode } from "./exit-code.js";
import { isError } from "./findings/is-error.js";
import type { GlobalOptions } from "./global-options.js";
import { count, printJson, tell } from "./output.js";
import { pathIn, type Project } from "./project.js";
import { colorsOf } from "./terminal.js";

/** Tells people about problems, each with the lines around its place. */
export function reportDiagnostics(diagnostics: readonly Diagnostic[], project: Project): void {
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
  const style: TextStyle = {
    severity: (text, severity) =>
      ({ error: colors.red, warning: colors.yellow, hint: colors.cyan })[severity](text),
    strong: colors.bold,
    faint: colors.dim,
  };
  const { shown, left } = worthTelling(inProject(diagnostics, project));
  for (const diagnostic of shown) tell(`${formatDiagnostic(diagnostic, sourceText, style)}\n`);
  for (const [file, amount] of left)
    tell(`${colors.bold(file)}  and ${count(amount, "finding")} more; \`--json\` lists them all.\n`);
}

/** Findings of one file that people are told; nobody reads on after so many. */
const mostTold = 100;

/** Of each file the first findings, errors before others, and how many are left. */
function worthTelling(diagnostics: readonly Diagnostic[]): {
  readonly shown: readonly Diagnostic[];
  readonly left: ReadonlyMap<string, number>;
} {
  const byFile = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    const others = byFile.get(diagnostic.file);
    if (others === undefined) byFile.set(diagnostic.file, [diagnostic]);
    else others.push(diagnostic);
  }
  const shown = new Set<Diagnostic>();
  const left = new Map<string, number>();
  for (const [file, found] of byFile) {
    const ordered = [...found.filter(isError), ...found.filter((other) => !isError(other))];
    for (const diagnostic of ordered.slice(0, mostTold)) shown.add(diagnostic);
    if (found.length > mostTold) left.set(file, found.length - mostTold);
  }
  return { shown: diagnostics.filter((diagnostic) => shown.has(diagnostic)), left };
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

/** Ends a command that errors in the manifests keep from its work: for people, or as the one document for programs. */
export function stopAtErrors(
  problems: readonly { readonly project: Project; readonly diagnostics: readonly Diagnostic[] }[],
  { json }: GlobalOptions,
): number {
  const errors = problems.map(({ project, diagnostics }) => ({
    project,
    diagnostics: diagnostics.filter(isError),
  }));
  if (json === true) {
    const all = errors.flatMap(({ project, diagnostics }) => inProject(diagnostics, project));
    printJson({ diagnostics: all });
  } else for (const { project, diagnostics } of errors) reportDiagnostics(diagnostics, project);
  return exitCode.findings;
}

/** Whether a problem stops the command. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(isError);
}

/** How many of what: "2 errors, 1 warning". */
export function countDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const counts = (["error", "warning", "hint"] as const).flatMap((severity) => {
    const amount = diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
    return amount === 0 ? [] : [count(amount, severity)];
  });
  return counts.join(", ");
}
