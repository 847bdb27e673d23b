/** Writes data for programs: the one document on standard output. */
export function printJson(document: unknown): void {
  process.stdout.write(`${JSON.stringify(document, undefined, 2)}\n`);
}

/** Writes a line of data. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Writes a line for people, beside the data. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
