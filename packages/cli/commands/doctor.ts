import { openProjects } from "@toolkiln/project";
import { defineCommand, exitCode } from "../command.js";
import { diagnose, type Check } from "../doctor/diagnose.js";
import { log, note, present, visible } from "../output.js";
import { colorsOf } from "../terminal.js";

/** `toolkiln doctor` */
export const setup = defineCommand({
  examples: [
    ["doctor", "check versions, configuration, editor set-up and generated code"],
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
  const marks = { ok: colors.green("✓"), warning: colors.yellow("⚠"), error: colors.red("✗") };
  (status === "ok" ? note : log)(`${marks[status]} ${subject.padEnd(14)} ${visible(message)}`);
  if (help !== undefined) log(`${" ".repeat(17)}${visible(help)}`);
}
