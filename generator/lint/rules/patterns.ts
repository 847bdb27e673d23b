import { inputLimits } from "@toolkiln/runtime/vocabulary";
import { diagnostic, type DiagnosticCode, type Diagnostic, type Fix } from "../../diagnostics/diagnostic.js";
import { referencedSchema, type SchemaDocuments } from "../../json-schema/reference.js";
import { isDefinition, type SchemaNode } from "../../json-schema/walk-schema.js";
import { asObject, valueAt, type JsonObject } from "../../values/json-object.js";
import type { ManifestPath } from "../../read/manifest-source.js";
import { analyzePattern, safeLength } from "../backtracking/step-bound.js";
import { quoted } from "../describe-value.js";
import { insertBefore } from "../edit-value.js";
import { patternsOf } from "../value-validator.js";
import type { SchemaView, ViewedSchema, LintRule } from "../rule.js";

interface PatternPlace {
  readonly pattern: string;
  readonly holder: ViewedSchema;
  readonly path: ManifestPath;
  readonly target: "key" | "value";
}

/** Maximum analysis steps per file: less than a second, and the same limit on every machine. */
const maxWork = 60_000_000;

/** Requires patterns that compile and are not vulnerable to catastrophic backtracking. */
export const patternsRule: LintRule = function* ({ views, documents }) {
  let isRepeated: ((node: SchemaNode) => boolean) | undefined;
  for (const { schemas } of views) {
    let work = 0;
    for (const place of schemas.flatMap(placesOf)) {
      const { pattern, holder, target } = place;
      const subject = `The pattern ${quoted(pattern)}`;
      const reason = syntaxError(pattern);
      if (reason !== undefined) {
        yield report("TK3014", place, `${subject} is not valid: ${reason}.`, syntaxHelp);
        continue;
      }
      const { bound, work: added } = analyzePattern(pattern);
      work += added;
      if (work > maxWork) {
        const message = "The patterns from here on were not checked: the earlier ones are too complex.";
        const help = "Use patterns with fewer repetitions, or share them with `$ref` in a file of their own.";
        yield report("TK3004", place, message, help);
        break;
      }
      if (bound === undefined) {
        const message = `${subject} cannot be checked for catastrophic backtracking.`;
        yield report("TK3004", place, message, unsupportedHelp);
        continue;
      }
      const longest = longestText(place);
      // Fast path: most patterns are fast enough for any number of texts.
      if (safeLength(bound, longest, true) === longest) continue;
      isRepeated ??= repetitionTest(views, documents);
      const safe = safeLength(bound, longest, target === "key" || isRepeated(holder));
      if (safe < longest) yield catastrophic(place, safe);
    }
  }
};

const syntaxHelp =
  "Patterns are JavaScript regular expressions with the `u` flag, so only syntax characters may be escaped.";
const unsupportedHelp =
  "It is too large, or has a lookbehind, a backreference, a modifier, or `^` or `$` twice in a row: write simpler patterns under `allOf` or `anyOf`.";

function report(
  code: DiagnosticCode,
  { holder, path, target }: PatternPlace,
  message: string,
  help: string,
  fix?: Fix,
): Diagnostic {
  return diagnostic(code, holder.view.place(path, target), message, { help, fix });
}

function placesOf(holder: ViewedSchema): PatternPlace[] {
  return Array.from(patternsOf(holder.schema), ([pattern, path]) => {
    const target = path.length > 1 ? "key" : "value";
    return { pattern, holder, path: [...holder.path, ...path], target };
  });
}

function syntaxError(pattern: string): string | undefined {
  try {
    void new RegExp(pattern, "u");
    return undefined;
  } catch (error) {
    return String(error).replace(/^.*: /s, "").toLowerCase();
  }
}

/** `maxLength` counts a surrogate pair once; validators do not match text longer than twice `maxLength`. */
const unitsPerCharacter = 2;

