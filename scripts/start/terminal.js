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

/** Prints text below a caption. */
export function show(text) {
  const lines = text.replace(/^\n+|\s+$/g, "").split("\n");
  console.log(lines.map((line) => (line === "" ? "" : `    ${line}`)).join("\n"));
  isBelowCaption = false;
}

/** Throws when the output of a step does not contain the expected texts. */
export function expectText(text, ...wanted) {
  const plain = stripVTControlCharacters(text);
  for (const part of wanted) {
    if (!plain.includes(part)) throw new Error(`Expected "${part}" in:\n${plain}`);
  }
}

/** The named declarations of a source file, from `export` to the closing brace. */
export function declarations(source, ...names) {
  const all = source.split(/\n\n(?=\S)/);
  return excerpt(all, (text) => names.some((name) => new RegExp(`^export .*\\b${name}\\b`, "m").test(text)));
}

/** The paragraphs that start with a text, and the last paragraph. */
export function paragraphs(output, start) {
  const all = output.trimEnd().split("\n\n");
  return excerpt(all, (text) => stripVTControlCharacters(text).startsWith(start) || text === all.at(-1));
}

/** Joins the kept parts, with `…` in place of omitted ones. */
function excerpt(parts, isKept) {
  const cut = styled("dim", "…");
  return parts
    .map((part) => (isKept(part) ? part : cut))
    .filter((part, index, all) => part !== cut || all[index - 1] !== cut)
    .join("\n\n");
}
