import { check, nodeHost, shortDiff, type FileState, type JsonReport } from "@toolkiln/generator";
import { pathIn, type Project } from "@toolkiln/project";
import { defineCommand } from "../command.js";
import { reportFlags, reportProjects } from "../diagnostics/report-projects.js";
import { checkReference } from "../evolution/project-reference.js";
import { count, log, note, visible } from "../output.js";
import { countDiagnostics, hasErrors, isError, reportDiagnostics } from "../report.js";
import { colorsOf } from "../terminal.js";

export const setup = defineCommand({
  options: reportFlags,
  examples: [
    ["check", "for CI: exits with 1 on errors, stale code or missing implementations"],
    ["check --format github", "annotations on the lines of a pull request"],
  ],
  run: (options) =>
    reportProjects(
      options,
      async (project) => {
        const { root, config } = project;
        const { tools, diagnostics, files: states } = await check({ host: nodeHost(root), config });
        const stale = hasErrors(diagnostics) ? [] : await checkReference(project, options);
        const files = states.map((state) => ({ path: state.path, status: publicStatus(state) }));
        return { tools, files, states, diagnostics: [...diagnostics, ...stale] };
      },
      (reports, { diagnostics, tools }) => {
        for (const { project, states, diagnostics: own } of reports) {
          reportDiagnostics(own, project);
          for (const state of states) logDifference(state, project);
        }
        const errors = diagnostics.filter(isError);
        const fixes = [...new Set(errors.map(({ help = "" }) => help))];
        const help = fixes.every((fix) => fix.startsWith("Run `toolkiln ")) ? fixes : [];
        if (errors.length > 0) log([`${countDiagnostics(diagnostics)}.`, ...help].join(" "));
        else note(`${count(tools, "tool")}, generated files are up to date.`);
      },
    ),
});

/** The status in `--json`. */
function publicStatus({ status }: FileState): JsonReport["files"][number]["status"] {
  if (status === "fresh") return "unchanged";
  return status === "foreign" ? "edited" : status;
}

/** Shows how a stale file differs; not for validators, whose code is not for readers. */
function logDifference({ path, status, found, wanted }: FileState, project: Project): void {
  if (status !== "stale" || path.endsWith(".validator.ts")) return;
  const lines = shortDiff(found ?? "", wanted ?? "");
  if (lines.length === 0) return;
  const { red, green, dim } = colorsOf(process.stderr);
  const colorOf: Readonly<Record<string, (text: string) => string>> = { "-": red, "+": green, "@": dim };
  log(pathIn(project, path));
  for (const line of lines) log((colorOf[line.charAt(0)] ?? String)(visible(`  ${line}`)));
  log("");
}
