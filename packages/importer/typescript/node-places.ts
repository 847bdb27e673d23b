import type { ts } from "ts-morph";
import type { PlacedSource, SourcePlace } from "../import-report.js";

/** Gives nodes of a program places; `shownAs` is what the user calls a file. */
export function nodePlaces(shownAs: (fileName: string) => string): (node: ts.Node) => SourcePlace {
  const sources = new Map<ts.SourceFile, PlacedSource>();
  return (node) => {
    const file = node.getSourceFile();
    const source = sources.get(file) ?? toSource(file, shownAs(file.fileName));
    sources.set(file, source);
    return { source, pointer: `/${node.getStart()}` };
  };
}

function toSource(file: ts.SourceFile, shown: string): PlacedSource {
  return {
    file: shown,
    locate: (pointers) =>
      new Map(
        [...pointers].map((pointer) => {
          const { line, character } = file.getLineAndCharacterOfPosition(Number(pointer.slice(1)) || 0);
          const start = { line: line + 1, column: character + 1 };
          return [pointer, { start, end: { ...start, column: start.column + 1 } }];
        }),
      ),
  };
}
