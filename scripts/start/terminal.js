import { stripVTControlCharacters, styleText } from "node:util";

/** Whether to print colours: in a terminal, unless `NO_COLOR` is set; `FORCE_COLOR` enables them elsewhere. */
export const hasColours = !process.env.NO_COLOR && (Boolean(process.env.FORCE_COLOR) || process.stdout.isTTY);

/** Applies a style of `util.styleText`, if colours are enabled. */
export function styled(style, text) {
  return hasColours ? styleText(style, text, { validateStream: false }) : text;
}

const width = 100;
let isBelowCaption = false;

/** Prints the caption of a step, with a file name at the right. */
export function caption(number, title, file) {
  const text = `${number} · ${title}`;
  const gap = " ".repeat(Math.max(2, width - text.length - file.length));
  console.log(`\n${styled(["bold", "green"], text)}${gap}${styled("dim", file)}`);
  isBelowCaption = true;
}

/** Prints the command that is about to run. */
export function showCommand(command) {
  if (!isBelowCaption) console.log();
  show(`${styled("dim", "$")} ${styled("cyan", command)}`);
}

/** Prints text below a caption; throws when it does not contain the expected parts. */
export function show(text, ...expected) {
  const plain = stripVTControlCharacters(text);
  for (const part of expected) if (!plain.includes(part)) throw new Error(`Expected "${part}" in:\n${plain}`);
  const lines = text.replace(/^\n+|\s+$/g, "").split("\n");
  console.log(lines.map((line) => (line === "" ? "" : `    ${line}`)).join("\n"));
  isBelowCaption = false;
}

/** The kept paragraphs of a text, with `…` in place of the others. `isKept` receives a paragraph without styles. */
export function excerpt(text, isKept) {
  const cut = styled("dim", "…");
  return text
    .split(/\n\n(?=\S)/)
    .map((part) => (isKept(stripVTControlCharacters(part)) ? part : cut))
    .filter((part, index, all) => part !== cut || all[index - 1] !== cut)
    .join("\n\n");
}
