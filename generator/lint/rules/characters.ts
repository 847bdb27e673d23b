import { diagnostic } from "../../diagnostics/catalog.js";
import { codePointName } from "../../diagnostics/code-frame.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { isJsonObject } from "../../values/json-object.js";
import type { ManifestPath } from "../../read/manifest-source.js";
import type { SchemaView } from "../manifest-view.js";
import type { LintProject, LintRule } from "../rule.js";
import { editInside, placeInside } from "../text-place.js";
import { confusableName, confusableText, sameLooks } from "./confusable-characters.js";

/** Characters that show nothing, change the order of what is shown, or are halves of one. */
const invisible =
  /[^\P{Cc}\t\n\r]|\p{Cs}|\u034f|[\ufe00-\ufe0d]|[\u180b-\u180f]|[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

/** Characters that let a comment look like something else than a comment. */
const reordering = /[\u202a-\u202e\u2066-\u2069]/u;

/** Text shows everything that it says. */
export const charactersRule: LintRule = {
  name: "characters",
  *check({ manifest, views }: LintProject) {
    for (const view of views) {
      // What comes from the folder's defaults is read by models as well.
      yield* visit(view, view === manifest ? manifest.value : view.source.value, []);
      yield* comments(view);
    }
  },
};

function* visit(view: SchemaView, value: unknown, path: ManifestPath): Iterable<Diagnostic> {
  if (typeof value === "string") {
    yield* hidden(view, value, path, "value");
    yield* confusableText(view, value, path);
  } else if (Array.isArray(value)) {
    if (path.at(-1) === "enum") yield* sameLooks(view, value, path, "value");
    for (const [index, item] of value.entries()) yield* visit(view, item, [...path, index]);
  } else if (isJsonObject(value)) {
    const areNames = path.at(-1) === "properties";
    if (areNames) yield* sameLooks(view, Object.keys(value), path, "key");
    for (const [key, item] of Object.entries(value)) {
      yield* hidden(view, key, [...path, key], "key");
      if (areNames) yield* confusableName(view, key, [...path, key]);
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
    const edit = target === "value" ? editInside(view, path, character, "") : undefined;
    const subject = target === "key" ? "The key" : "The text";
    yield diagnostic("TK2019", placeInside(view, path, character, target), containing(subject, character), {
      help: "Remove it: a model reads what a reviewer cannot see.",
      fix: edit && { title: "remove the character", edits: [edit] },
    });
  }
}

function* comments({ source }: SchemaView): Iterable<Diagnostic> {
  // Asking for comments parses the file; nearly none has such a character anywhere.
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

/** Joiners belong to emoji and to the spelling of some scripts. */
function joins(text: string, at: number): boolean {
  if (text[at] !== "\u200c" && text[at] !== "\u200d") return false;
  const before = text.slice(Math.max(0, at - 3), at);
  return (
    /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]$/u.test(before) ||
    /[^\P{L}\p{ASCII}]$|\p{M}$/u.test(before)
  );
}
