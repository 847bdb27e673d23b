import { withoutUnheardErrors } from "./unheard-errors.js";

/**
 * Leaves out empty lines and what the code never reads; adds errors in one line instead of six, and only where somebody
 * hears of them: in functions that may be reached from these. Only whole lines are looked at, since texts of the schema
 * may look like code.
 */
export function tidyCode(code: string, heard: readonly string[]): string {
  const short = code.replaceAll(
    /^if\(vErrors === null\)\{\nvErrors = \[(\w+)\];\n\}\nelse \{\nvErrors\.push\(\1\);\n\}$/gm,
    "(vErrors ??= []).push($1);",
  );
  const pieces = withoutUnheardErrors(short.split(startOfPiece), heard);
  const read = pieces.flatMap((piece) => withoutUnread(linesOf(piece), isLocal));
  const lines = withoutUnread(read, (name) => !isLocal(name));
  return lines.map(({ text }) => text).join("\n");
}

/** A function, or an object by which functions call each other before they are declared. */
const startOfPiece = /^(?=function \w+\(|const (?:wrapper|root)\d+ = )/m;

interface Line {
  readonly text: string;
  /** The names in it, by which Ajv notes things down. */
  readonly names: readonly string[];
  /** The name that it notes something down by and does nothing else. */
  readonly own: string | undefined;
}

/** Ajv's names for what it notes down: parts of schemas, numbers of errors, and whether a part was valid. */
const noted = /\b(?:schema|vSchema|_errs|valid)\d+\b/g;
/** A line that only notes something down; with parentheses it might call a function, which has to stay. */
const note = /^(?:const|let|var) ((?:vSchema|_errs|valid)\d+) = [^;()]*;$|^const (schema\d+) = /;

function linesOf(piece: string): Line[] {
  const lines = piece.split("\n").filter((text) => text !== "");
  return lines.map((text) => {
    const names = text.match(noted) ?? [];
    const own = names.length === 0 ? null : note.exec(text);
    return { text, names, own: own?.[1] ?? own?.[2] };
  });
}

/** Each function has names of its own; parts of schemas are there for all. */
function isLocal(name: string): boolean {
  return !name.startsWith("schema");
}

/** Notes may be read by other notes only, so lines go until none is left that nothing reads. */
function withoutUnread(lines: readonly Line[], mayGo: (name: string) => boolean): readonly Line[] {
  let kept = lines;
  for (let before = 0; before !== kept.length;) {
    before = kept.length;
    const used = new Set<string>();
    for (const { names, own } of kept) for (const name of names) if (name !== own) used.add(name);
    kept = kept.filter(({ own }) => own === undefined || used.has(own) || !mayGo(own));
  }
  return kept;
}
