import { inputLimits } from "@toolkiln/runtime/vocabulary";
import { diagnostic, type DiagnosticCode, type Diagnostic, type Fix } from "../../diagnostics/diagnostic.js";
import { referencedSchema, type SchemaDocuments } from "../../json-schema/reference.js";
import type { SchemaNode } from "../../json-schema/walk-schema.js";
import { isJsonObject, valueAt, type JsonObject } from "../../values/json-object.js";
import type { ManifestPath } from "../../read/manifest-source.js";
import { analyzePattern, safeLength, type StepBound } from "../backtracking/step-bound.js";
import { quoted } from "../describe-value.js";
import { insertBefore } from "../edit-value.js";
import type { SchemaView, ViewedSchema, LintRule } from "../rule.js";

interface PatternPlace {
  readonly pattern: string;
  readonly holder: ViewedSchema;
  readonly path: ManifestPath;
  readonly target: "key" | "value";
}

/** Maximum analysis steps per file: less than a second, and the same limit on every machine. */
const maxWork = 60_000_000;

/** Patterns compile and are not vulnerable to catastrophic backtracking. */
export const patternsRule: LintRule = function* ({ views, documents }) {
  let repeated: RepeatedSchemas | undefined;
  const isRepeated = (holder: ViewedSchema): boolean =>
    (repeated ??= new RepeatedSchemas(views, documents)).has(holder);
  for (const { schemas } of views) {
    let work = 0;
    for (const place of schemas.flatMap(patternsOf)) {
      const reason = syntaxError(place.pattern);
      if (reason !== undefined) {
        yield invalid(place, reason);
        continue;
      }
      const analysis = analyzePattern(place.pattern);
      work += analysis.work;
      if (work > maxWork) {
        const message = "The patterns from here on were not checked: the earlier ones are too complex.";
        const help = "Use patterns with fewer repetitions, or share them with `$ref` in a file of their own.";
        yield report("TK3004", place, message, help);
        break;
      }
      const found = analysis.bound ? slow(place, analysis.bound, isRepeated) : unchecked(place);
      if (found !== undefined) yield found;
    }
  }
};

function report(
  code: DiagnosticCode,
  { holder, path, target }: PatternPlace,
  message: string,
  help: string,
  fix?: Fix,
): Diagnostic {
  return diagnostic(code, holder.view.place(path, target), message, { help, fix });
}

function patternsOf(holder: ViewedSchema): PatternPlace[] {
  const { path } = holder;
  const { pattern, patternProperties } = holder.schema;
  const keys = isJsonObject(patternProperties) ? Object.keys(patternProperties) : [];
  return [
    ...(typeof pattern === "string"
      ? [{ pattern, holder, path: [...path, "pattern"], target: "value" } as const]
      : []),
    ...keys.map((key): PatternPlace => {
      return { pattern: key, holder, path: [...path, "patternProperties", key], target: "key" };
    }),
  ];
}

function invalid(place: PatternPlace, reason: string): Diagnostic {
  const help =
    "Patterns are ECMAScript regular expressions with the flag u: only syntax characters may be escaped.";
  return report("TK3014", place, `The pattern ${quoted(place.pattern)} is not valid: ${reason}.`, help);
}

function syntaxError(pattern: string): string | undefined {
  try {
    return new RegExp(pattern, "u") instanceof RegExp ? undefined : "it is not a pattern";
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return message.slice(message.lastIndexOf(": ") + 2).toLowerCase();
  }
}

/** A diagnostic for a pattern that is too slow for the longest text that its schema allows. */
function slow(
  place: PatternPlace,
  bound: StepBound,
  isRepeated: (holder: ViewedSchema) => boolean,
): Diagnostic | undefined {
  const longest = longestText(place);
  // Fast path: most patterns are fast enough for any number of texts.
  if (safeLength(bound, longest, true) === longest) return undefined;
  const safe = safeLength(bound, longest, place.target === "key" || isRepeated(place.holder));
  return safe === longest ? undefined : catastrophic(place, safe);
}

/** `maxLength` counts a surrogate pair once; validators do not match text longer than twice `maxLength`. */
const unitsPerCharacter = 2;

