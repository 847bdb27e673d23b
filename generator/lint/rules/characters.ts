import { diagnostic } from "../../diagnostics/catalog.js";
import { codePointName } from "../../diagnostics/code-frame.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { isJsonObject } from "../../values/json-object.js";
import type { ManifestPath } from "../../read/manifest-source.js";
import type { SchemaView } from "../manifest-view.js";
import type { LintProject, LintRule } from "../rule.js";
import { placeInside } from "../text-place.js";

/** Invisible characters, bidirectional controls and lone surrogates. */
const invisible =
  /[^\P{Cc}\t\n\r]|\p{Cs}|\u034f|[\ufe00-\ufe0d]|[\u180b-\u180f]|[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

/** Characters that are not printable ASCII, or their escapes in JSON. Few manifests have any. */
const unusual = /[^ -~]|\\[bfu]/;

/** Bidirectional controls: they can disguise a comment. */
const reordering = /[\u202a-\u202e\u2066-\u2069]/u;

/** No invisible or confusable text. */
export const charactersRule: LintRule = function* ({ manifest, views }: LintProject) {
  for (const view of views) {
    // Models also read text from the folder's defaults.
    const value = view === manifest ? manifest.value : view.source.value;
    if (unusual.test(JSON.stringify(value))) yield* visit(view, value, []);
    yield* comments(view);
  }
};

function* visit(view: SchemaView, value: unknown, path: ManifestPath): Iterable<Diagnostic> {
  if (typeof value === "string") {
    yield* hidden(view, value, path, "value");
    yield* confusable(view, value, path, "value");
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* visit(view, item, [...path, index]);
  } else if (isJsonObject(value)) {
    const areNames = path.at(-1) === "properties";
    for (const [key, item] of Object.entries(value)) {
      yield* hidden(view, key, [...path, key], "key");
      if (areNames) yield* confusable(view, key, [...path, key], "key");
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
    const subject = target === "key" ? "The key" : "The text";
    yield diagnostic("TK2019", placeInside(view, path, character, target), containing(subject, character), {
      help: "Remove it: a model reads what a reviewer cannot see.",
    });
  }
}

function* comments({ source }: SchemaView): Iterable<Diagnostic> {
  // Reading comments parses the file; almost no file has such a character.
  if (!reordering.test(source.text)) return;
  for (const { offset, text } of source.comments) {
    const match = reordering.exec(text);
    if (match === null) continue;
    const from = offset + match.index;
    const place = { file: source.file, range: source.rangeOf(from, from + 1) };
    yield diagnostic("TK2019", place, containing("The comment", match[0]), {
      help: "Remove it: it reorders the line on screen and can hide what the line does.",
    });
  }
}

function containing(subject: string, character: string): string {
  return `${subject} contains the invisible character ${codePointName(character)}.`;
}

/** Zero-width joiners are valid in emoji and in some scripts. */
function joins(text: string, at: number): boolean {
  if (text[at] !== "\u200c" && text[at] !== "\u200d") return false;
  const before = text.slice(Math.max(0, at - 3), at);
  return (
    /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]$/u.test(before) ||
    /[^\P{L}\p{ASCII}]$|\p{M}$/u.test(before)
  );
}

const alphabets = ["Latin", "Cyrillic", "Greek", "Armenian", "Cherokee"].map(
  (script) => new RegExp(`\\p{Script=${script}}`, "u"),
);

/** A word that mixes alphabets, or a name of letters that look like Latin ones. */
function* confusable(
  view: SchemaView,
  text: string,
  path: ManifestPath,
  target: "key" | "value",
): Iterable<Diagnostic> {
  const isName = target === "key";
  if (/^\p{ASCII}*$/u.test(text)) return;
  for (const [word] of isName ? [[text]] : text.matchAll(/[\p{L}\p{M}\p{N}_]+/gu)) {
    const used = alphabets.filter((alphabet) => alphabet.test(word));
    // Greek letters are usual in units and formulas.
    const isMixed =
      used.length > 1 && (isName || !/^[\p{Script=Latin}\p{Script=Greek}\p{M}\p{N}_]+$/u.test(word));
    const isDisguised = isName && word.normalize("NFKC") !== word.normalize("NFC");
    if (!isMixed && !isDisguised) continue;
    const odd = /\P{ASCII}/u.exec(word)?.[0] ?? "";
    const message = `The ${isName ? "name" : "word"} \`${word}\` contains ${codePointName(odd)} (${odd}), which looks like another letter.`;
    const help = "Write it with the letters of one alphabet.";
    yield diagnostic("TK2020", placeInside(view, path, isName ? odd : word, target), message, { help });
    return;
  }
}
