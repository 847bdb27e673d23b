import { createColors } from "picocolors";
import { outputOptions } from "./output.js";

/** The colours of a stream: none without a terminal, unless the environment forces them. */
export function colorsOf(stream: NodeJS.WriteStream): ReturnType<typeof createColors> {
  return createColors(outputOptions().color !== false && wantsColor(stream));
}

function wantsColor(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR !== undefined && NO_COLOR !== "") return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return isTerminal(stream) && TERM !== "dumb";
}

/** `isTTY` is undefined for a pipe, contrary to its type; given undefined, `createColors` would detect colours itself. */
function isTerminal({ isTTY }: { readonly isTTY?: boolean }): boolean {
  return isTTY === true;
}

/** The columns of a stream; unlimited without a terminal. */
export function columnsOf(stream: NodeJS.WriteStream): number {
  // A terminal of unknown size has 0.
  return isTerminal(stream) ? stream.columns || 80 : Infinity;
}

function isContinuousIntegration(): boolean {
  return !["", "0", "false"].includes(process.env["CI"] ?? "");
}

export function isInteractive(): boolean {
  return isTerminal(process.stdin) && isTerminal(process.stderr) && !isContinuousIntegration();
}

/** The output for prompts. A terminal of unknown size counts as 80 columns wide. */
export function promptOutput(): NodeJS.WriteStream {
  const { stderr } = process;
  if (stderr.columns === 0) stderr.columns = 80;
  if (stderr.rows === 0) stderr.rows = 24;
  return stderr;
}

export function isAnimated(): boolean {
  return isTerminal(process.stderr) && process.env["TERM"] !== "dumb" && !isContinuousIntegration();
}

/** Breaks text into lines that fit the columns; keeps every character. */
export function breakText(text: string, columns: number): string[] {
  const lines = [""];
  let room = columns;
  for (const character of text) {
    const width = widthOf(character);
    if (width > room && lines.at(-1) !== "") {
      lines.push("");
      room = columns;
    }
    lines[lines.length - 1] += character;
    room -= width;
  }
  return lines;
}

/** Alphabets, punctuation, arrows and box-drawing characters take one column, all others may take two. */
function widthOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x11_00 || (code >= 0x1e_00 && code < 0x2e_80) ? 1 : 2;
}
