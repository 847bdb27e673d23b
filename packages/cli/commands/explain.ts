import {
  diagnosticCatalog,
  diagnosticCodes,
  explanationOf,
  findCode,
  type CatalogEntry,
  type DiagnosticCode,
} from "@toolkiln/generator";
import { didYouMean } from "@toolkiln/project";
import { CommandError, defineCommand, exitCode, type GlobalOptions } from "../command.js";
import { clipLine, wrapText } from "../fit-text.js";
import { print, printJson } from "../output.js";
import { columnsOf } from "../terminal.js";

/** `toolkiln explain` */
export const setup = defineCommand({
  arguments: [["[code]", "a code such as TK3012, or its name"]],
  examples: [
    ["explain TK3012", "the reason for a diagnostic, with a bad and a good example"],
    ["explain unknown-key", "the same by name"],
    ["explain", "list all codes"],
  ],
  run: runExplain,
});

async function runExplain(options: GlobalOptions, text: string | undefined): Promise<number> {
  if (text === undefined) {
    if (options.json === true) printJson({ codes: diagnosticCodes.map(entryOf) });
    else for (const code of diagnosticCodes) print(clipLine(headline(code), columnsOf(process.stdout)));
    return exitCode.ok;
  }
  const code = findCode(text);
  if (code === undefined) {
    const names = diagnosticCodes.map((known) => diagnosticCatalog[known].name);
    const hint = didYouMean(text, names) || " `toolkiln explain` lists all codes.";
    throw new CommandError(`Unknown code '${text}'.${hint}`);
  }
  if (options.json === true) printJson({ ...entryOf(code), ...explanationOf(code) });
  else print(explain(code));
  return exitCode.ok;
}

function entryOf(code: DiagnosticCode): { code: string; name: string; severity: string } {
  const { name, severity }: CatalogEntry = diagnosticCatalog[code];
  return { code, name, severity };
}

function headline(code: DiagnosticCode): string {
  const { name, severity } = entryOf(code);
  return `${code}  ${severity.padEnd(7)}  ${name}`;
}

function explain(code: DiagnosticCode): string {
  const { why, bad, good } = explanationOf(code);
  const reason = wrapText(why, columnsOf(process.stdout)).join("\n");
  return [headline(code), "", reason, "", "Bad:", "", indent(bad), "", "Good:", "", indent(good)].join("\n");
}

function indent(text: string): string {
  return text.trimEnd().replaceAll(/^(?=.)/gm, "    ");
}
