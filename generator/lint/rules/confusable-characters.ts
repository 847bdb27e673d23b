import { diagnostic } from "../../diagnostics/catalog.js";
import { codePointName } from "../../diagnostics/code-frame.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { ManifestPath } from "../../read/manifest-source.js";
import { quoted } from "../describe-value.js";
import type { SchemaView } from "../manifest-view.js";
import { placeInside } from "../text-place.js";

const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
];

/** A name in letters of two alphabets, or in letters that only look like plain ones. */
export function* confusableName(view: SchemaView, name: string, path: ManifestPath): Iterable<Diagnostic> {
  const mixed = scripts.filter((script) => script.test(name)).length > 1;
  if (!mixed && name.normalize("NFKC") === name.normalize("NFC")) return;
  const odd = /\P{ASCII}/u.exec(name)?.[0] ?? "";
  const message = `The name \`${name}\` contains ${tell(odd)}, which looks like another letter.`;
  yield diagnostic("TK2020", placeInside(view, path, odd, "key"), message, {
    help: "Write the name with the letters of one alphabet.",
  });
}

/** Greek letters stand beside Latin ones in units and formulas; those of other alphabets only pretend. */
const pretending = /[\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Cherokee}]/u;
const latin = /\p{Script=Latin}/u;

/** The first word of a text that is written in letters of two alphabets. */
export function* confusableText(view: SchemaView, text: string, path: ManifestPath): Iterable<Diagnostic> {
  if (!pretending.test(text)) return;
  for (const [word] of text.matchAll(/[\p{L}\p{M}\p{N}_]+/gu)) {
    const odd = latin.test(word) ? pretending.exec(word)?.[0] : undefined;
    if (odd === undefined) continue;
    const message = `The word ${quoted(word)} contains ${tell(odd)}, which looks like another letter.`;
    yield diagnostic("TK2020", placeInside(view, path, word), message, {
      help: "Write the word with the letters of one alphabet.",
    });
    return;
  }
}

/** Names or values of one list that differ only in how their characters are encoded. */
export function* sameLooks(
  view: SchemaView,
  values: readonly unknown[],
  path: ManifestPath,
  target: "key" | "value",
): Iterable<Diagnostic> {
  const first = new Map<string, string>();
  for (const [index, value] of values.entries()) {
    if (typeof value !== "string") continue;
    const shown = value.normalize("NFC");
    const other = first.get(shown) ?? value;
    first.set(shown, other);
    if (other === value) continue;
    const message = `${quoted(value)} looks like another entry here; only the Unicode encoding differs.`;
    yield diagnostic("TK2020", view.place([...path, target === "key" ? value : index], target), message, {
      help: "Keep one of the two.",
    });
  }
}

function tell(character: string): string {
  return `${codePointName(character)} (${character})`;
}
