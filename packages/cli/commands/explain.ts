import { diagnosticCatalog, diagnosticCodes, explanationOf, findCode } from "@toolkiln/generator";
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
      return present({ codes: entries }, () => {
        for (const entry of entries) print(headline(entry));
      });
    const entry = entries.find(({ code }) => code === findCode(text));
    if (entry === undefined) {
      const names = entries.map(({ name }) => name);
      const hint = didYouMean(text, names) || " `toolkiln explain` lists all codes.";
      throw new CommandError(`Unknown code '${text}'.${hint}`);
    }
    const { why, bad, good } = explanationOf(entry.code);
    present({ ...entry, why, bad, good }, () => {
      print(`${headline(entry)}\n\n${why}\n\nBad:\n\n${indent(bad)}\n\nGood:\n\n${indent(good)}`);
    });
  },
});

const entries = diagnosticCodes.map((code) => {
  const { name, severity } = diagnosticCatalog[code];
  return { code, name, severity };
});

function headline({ code, name, severity }: (typeof entries)[number]): string {
  return `${code}  ${severity.padEnd(7)}  ${name}`;
}

function indent(text: string): string {
  return text.trimEnd().replaceAll(/^(?=.)/gm, "    ");
}
