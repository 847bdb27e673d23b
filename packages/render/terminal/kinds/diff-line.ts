import type { DiffLine } from "../../model/diff-model.js";
import { expandTabs, neutralise, type Line, type Style } from "../styled-text.js";

/** The style of a whole line and of its changed words. */
export const diffStyles: Readonly<Record<DiffLine["type"], { line?: Style; word?: Style; mark: string }>> = {
  context: { mark: " " },
  added: { line: "added", word: "addedWord", mark: "+" },
  removed: { line: "removed", word: "removedWord", mark: "-" },
};

/** The text of a line with its changed words marked. */
export function contentOfLine({ type, parts }: DiffLine): Line {
  const { line, word } = diffStyles[type];
  return expandTabs(
    neutralise(
      parts.map(({ text, changed }) => ({ text, style: changed ? word : line })),
      "keep",
    ),
  );
}
