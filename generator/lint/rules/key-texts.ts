import { diagnostic } from "../../diagnostics/catalog.js";
import type { LintProject, LintRule } from "../rule.js";

/** Keys are text for every reader of YAML: `1`, `null` and `true` are not, unless they stand in quotes. */
export const keyTextsRule: LintRule = {
  name: "key-texts",
  *check({ views }: LintProject) {
    for (const { source } of views) {
      for (const { text, type, from, to } of source.valueKeys) {
        const range = source.rangeOf(from, to);
        const message = `YAML reads the key \`${text}\` as ${type}. Is the text "${text}" meant?`;
        const fix = { title: "put it in quotes", edits: [{ range, text: JSON.stringify(text) }] };
        yield diagnostic("TK1013", { file: source.file, range }, message, { fix });
      }
    }
  },
};
