import { stripVTControlCharacters, styleText } from "node:util";

const width = 100;
let isBelowCaption = false;

/** Prints the caption of a step, with a file name at the right. */
export function caption(number, title, file) {
  const text = `${number} · ${title}`;
  const gap = " ".repeat(Math.max(2, width - text.length - file.length));
  console.log(`\n${styleText("bold", styleText("green", text))}${gap}${styleText("dim", file)}`);
  isBelowCaption = true;
}

/** Prints the command that is about to run. */
export function showCommand(command) {
  if (!isBelowCaption) console.log();
  show(`${styleText("dim", "$")} ${styleText("cyan", command)}`);
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
  const cut = styleText("dim", "…");
  return text
    .split(/\n\n(?=\S)/)
    .map((part) => (isKept(stripVTControlCharacters(part)) ? part : cut))
    .filter((part, index, all) => part !== cut || all[index - 1] !== cut)
    .join("\n\n");
}
