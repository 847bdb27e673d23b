import { stripVTControlCharacters, styleText } from "node:util";

/** Whether to print colours: in a terminal, unless `NO_COLOR` is set; `FORCE_COLOR` asks for them elsewhere. */
export const hasColours = !process.env.NO_COLOR && (Boolean(process.env.FORCE_COLOR) || process.stdout.isTTY);

/** The text in a style of `util.styleText`, where colours are printed. */
export function styled(style, text) {
  return hasColours ? styleText(style, text, { validateStream: false }) : text;
}

const width = 100;
let isBelowCaption = false;

/** Prints the caption of a step, and at the right the file that it is about. */
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

/** Prints text below a caption. */
export function show(text) {
  const lines = text.replace(/^\n+|\s+$/g, "").split("\n");
  console.log(lines.map((line) => (line === "" ? "" : `    ${line}`)).join("\n"));
  isBelowCaption = false;
}

/** Throws when a step does not show what its caption promises. */
export function expectText(text, ...wanted) {
  const plain = stripVTControlCharacters(text);
  for (const part of wanted) {
    if (!plain.includes(part)) throw new Error(`Expected "${part}" in:\n${plain}`);
  }
}

/** The declarations of some names in a source file, from `export` to the closing brace. */
export function declarations(source, ...names) {
  const all = source.split(/\n\n(?=\S)/);
  return excerpt(all, (text) => names.some((name) => new RegExp(`^export .*\\b${name}\\b`, "m").test(text)));
}

/** The paragraphs of an output that begin with a text, and the last one. */
export function paragraphs(output, start) {
  const all = output.trimEnd().split("\n\n");
  return excerpt(all, (text) => stripVTControlCharacters(text).startsWith(start) || text === all.at(-1));
}

/** The parts that are kept, with one `…` in place of those between them. */
function excerpt(parts, isKept) {
  const cut = styled("dim", "…");
  return parts
    .map((part) => (isKept(part) ? part : cut))
    .filter((part, index, all) => part !== cut || all[index - 1] !== cut)
    .join("\n\n");
}
