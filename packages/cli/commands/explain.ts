import {
  diagnosticCatalog,
  diagnosticCodes,
  explanationOf,
  findCode,
  type CatalogEntry,
  type DiagnosticCode,
} from "@toolkiln/generator";
import { didYouMean } from "@toolkiln/project";
import type { Command } from "commander";
import { CommandError } from "../command-error.js";
import { addExamples, runWith } from "../command-setup.js";
import { exitCode } from "../exit-code.js";
import { clipLine, wrapText } from "../fit-text.js";
import { print, printJson } from "../output.js";
import type { GlobalOptions } from "../global-options.js";
import { columnsOf } from "../terminal.js";

/** `toolkiln explain` */
export function setupExplain(command: Command): void {
  command.argument("[code]", "a code such as TK3012, or its name");
  addExamples(command, [
    ["explain TK3012", "why it is a problem, with a bad and a good example"],
    ["explain unknown-key", "the same by name"],
    ["explain", "list all codes"],
  ]);
  command.action((code: string | undefined) => runWith(command, (options) => runExplain(code, options)));
}

/** Explains a code; without one, lists them all. */
async function runExplain(text: string | undefined, options: GlobalOptions): Promise<number> {
  if (text === undefined) {
    if (options.json === true) printJson({ codes: diagnosticCodes.map(entryOf) });
    else for (const code of diagnosticCodes) print(clipLine(headline(code), columnsOf(process.stdout)));
    return exitCode.ok;
  }
  const code = findCode(text);
  if (code === undefined) {
    const names = diagnosticCodes.map((known) => diagnosticCatalog[known].name);
    const hint = didYouMean(text, names) || " `toolkiln explain` lists them.";
    throw new CommandError(`'${text}' is not a code.${hint}`, exitCode.usage);
  }
  if (options.json === true) printJson({ ...entryOf(code), ...explanationOf(code) });
  else print(explain(code));
  return exitCode.ok;
}

function entryOf(code: DiagnosticCode): object {
  const { name, severity }: CatalogEntry = diagnosticCatalog[code];
  return { code, name, severity };
}

function headline(code: DiagnosticCode): string {
  const { name, severity }: CatalogEntry = diagnosticCatalog[code];
  return `${code}  ${severity.padEnd(7)}  ${name}`;
}

function explain(code: DiagnosticCode): string {
  const { why, bad, good } = explanationOf(code);
  const reason = wrapText(why, columnsOf(process.stdout)).join("\n");
  return [headline(code), "", reason, "", "Bad:", "", indent(bad), "", "Good:", "", indent(good)].join("\n");
}

function indent(text: string): string {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => (line === "" ? "" : `    ${line}`))
    .join("\n");
}
