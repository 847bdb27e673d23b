import { inputLimits } from "@toolkiln/runtime/vocabulary";
import { diagnostic } from "../../diagnostics/catalog.js";
import type { Diagnostic, Fix } from "../../diagnostics/diagnostic.js";
import { isJsonObject, valueAt } from "../../values/json-object.js";
import type { ManifestPath } from "../../read/manifest-source.js";
import { safeLength } from "../backtracking/safe-length.js";
import { judgePattern, type StepBound } from "../backtracking/worst-steps.js";
import { quoted } from "../describe-value.js";
import { insertBefore, replaceValue } from "../edit-value.js";
import type { SchemaView, ViewedSchema } from "../manifest-view.js";
import { RepeatedSchemas } from "../repeated-schemas.js";
import type { LintRule } from "../rule.js";

interface PatternPlace {
  readonly pattern: string;
  readonly holder: ViewedSchema;
  readonly view: SchemaView;
  readonly path: ManifestPath;
  readonly target: "key" | "value";
}

/** Patterns compile, and match every text that an input can hold in time. */
export const patternsRule: LintRule = {
  name: "patterns",
  *check({ views, documents }) {
    let repeated: RepeatedSchemas | undefined;
    const isRepeated = (holder: ViewedSchema): boolean =>
      (repeated ??= new RepeatedSchemas(views, documents)).has(holder);
    for (const { schemas } of views) {
      let work = 0;
      for (const place of schemas.flatMap(patternsOf)) {
        const error = invalid(place);
        if (error !== undefined) {
          yield error;
          continue;
        }
        const verdict = judgePattern(place.pattern);
        work += verdict.work;
        if (work > mostWork) {
          yield tooMany(place);
          break;
        }
        const found = verdict.bound ? slow(place, verdict.bound, isRepeated) : tooLarge(place);
        if (found !== undefined) yield found;
      }
    }
  },
};

/** Work on the patterns of one file: less than a second, and the same on every machine. */
const mostWork = 60_000_000;

function patternsOf(holder: ViewedSchema): PatternPlace[] {
  const { schema, path, view } = holder;
  const { pattern, patternProperties } = schema;
  const own: PatternPlace[] =
    typeof pattern === "string"
      ? [{ pattern, holder, view, path: [...path, "pattern"], target: "value" }]
      : [];
  if (!isJsonObject(patternProperties)) return own;
  const keys = Object.keys(patternProperties).map((key): PatternPlace => ({
    pattern: key,
    holder,
    view,
    path: [...path, "patternProperties", key],
    target: "key",
  }));
  return [...own, ...keys];
}

function invalid({ pattern, view, path, target }: PatternPlace): Diagnostic | undefined {
  const reason = syntaxError(pattern);
  if (reason === undefined) return undefined;
  const fix = target === "value" ? withoutNeedlessEscapes(pattern, view, path) : undefined;
  const message = `The pattern ${quoted(pattern)} is not valid: ${reason}.`;
  const help =
    "Patterns are ECMAScript regular expressions with the flag u: only syntax characters may be escaped.";
  return diagnostic("TK3014", view.place(path, target), message, { help, fix });
}

function syntaxError(pattern: string): string | undefined {
  try {
    return new RegExp(pattern, "u") instanceof RegExp ? undefined : "it is no pattern";
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return message.slice(message.lastIndexOf(": ") + 2).toLowerCase();
  }
}

/** Older dialects let every character be escaped; removing needless backslashes changes nothing. */
function withoutNeedlessEscapes(pattern: string, view: SchemaView, path: ManifestPath): Fix | undefined {
  const fixed = pattern.replaceAll(/\\(.)/gs, (escape, character: string) =>
    needsEscape.test(character) ? escape : character,
  );
  if (fixed === pattern || syntaxError(fixed) !== undefined) return undefined;
  return replaceValue(view.source, path, JSON.stringify(fixed), "remove needless backslashes");
}

/** Letters and digits mean something else without it, syntax characters too; a hyphen would make a range in a class. */
const needsEscape = /[A-Za-z0-9^$\\.*+?()[\]{}|/-]/;

