import { openProjects } from "@toolkiln/project";
import { defineCommand, exitCode, type GlobalOptions } from "../command.js";
import { diagnose, type Check } from "../doctor/diagnose.js";
import { hangText } from "../fit-text.js";
import { printJson, log, visible } from "../output.js";
import { colorsOf, columnsOf } from "../terminal.js";

/** `toolkiln doctor` */
export const setup = defineCommand({
  examples: [
    ["doctor", "versions, configuration, editor, freshness, and whether they fit together"],
    ["doctor --json", "the same for a bug report"],
  ],
  run: doctor,
});

async function doctor(options: GlobalOptions): Promise<number> {
  const checks: Check[] = [];
  for (const project of await openProjects(options)) checks.push(...(await diagnose(project)));
  if (options.json === true) printJson({ checks });
  else {
    const colors = colorsOf(process.stderr);
    const columns = columnsOf(process.stderr);
    const marks = { ok: colors.green("✓"), warning: colors.yellow("⚠"), error: colors.red("✗") };
    for (const { subject, status, message, help } of checks) {
      if (status === "ok" && options.quiet === true) continue;
      const line = hangText(`  ${subject.padEnd(14)} `, visible(message), columns);
      log(marks[status] + line.slice(1));
      if (help !== undefined) log(hangText(" ".repeat(17), visible(help), columns));
    }
  }
  return checks.some(({ status }) => status === "error") ? exitCode.diagnostics : exitCode.ok;
}
