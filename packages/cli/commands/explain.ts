import {
  diagnosticCatalog,
  diagnosticCodes,
  explanationOf,
  findCode,
  type DiagnosticCode,
} from "@toolkiln/generator";
import { didYouMean } from "@toolkiln/project";
import { CommandError, defineCommand } from "../command.js";
import { present, print } from "../output.js";

export const setup = defineCommand({
  arguments: [["[code]", "a code such as TK3012, or its name"]],
  examples: [
    ["explain TK3012", "the reason for a diagnostic, with a bad and a good example"],
    ["explain unknown-key", "the same by name"],
    ["explain", "list all codes"],
  ],
  async run(_, text) {
    if (text === undefined)
      return present({ codes: diagnosticCodes.map(entryOf) }, () => {
        for (const code of diagnosticCodes) print(headline(code));
      });
    const code = findCode(text);
    if (code === undefined) {
      const names = diagnosticCodes.map((known) => diagnosticCatalog[known].name);
      const hint = didYouMean(text, names) || " `toolkiln explain` lists all codes.";
      throw new CommandError(`Unknown code '${text}'.${hint}`);
    }
    const { why, bad, good } = explanationOf(code);
    present({ ...entryOf(code), why, bad, good }, () => {
      print(`${headline(code)}\n\n${why}\n\nBad:\n\n${indent(bad)}\n\nGood:\n\n${indent(good)}`);
    });
  },
});

function entryOf(code: DiagnosticCode): { code: string; name: string; severity: string } {
  const { name, severity } = diagnosticCatalog[code];
  return { code, name, severity };
}

function headline(code: DiagnosticCode): string {
  const { name, severity } = entryOf(code);
  return `${code}  ${severity.padEnd(7)}  ${name}`;
}

function indent(text: string): string {
  return text.trimEnd().replaceAll(/^(?=.)/gm, "    ");
}