/** The code units of the longest text that the pattern is matched against. */
function longestText({ holder: { schema, view, path }, target }: PatternPlace): number {
  if (target === "key") return inputLimits.characters;
  // Rules see only validated parameters.
  const [rules, , when, parameter = ""] = path;
  const isCondition = path.length === 4 && rules === "rules" && when === "when";
  const checked = isCondition ? valueAt(view.source.value, ["schema", "properties", parameter]) : undefined;
  const limits = [schema, isJsonObject(checked) ? checked : {}].map(({ maxLength }) =>
    typeof maxLength === "number" && maxLength >= 0 ? maxLength * unitsPerCharacter : Infinity,
  );
  return Math.floor(Math.min(inputLimits.characters, ...limits));
}

/** The lowest `maxLength` to suggest, and the lowest that `--fix` adds. */
const [usefulLength, generousLength] = [16, 200];

function catastrophic(place: PatternPlace, safe: number): Diagnostic {
  const { pattern, target } = place;
  const limit = roundedDown(Math.floor(safe / unitsPerCharacter));
  const rewrite = "adjacent repetitions match different characters: `^a+$` instead of `^(a+)+$`.";
  if (target === "key" || limit < usefulLength) {
    const message = `The pattern ${quoted(pattern)} is vulnerable to catastrophic backtracking: a text of ${safe + 1} characters can block the process.`;
    return report("TK3004", place, message, `Make ${rewrite}`);
  }
  const message = `The pattern ${quoted(pattern)} is too slow for long texts: matching takes quadratic time or worse.`;
  const help = `Add \`maxLength: ${limit}\` or less, ${pattern.startsWith("^") ? "" : "start it with `^`, "}or make ${rewrite}`;
  return report("TK3004", place, message, help, withMaxLength(place, limit));
}

/** Adds `maxLength` unless the limit is low, already set, or below the length of a text in the schema. */
function withMaxLength({ holder: { schema, view }, path }: PatternPlace, limit: number): Fix | undefined {
  const { maxLength, minLength, default: fallback, const: only, enum: values, examples } = schema;
  const texts = [fallback, only, values, examples].flat().filter((value) => typeof value === "string");
  const isTooShort =
    (typeof minLength === "number" && minLength > limit) || texts.some(({ length }) => length > limit);
  if (maxLength !== undefined || isTooShort || limit < generousLength) return undefined;
  return insertBefore(view.source, path, "maxLength", limit);
}

function unchecked(place: PatternPlace): Diagnostic {
  const message = `The pattern ${quoted(place.pattern)} cannot be checked for catastrophic backtracking.`;
  const help =
    "It is too large, or has a lookbehind, a backreference or a repeated `^` or `$`: write simpler patterns under `allOf` or `anyOf`.";
  return report("TK3004", place, message, help);
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

/** Finds schemas that can apply to any number of values of one input: in lists, maps and recursive schemas. */
class RepeatedSchemas {
  readonly #references = new Map<JsonObject, SchemaNode[]>();
  readonly #known = new Map<JsonObject, boolean>();

  constructor(views: readonly SchemaView[], documents: SchemaDocuments) {
    for (const node of views.flatMap(({ schemas }) => schemas)) {
      const target = referencedSchema(node.schema, node.document, documents)?.schema;
      if (isJsonObject(target)) this.#references.set(target, [...(this.#references.get(target) ?? []), node]);
    }
  }

  has(node: SchemaNode): boolean {
    const known = this.#known.get(node.schema);
    if (known !== undefined) return known;
    // Visiting it again means a cycle.
    this.#known.set(node.schema, true);
    const isRepeated =
      this.#isInsideRepeated(node) ||
      (this.#references.get(node.schema) ?? []).some((from) => this.has(from));
    this.#known.set(node.schema, isRepeated);
    return isRepeated;
  }

  #isInsideRepeated({ parent, keyword = "", name }: SchemaNode): boolean {
    if (repeating.has(keyword) && typeof name !== "number") return true;
    return parent !== undefined && keyword !== "$defs" && keyword !== "definitions" && this.has(parent);
  }
}
