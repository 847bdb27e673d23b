import { diagnostic } from "../../diagnostics/catalog.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { isJsonObject } from "../../model/json-object.js";
import type { ManifestPath } from "../../read/manifest-source.js";
import type { SchemaView } from "../manifest-view.js";
import type { LintRule } from "../rule.js";
import { editInside, placeInside } from "../text-place.js";

/** Characters that show nothing or change the order of what is shown. */
const invisible =
  /[^\P{Cc}\t\n\r]|[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

/** Text shows everything that it says. */
export const charactersRule: LintRule = {
  name: "characters",
  *check({ views }) {
    const seen = new Set<SchemaView["source"]>();
    for (const view of views) {
      if (seen.has(view.source)) continue;
      seen.add(view.source);
      yield* visit(view, view.source.value, []);
    }
  },
};

function* visit(view: SchemaView, value: unknown, path: ManifestPath): Iterable<Diagnostic> {
  if (typeof value === "string") yield* hidden(view, value, path, "value");
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* visit(view, item, [...path, index]);
  else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      yield* hidden(view, key, [...path, key], "key");
      if (path.at(-1) === "properties") yield* confusable(view, key, [...path, key]);
      yield* visit(view, item, [...path, key]);
    }
  }
}

function* hidden(
  view: SchemaView,
  text: string,
  path: ManifestPath,
  target: "key" | "value",
): Iterable<Diagnostic> {
  const found = new Set<string>();
  for (const match of text.matchAll(invisible)) {
    const [character] = match;
    if (joins(text, match.index) || found.has(character)) continue;
    found.add(character);
    const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0") ?? "";
    const edit = target === "value" ? editInside(view, path, character, "") : undefined;
    const message = `${target === "key" ? "The key" : "The text"} contains the invisible character U+${code}.`;
    yield diagnostic("TK2019", placeInside(view, path, character, target), message, {
      help: "What a reviewer cannot see, a model still reads. Remove it.",
      ...(edit && { fix: { title: "remove the character", edits: [edit] } }),
    });
  }
}

/** Joiners belong to emoji and to the spelling of some scripts. */
function joins(text: string, at: number): boolean {
  if (text[at] !== "\u200c" && text[at] !== "\u200d") return false;
  const before = text.slice(Math.max(0, at - 3), at);
  return (
    /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]$/u.test(before) ||
    /[^\P{L}\p{ASCII}]$|\p{M}$/u.test(before)
  );
}

const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
];

/** A name in letters of two alphabets, or in letters that only look like plain ones. */
function* confusable(view: SchemaView, name: string, path: ManifestPath): Iterable<Diagnostic> {
  const mixed = scripts.filter((script) => script.test(name)).length > 1;
  const plain = name.normalize("NFKC");
  if (!mixed && plain === name.normalize("NFC")) return;
  const odd = /\P{ASCII}/u.exec(name)?.[0] ?? "";
  const code = odd.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0") ?? "";
  const message = `The name \`${name}\` contains U+${code} (${odd}), which looks like another letter.`;
  yield diagnostic("TK2020", placeInside(view, path, odd, "key"), message, {
    help: "Write the name with the letters of one alphabet.",
  });
}