/** A diagnostic for a pattern that takes too many steps for some text of the length that its schema allows. */
function slow(
  place: PatternPlace,
  bound: StepBound,
  isRepeated: (holder: ViewedSchema) => boolean,
): Diagnostic | undefined {
  const longest = longestText(place);
  // Most patterns are fast enough for any number of texts, whatever holds them.
  if (safeLength(bound, longest, true) === longest) return undefined;
  const safe = safeLength(bound, longest, place.target === "key" || isRepeated(place.holder));
  return safe === longest ? undefined : catastrophic(place, bound, safe);
}

/** Characters of two code units count once in `maxLength`; validators do not match what is longer than twice that. */
const unitsPerCharacter = 2;

/** The code units of the longest text that the pattern is matched against. */
function longestText({ holder: { schema, view, path }, target }: PatternPlace): number {
  if (target === "key") return inputLimits.characters;
  // A rule looks at parameters that have been validated.
  const [rules, , when, parameter = ""] = path;
  const isCondition = path.length === 4 && rules === "rules" && when === "when";
  const checked = isCondition ? valueAt(view.source.value, ["schema", "properties", parameter]) : undefined;
  const limits = [schema, isJsonObject(checked) ? checked : {}].map(({ maxLength }) =>
    typeof maxLength === "number" && maxLength >= 0 ? maxLength * unitsPerCharacter : Infinity,
  );
  return Math.floor(Math.min(inputLimits.characters, ...limits));
}

/** What a text twice as long multiplies the steps by, at least, when no useful `maxLength` would help. */
const explosion = 100;
/** Limits that are offered, and those that `--fix` adds, at least. */
const [usefulLength, generousLength] = [16, 200];

function catastrophic(place: PatternPlace, bound: StepBound, safe: number): Diagnostic {
  const { pattern, view, path, target } = place;
  const limit = roundedDown(Math.floor(safe / unitsPerCharacter));
  const isExplosive = bound(2 * safe + 2) > explosion * bound(safe);
  const isLimitable = target === "value" && !isExplosive && limit >= usefulLength;
  const rewrite =
    "let adjacent repetitions match different characters: `^(a+)+$` matches the same as `^a+$`.";
  if (!isLimitable) {
    const message = `The pattern ${quoted(pattern)} is vulnerable to catastrophic backtracking: a text of ${safe + 1} characters can block the process.`;
    return diagnostic("TK3004", view.place(path, target), message, { help: capitalized(rewrite) });
  }
  const message = `The pattern ${quoted(pattern)} is too slow for long texts: matching takes quadratic time or worse.`;
  const help = `Add \`maxLength: ${limit}\` or less, ${pattern.startsWith("^") ? "" : "start it with `^`, "}or ${rewrite}`;
  return diagnostic("TK3004", view.place(path, target), message, { help, fix: withMaxLength(place, limit) });
}

function tooLarge({ pattern, view, path, target }: PatternPlace): Diagnostic {
  const message = `The pattern ${quoted(pattern)} is too large to be checked for catastrophic backtracking.`;
  const help = "Split it into several patterns under `allOf` or `anyOf`, or use smaller counted repetitions.";
  return diagnostic("TK3004", view.place(path, target), message, { help });
}

function tooMany({ view, path, target }: PatternPlace): Diagnostic {
  const message = "The patterns from here on were not checked: the earlier ones took too much work.";
  const help = "Use patterns with fewer repetitions, or share them with `$ref` in a file of their own.";
  return diagnostic("TK3004", view.place(path, target), message, { help });
}

/** Adds a limit, unless it is low, the schema has one or names a text that would exceed it. */
function withMaxLength({ holder: { schema }, view, path }: PatternPlace, limit: number): Fix | undefined {
  const { maxLength, minLength, default: fallback, const: only, enum: values, examples } = schema;
  const texts = [fallback, only, values, examples].flat().filter((value) => typeof value === "string");
  const isTooShort =
    (typeof minLength === "number" && minLength > limit) || texts.some(({ length }) => length > limit);
  if (maxLength !== undefined || isTooShort || limit < generousLength) return undefined;
  return insertBefore(view.source, path, "maxLength", limit);
}

/** A number with two digits that matter. */
function roundedDown(number: number): number {
  const unit = 10 ** Math.max(0, String(number).length - 2);
  return Math.floor(number / unit) * unit;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
