import { analyze, fixManifests, nodeHost, type Diagnostic } from "@toolkiln/generator";
import { defineCommand } from "../command.js";
import { writeBaseline } from "../diagnostics/baseline.js";
import { reportFlags, reportProjects } from "../diagnostics/report-projects.js";
import { count, log, note, outputOptions, visible } from "../output.js";
import { countDiagnostics, hasErrors, reportDiagnostics } from "../report.js";

export const setup = defineCommand({
  options: {
    "--fix": "fix what can be fixed safely",
    "--update-baseline": "accept the current warnings and hints: write them to the baseline",
    ...reportFlags,
  },
  examples: [
    ["lint", "report all errors and warnings in the manifests"],
    ["lint --fix", "fix what can be fixed safely, and report the rest"],
    ["lint --format sarif", "for code scanning services"],
    ["lint --max-warnings 0", "fail on warnings, too"],
  ],
  run: (options) =>
    reportProjects(
      options,
      async (project) => {
        const host = nodeHost(project.root);
        const fixed = options.fix === true ? await fixManifests(host, project.config) : undefined;
        const { diagnostics, manifestCount, models } = fixed ?? (await analyze(host, project.config));
        if (options.updateBaseline === true) {
          const amount = writeBaseline(diagnostics, project);
          log(`Wrote ${count(amount, "known diagnostic")} to ${project.baseline}.`);
        }
        const files = (fixed?.files ?? []).map((path) => ({ path, status: "written" as const }));
        const fixes = fixed && { fixes: fixed.fixes };
        return { diagnostics, manifestCount, files, tools: models.length, ...fixes };
      },
      (reports, { diagnostics, fixes = [] }) => {
        for (const { file, line, code, message, title } of fixes)
          note(visible(`${file}:${line}  ${title}  (${code}: ${message})`));
        for (const { project, diagnostics: own } of reports) reportDiagnostics(own, project);
        const manifests = reports.reduce((sum, report) => sum + report.manifestCount, 0);
        if (outputOptions().quiet !== true || hasErrors(diagnostics))
          log(summary(diagnostics, manifests, fixes.length));
      },
    ),
});

function summary(diagnostics: readonly Diagnostic[], manifests: number, fixed: number): string {
  const done = fixed === 0 ? "" : `Fixed ${count(fixed, "diagnostic")}. `;
  const all = count(manifests, "manifest");
  if (diagnostics.length === 0) return `${done}${all}, no errors or warnings.`;
  const files = [...new Set(diagnostics.map(({ file }) => file))];
  const affected = files.filter((file) => file.endsWith(".tool.yaml")).length;
  const others = affected === files.length ? "" : ` and ${count(files.length - affected, "other file")}`;
  const where = manifests === 0 ? "" : ` in ${affected} of ${all}${others}`;
  return `${done}${countDiagnostics(diagnostics)}${where}.   ${nextStep(diagnostics)}`;
}

function nextStep(diagnostics: readonly Diagnostic[]): string {
  const fixable = diagnostics.filter(({ fix }) => fix !== undefined).length;
  if (fixable > 0) return `toolkiln lint --fix fixes ${fixable}`;
  const rank = ({ severity }: Diagnostic) => ["error", "warning", "hint"].indexOf(severity);
  const [worst] = diagnostics.toSorted((a, b) => rank(a) - rank(b));
  return `toolkiln explain ${worst?.code ?? ""}`;
}
