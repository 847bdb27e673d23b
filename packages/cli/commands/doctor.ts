import { openProjects } from "@toolkiln/project";
import { defineCommand, exitCode } from "../command.js";
import type { Check } from "../doctor/check.js";
import { diagnose } from "../doctor/diagnose.js";
import { hangText } from "../fit-text.js";
import { log, note, present, visible } from "../output.js";
import { colorsOf, columnsOf } from "../terminal.js";

/** `toolkiln doctor` */
export const setup = defineCommand({
  examples: [
    ["doctor", "versions, configuration, editor, freshness, and whether they fit together"],
    ["doctor --json", "the same for a bug report"],
  ],
  async run(options) {
    const checks: Check[] = [];
    for (const project of await openProjects(options)) checks.push(...(await diagnose(project)));
    present({ checks }, () => checks.forEach(logCheck));
    return checks.some(({ status }) => status === "error") ? exitCode.diagnostics : exitCode.ok;
  },
});

function logCheck({ subject, status, message, help }: Check): void {
  const colors = colorsOf(process.stderr);
  const columns = columnsOf(process.stderr);
  const marks = { ok: colors.green("✓"), warning: colors.yellow("⚠"), error: colors.red("✗") };
  const line = hangText(`  ${subject.padEnd(14)} `, visible(message), columns);
  (status === "ok" ? note : log)(marks[status] + line.slice(1));
  if (help !== undefined) log(hangText(" ".repeat(17), visible(help), columns));
}
