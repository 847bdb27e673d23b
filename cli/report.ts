import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Diagnostic } from "@toolkiln/generator";
import { formatDiagnostic } from "@toolkiln/generator";
import { tell } from "./output.js";
import type { Project } from "./project.js";

/** Tells people about problems, each with the lines around its place. */
export function reportDiagnostics(diagnostics: readonly Diagnostic[], { root }: Project): void {
  const sourceText = (file: string): string | undefined => {
    if (!file.endsWith(".yaml")) return undefined;
    try {
      return readFileSync(join(root, file), "utf8");
    } catch {
      return undefined;
    }
  };
  for (const diagnostic of diagnostics) tell(`${formatDiagnostic(diagnostic, sourceText)}\n`);
}

/** How many of what: "2 errors, 1 warning". */
export function countDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const counts = (["error", "warning", "hint"] as const).flatMap((severity) => {
    const count = diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity}${count === 1 ? "" : "s"}`];
  });
  return counts.join(", ");
}
