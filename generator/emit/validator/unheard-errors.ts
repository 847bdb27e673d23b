/**
 * Code of Ajv's in which errors are described only where somebody hears of them: in functions that may be reached from
 * these. The others count what is wrong and say yes or no, which is all that a rule is asked.
 */
export function withoutUnheardErrors(pieces: readonly string[], heard: readonly string[]): readonly string[] {
  const reached = reachedFrom(heard, pieces);
  const counting = pieces.map((piece) => (reached.has(nameOf(piece)) ? piece : countingOnly(piece)));
  // One that does something unknown with errors would ask others for theirs.
  return counting.every((piece) => piece !== undefined) ? counting : pieces;
}

/** The name of what a piece declares; empty for what stands before the first declaration. */
function nameOf(piece: string): string {
  return /^(?:function|const) (\w+)/.exec(piece)?.[1] ?? "";
}

/** What some functions may call, themselves included: everything whose name stands in them, if only in a text. */
function reachedFrom(names: readonly string[], pieces: readonly string[]): ReadonlySet<string> {
  const byName = new Map(pieces.map((piece) => [nameOf(piece), piece]));
  const reached = new Set<string>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const piece = byName.get(name);
    if (piece === undefined || reached.has(name)) continue;
    reached.add(name);
    waiting.push(...(piece.match(declaredName) ?? []));
  }
  return reached;
}

const declaredName = /\b(?:validate|wrapper|root)\d+\b/g;

/** A function that counts errors without describing them; undefined when it does something unknown with them. */
function countingOnly(piece: string): string | undefined {
  const counting = piece
    .replaceAll(/^const (err\d+) = \{.*\};\n\(vErrors \?\?= \[\]\)\.push\(\1\);\n/gm, "")
    .replaceAll(
      /^if\(vErrors !== null\)\{\nif\((\w+)\)\{\nvErrors\.length = \1;\n\}\nelse \{\nvErrors = null;\n\}\n\}\n/gm,
      "",
    )
    .replaceAll(
      /^vErrors = vErrors === null \? (\S+) : vErrors\.concat\(\1\);\nerrors = vErrors\.length;$/gm,
      "errors++;",
    )
    .replaceAll(/^let vErrors = null;\n|^\w+\.errors = vErrors;\n/gm, "");
  return counting.includes("vErrors") ? undefined : withoutContext(counting);
}

/** Where a value stands matters to who describes errors, or calls who does. */
function withoutContext(piece: string): string {
  const [signature = "", ...body] = piece.split("\n");
  const isRead = /\b(?:instancePath|parentData|parentDataProperty|rootData|dynamicAnchors)\b/.test(
    body.join("\n"),
  );
  return isRead ? piece : [signature.replace(/\(data, .*$/, "(data){"), ...body].join("\n");
}