/** The length of the longest text that the pattern is matched against, in code units. */
function longestText({ holder: { schema, view, path }, target }: PatternPlace): number {
  if (target === "key") return inputLimits.characters;
  // Rules see only validated parameters.
  const [rules, , when, parameter = ""] = path;
  const isCondition = path.length === 4 && rules === "rules" && when === "when";
  const checked = isCondition ? valueAt(view.source.value, ["schema", "properties", parameter]) : {};
  const limits = [schema, asObject(checked)].map(({ maxLength }) =>
    typeof maxLength === "number" && maxLength >= 0 ? maxLength * unitsPerCharacter : Infinity,
  );
  return Math.floor(Math.min(inputLimits.characters, ...limits));
}

/** The lowest `maxLength` to suggest, and the lowest that `--fix` adds. */
const [usefulLength, generousLength] = [16, 200];

function catastrophic(place: PatternPlace, safe: number): Diagnostic {
  const { pattern, target } = place;
  const limit = roundedDown(Math.floor(safe / unitsPerCharacter));
  const rewrite =
    "nested repetitions and adjacent repetitions of the same characters: `^a+$` instead of `^(a+)+$`.";
  if (target === "key" || limit < usefulLength) {
    const message = `The pattern ${quoted(pattern)} is vulnerable to catastrophic backtracking: a text of ${safe + 1} characters can block the process.`;
    return report("TK3004", place, message, `Avoid ${rewrite}`);
  }
  const message = `The pattern ${quoted(pattern)} is too slow for long texts: matching takes too many steps per character.`;
  const help = `Add \`maxLength: ${limit}\` or less, ${pattern.startsWith("^") ? "" : "start the pattern with `^`, "}or avoid ${rewrite}`;
  return report("TK3004", place, message, help, withMaxLength(place, limit));
}

/** Adds `maxLength` unless the limit is low, already set, or below the length of a text in the schema. */
function withMaxLength({ holder: { schema, view }, path }: PatternPlace, limit: number): Fix | undefined {
  const { maxLength, minLength, default: fallback, const: only, enum: values, examples } = schema;
  const texts = [fallback, only, values, examples].flat().filter((value) => typeof value === "string");
  const isTooShort =
    (typeof minLength === "number" && minLength > limit) || texts.some(({ length }) => length > limit);
  if (maxLength !== undefined || isTooShort || limit < generousLength) return undefined;
  return insertBefore(view.source, path, `maxLength: ${limit}`);
}

/** Rounded to two significant digits. */
function roundedDown(number: number): number {
  const unit = 10 ** Math.max(0, String(number).length - 2);
  return Math.floor(number / unit) * unit;
}

/** Keywords that apply a schema to any number of values. */
const repeating = new Set(
  "items additionalItems unevaluatedItems contains additionalProperties patternProperties unevaluatedProperties propertyNames".split(
    " ",
  ),
);

/** Tests whether a schema can apply to any number of values of one input: in a list, a map or a recursive schema. */
function repetitionTest(
  views: readonly SchemaView[],
  documents: SchemaDocuments,
): (node: SchemaNode) => boolean {
  const references = new Map<unknown, SchemaNode[]>();
  for (const node of views.flatMap(({ schemas }) => schemas)) {
    const target = referencedSchema(node.schema, node.document, documents)?.schema;
    if (target !== undefined) references.set(target, [...(references.get(target) ?? []), node]);
  }
  const known = new Map<JsonObject, boolean>();
  return function isRepeated(node): boolean {
    const { schema, parent, keyword = "", name } = node;
    const before = known.get(schema);
    if (before !== undefined) return before;
    // Visiting it again means a cycle.
    known.set(schema, true);
    const result =
      (repeating.has(keyword) && typeof name !== "number") ||
      (parent !== undefined && !isDefinition(node) && isRepeated(parent)) ||
      (references.get(schema) ?? []).some(isRepeated);
    known.set(schema, result);
    return result;
  };
}
