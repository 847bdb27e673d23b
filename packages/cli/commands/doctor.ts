import { openProjects } from "@toolkiln/project";
import type { Command } from "commander";
import { addExamples, runWith } from "../command-setup.js";
import { diagnose } from "../doctor/diagnose.js";
import type { Finding } from "../doctor/finding.js";
import { exitCode } from "../exit-code.js";
import { hangText } from "../fit-text.js";
import { printJson, tell, visible } from "../output.js";
import type { GlobalOptions } from "../global-options.js";
import { colorsOf, columnsOf } from "../terminal.js";

/** `toolkiln doctor` */
export function setupDoctor(command: Command): void {
  addExamples(command, [
    ["doctor", "versions, configuration, editor, freshness, and whether they fit together"],
    ["doctor --json", "the same for a bug report"],
  ]);
  command.action(() => runWith(command, doctor));
}

/** Looks for what keeps a project from working. */
async function doctor(options: GlobalOptions): Promise<number> {
  const findings: Finding[] = [];
  for (const project of await openProjects(options)) findings.push(...(await diagnose(project)));
  const failed = findings.some(({ status }) => status === "problem");
  if (options.json === true) printJson({ findings });
  else {
    const colors = colorsOf(process.stderr);
    const marks = { fine: colors.green("✓"), warning: colors.yellow("⚠"), problem: colors.red("✗") };
    for (const { subject, status, message, help } of findings) {
      if (status === "fine" && options.quiet === true) continue;
      const columns = columnsOf(process.stderr);
      const line = hangText(`  ${subject.padEnd(14)} `, visible(message), columns);
      tell(marks[status] + line.slice(1));
      if (help !== undefined) tell(hangText(" ".repeat(17), visible(help), columns));
    }
  }
  return failed ? exitCode.findings : exitCode.ok;
}
