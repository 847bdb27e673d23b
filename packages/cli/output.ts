import type { GlobalOptions } from "./command.js";

let chosen: GlobalOptions = {};

/** Applies the flags of the running command to all later output. */
export function chooseOutput(options: GlobalOptions): void {
  chosen = options;
}

export function outputOptions(): GlobalOptions {
  return chosen;
}

/** Prints the result of a command: a JSON document with `--json`, else text. */
export function present<Printed>(document: unknown, printText: () => Printed): Printed | void {
  return chosen.json === true ? printJson(document) : printText();
}

/** Prints a message that `--quiet` omits. */
export function note(line: string): void {
  if (chosen.quiet !== true) log(line);
}

export function printJson(document: unknown): void {
  process.stdout.write(`${JSON.stringify(document, undefined, 2)}\n`);
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function log(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Control and bidi characters and zero-width spaces, except newlines and tabs. */
const unseen = /[^\P{Cc}\n\t]|\p{Bidi_Control}|[\u200b\u2060\ufeff]/gu;

/** Escapes control and bidi characters, so that they cannot affect the terminal. */
export function visible(text: string): string {
  return replaceUnseen(text, (code) => `\\u{${code}}`);
}

/** Equivalent JSON with invisible characters escaped. */
export function visibleJson(value: unknown): string {
  return replaceUnseen(JSON.stringify(value) ?? "", (code) => `\\u${code.padStart(4, "0")}`);
}

function replaceUnseen(text: string, write: (code: string) => string): string {
  return text.replaceAll(unseen, (character) => write(character.charCodeAt(0).toString(16)));
}

/** Aligns cells in columns; with `numbers`, all but the first column are right-aligned. */
export function alignColumns(rows: readonly (readonly string[])[], { numbers = false } = {}): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const align = (cell: string, column: number): string =>
    numbers && column > 0 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
  return rows.map((row) => row.map(align).join("   ").trimEnd());
}

/** "1 tool", "2 tools". */
export function count(amount: number, noun: string): string {
  return `${amount.toLocaleString("en-US")} ${noun}${amount === 1 ? "" : "s"}`;
}

/** Redirects tools' output to standard error during `run`: standard output is only for the result. */
export async function divertOutput<T>(run: () => Promise<T>): Promise<T> {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  try {
    return await run();
  } finally {
    stdout.write = write;
  }
}
