import { IndentationText, NewLineKind, Project, QuoteKind, ts } from "ts-morph";
import type { FileStructure } from "../emit/file-structure.js";

/** A generated file without its header. */
export interface PrintedFile {
  readonly path: string;
  readonly source: string;
  readonly body: string;
}

/** Prints structures as formatted TypeScript. The only place that drives ts-morph. */
export function print(files: readonly FileStructure[]): PrintedFile[] {
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    manipulationSettings: {
      indentationText: IndentationText.TwoSpaces,
      newLineKind: NewLineKind.LineFeed,
      quoteKind: QuoteKind.Double,
    },
  });
  return files.map(({ path, source, unchecked, statements }) => {
    const file = project.createSourceFile(path, { statements: [...statements] });
    if (unchecked !== true) file.formatText({ indentSize: 2, semicolons: ts.SemicolonPreference.Insert });
    const text = file.getFullText();
    project.removeSourceFile(file);
    return { path, source, body: unchecked === true ? `// @ts-nocheck\n${text}` : separated(text) };
  });
}

/** Puts one blank line before every documented declaration; inside literals and types a comment is indented. */
function separated(text: string): string {
  return text.replaceAll(/\n+(?=\/\*\*)/g, "\n\n");
}
