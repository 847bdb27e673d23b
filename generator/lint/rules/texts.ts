import { diagnostic, type Diagnostic } from "../../diagnostics/diagnostic.js";
import { codePointName } from "../../diagnostics/code-frame.js";
import type { ManifestPath } from "../../read/manifest-source.js";
import type { SchemaView, LintRule } from "../rule.js";

interface Text {
  readonly text: string;
  readonly path: ManifestPath;
  readonly target: "key" | "value";
}

/** All keys and strings of a value. */
function textsIn(value: unknown, path: ManifestPath = [], found: Text[] = []): readonly Text[] {
  if (typeof value === "string") found.push({ text: value, path, target: "value" });
  if (typeof value !== "object" || value === null) return found;
  for (const [key, item] of Object.entries(value)) {
    const inner = [...path, Array.isArray(value) ? Number(key) : key];
    if (!Array.isArray(value)) found.push({ text: key, path: inner, target: "key" });
    textsIn(item, inner, found);
  }
  return found;
}

/** Invisible characters, bidirectional controls and lone surrogates. */
const invisible =
  /[^\P{Cc}\t\n\r]|\p{Cs}|\u034f|[\ufe00-\ufe0d]|[\u180b-\u180f]|[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

/** Characters that are not printable ASCII, or their escapes in JSON. Few manifests have any. */
const unusual = /[^ -~]|\\[bfu]/;

/** Bidirectional controls: they can disguise a comment. */
const reordering = /[\u202a-\u202e\u2066-\u2069]/u;

/** Rejects invisible and confusable text. */
const charactersRule: LintRule = function* ({ manifest, views }) {
  for (const view of views) {
    // Models also read text from the folder's defaults.
    const value = view === manifest ? manifest.value : view.source.value;
    for (const text of unusual.test(JSON.stringify(value)) ? textsIn(value) : []) {
      yield* hidden(view, text);
      yield* confusable(view, text);
    }
    yield* comments(view);
  }
};

function* hidden(view: SchemaView, { text, path, target }: Text): Iterable<Diagnostic> {
  const found = new Set<string>();
  for (const match of text.matchAll(invisible)) {
    const [character] = match;
    if (joins(text, match.index) || found.has(character)) continue;
    found.add(character);
    const message = containing(target === "key" ? "The key" : "The text", character);
    const help = "Remove it: reviewers cannot see it, but models read it.";
    yield diagnostic("TK2019", view.place(path, target, character), message, help);
  }
}

function* comments({ source }: SchemaView): Iterable<Diagnostic> {
  for (const { offset, text } of source.syntax.comments) {
    const match = reordering.exec(text);
    if (match === null) continue;
    const range = source.rangeOf(offset + match.index, offset + match.index + 1);
    const help = "Remove it: it reorders the line on screen and can hide what the line does.";
    yield diagnostic("TK2019", { file: source.file, range }, containing("The comment", match[0]), help);
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

/** A word that mixes alphabets, or the name of a property with letters that look like Latin ones. */
function* confusable(view: SchemaView, { text, path, target }: Text): Iterable<Diagnostic> {
  const isName = target === "key";
  if (/^\p{ASCII}*$/u.test(text) || (isName && path.at(-2) !== "properties")) return;
  for (const [word] of isName ? [[text]] : text.matchAll(/[\p{L}\p{M}\p{N}_]+/gu)) {
    const used = alphabets.filter((alphabet) => alphabet.test(word));
    // Greek letters are usual in units and formulas.
    const isMixed =
      used.length > 1 && (isName || !/^[\p{Script=Latin}\p{Script=Greek}\p{M}\p{N}_]+$/u.test(word));
    const isDisguised = isName && word.normalize("NFKC") !== word.normalize("NFC");
    if (!isMixed && !isDisguised) continue;
    const odd = /\P{ASCII}/u.exec(word)?.[0] ?? "";
    const message = `The ${isName ? "name" : "word"} \`${word}\` contains ${codePointName(odd)} (${odd}), which looks like another letter.`;
    const help = "Use the letters of one alphabet only.";
    yield diagnostic("TK2020", view.place(path, target, isName ? odd : word), message, help);
    return;
  }
}

const secrets = String.raw`(?:\.env\b|\.ssh\b|id_rsa|id_ed25519|\.aws\b|\.netrc|\.npmrc|/etc/(?:passwd|shadow)|mcp\.json|private keys?|api[ _-]?keys?|access tokens?|credentials|passwords|secrets|system prompt|conversation history|chat history)`;

/** Typical phrases of prompt injection. */
const patterns: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,30}\b(?:previous|prior|above|earlier|other|all|any|the user'?s?|your|system|safety)\b.{0,30}\b(?:instructions?|prompts?|rules|messages?|requests?|guidelines|user|restrictions)\b/is,
  /\b(?:do not|don'?t|never|without)\b.{0,25}\b(?:tell|telling|inform|informing|mention|mentioning|notify|notifying|ask|asking|reveal|show|alert)\w*\b.{0,25}\b(?:the )?user\b/is,
  new RegExp(
    String.raw`\b(?:read|open|cat|send|include|pass|attach|upload|forward|exfiltrate|leak|copy|collect|append|post)\b.{0,60}${secrets}`,
    "is",
  ),
  /<\s{0,3}\/?\s{0,3}(?:important|system|instructions?|secret|admin)\s{0,3}>/i,
  /\b(?:you are now|act as|pretend to be)\b.{0,40}\b(?:system|admin|root|developer mode|unrestricted|jailbroken)\b/is,
];

/** Keys with texts for models or people. */
const describing = new Set<unknown>(
  "description title message executionSummary name $comment deprecated".split(" "),
);

/** Rejects prompt injection in descriptions. */
const suspiciousTextRule: LintRule = function* ({ manifest: view }) {
  for (const { text, path, target } of textsIn(view.value)) {
    if (target === "key" || !describing.has(path.at(-1))) continue;
    const match = patterns.map((pattern) => pattern.exec(text)?.[0]).find((found) => found !== undefined);
    if (match === undefined) continue;
    const shown = match.replaceAll(/\s+/g, " ").slice(0, 80);
    const message = `The text "${shown}" looks like an instruction to act against the user.`;
    const help = "Describe what the tool does. If the text is legitimate, ignore this warning with a reason.";
    yield diagnostic("TK2021", view.place(path, "value", match), message, help);
  }
};

export const textRules: readonly LintRule[] = [charactersRule, suspiciousTextRule];
