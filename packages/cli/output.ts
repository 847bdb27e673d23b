/** Writes data for programs: the one document on standard output. */
export function printJson(document: unknown): void {
  process.stdout.write(`${JSON.stringify(document, undefined, 2)}\n`);
}

/** Writes a line of data. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Writes a line for people, beside the data. */
export function log(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Characters that move, hide or reverse others; line breaks and tabs aside. */
const unseen = /[^\P{Cc}\n\t]|\p{Bidi_Control}|[\u200b\u2060\ufeff]/gu;

/** Control and direction characters must not act on the terminal: they are shown as what they are. */
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

/** Lines whose cells stand below each other. */
export function alignColumns(rows: readonly (readonly string[])[], gap = 3): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(" ".repeat(gap))
      .trimEnd(),
  );
}

/** "1 tool", "2 tools". */
export function count(amount: number, noun: string): string {
  return `${amount.toLocaleString("en-US")} ${noun}${amount === 1 ? "" : "s"}`;
}

/** Sends what tools print to standard error while `run` lasts: standard output is for the result alone. */
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
