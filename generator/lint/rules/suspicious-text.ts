import { diagnostic } from "../../diagnostics/catalog.js";
import { isJsonObject } from "../../values/json-object.js";
import type { ManifestPath } from "../../read/manifest-source.js";
import { manifestRule, type LintRule } from "../rule.js";
import { placeInside } from "../text-place.js";

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

/** Descriptions contain no prompt injection. */
export const suspiciousTextRule: LintRule = manifestRule(function* (view) {
  for (const [path, text] of describingTexts(view.value, [])) {
    const match = patterns.map((pattern) => pattern.exec(text)?.[0]).find((found) => found !== undefined);
    if (match === undefined) continue;
    const shown = match.replaceAll(/\s+/g, " ").slice(0, 80);
    const message = `The text "${shown}" instructs the model to act against its user.`;
    const help = "Describe what the tool does. If the text is legitimate, ignore this with a reason.";
    yield diagnostic("TK2021", placeInside(view, path, match), message, { help });
  }
});

const describing = new Set("description title message executionSummary name $comment deprecated".split(" "));

function* describingTexts(value: unknown, path: ManifestPath): Iterable<[ManifestPath, string]> {
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* describingTexts(item, [...path, index]);
  else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      if (typeof item === "string" && describing.has(key)) yield [[...path, key], item];
      else yield* describingTexts(item, [...path, key]);
    }
  }
}
