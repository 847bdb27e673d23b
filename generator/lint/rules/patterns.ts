import { createRequire } from "node:module";
import type { checkSync } from "recheck";
import { diagnostic } from "../../diagnostics/catalog.js";
import type { Diagnostic, Fix } from "../../diagnostics/diagnostic.js";
import { isJsonObject } from "../../model/json-object.js";
import type { ManifestPath } from "../../read/manifest-source.js";
import { quoted } from "../describe-value.js";
import { hasFewWays, judgeBacktracking } from "../backtracking/judge-backtracking.js";
import { replaceValue } from "../edit-value.js";
import type { SchemaView, ViewedSchema } from "../manifest-view.js";
import type { LintRule } from "../rule.js";
import { startClock } from "../work-clock.js";

interface PatternPlace {
  readonly pattern: string;
  readonly view: SchemaView;
  readonly path: ManifestPath;
  readonly target: "key" | "value";
}

/** Patterns compile, and no text makes them run for ever. */
export const patternsRule: LintRule = {
  name: "patterns",
  *check({ views }) {
    for (const { schemas } of views) {
      const risky: PatternPlace[] = [];
      for (const place of schemas.flatMap(patternsOf)) {
        const problem = invalid(place);
        if (problem !== undefined) yield problem;
        else if (!hasFewWays(place.pattern)) risky.push(place);
      }
      yield* examine(risky);
    }
  },
};

/** Examines the risky patterns of one file: the first of them in any case, the others while there is time. */
function* examine(places: readonly PatternPlace[]): Iterable<Diagnostic> {
  let left = fileBudget;
  for (const [index, place] of places.entries()) {
    if (left <= 0 && index >= alwaysExamined) {
      yield notExamined(place);
      return;
    }
    const { isBad, spent } = judge(place.pattern, Math.max(leastPatience, left));
    left -= spent;
    if (isBad) yield catastrophic(place);
  }
}

function patternsOf({ schema, path, view }: ViewedSchema): PatternPlace[] {
  const { pattern, patternProperties } = schema;
  const own: PatternPlace[] =
    typeof pattern === "string" ? [{ pattern, view, path: [...path, "pattern"], target: "value" }] : [];
  if (!isJsonObject(patternProperties)) return own;
  const keys = Object.keys(patternProperties).map((key): PatternPlace => ({
    pattern: key,
    view,
    path: [...path, "patternProperties", key],
    target: "key",
  }));
  return [...own, ...keys];
}

function invalid({ pattern, view, path, target }: PatternPlace): Diagnostic | undefined {
  const problem = syntaxError(pattern);
  if (problem === undefined) return undefined;
  const fix = target === "value" ? withoutNeedlessEscapes(pattern, view, path) : undefined;
  return diagnostic(
    "TK3014",
    view.place(path, target),
    `The pattern ${quoted(pattern)} is not valid: ${problem}.`,
    {
      help: "Patterns are ECMAScript regular expressions with the flag u: only syntax characters may be escaped.",
      ...(fix && { fix }),
    },
  );
}

function syntaxError(pattern: string): string | undefined {
  try {
    return new RegExp(pattern, "u") instanceof RegExp ? undefined : "it is no pattern";
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return message.slice(message.lastIndexOf(": ") + 2).toLowerCase();
  }
}

/** Older dialects let every character be escaped; taking needless backslashes out changes nothing. */
function withoutNeedlessEscapes(pattern: string, view: SchemaView, path: ManifestPath): Fix | undefined {
  const mended = pattern.replaceAll(/\\(.)/gs, (escape, character: string) =>
    needsEscape.test(character) ? escape : character,
  );
  if (mended === pattern || syntaxError(mended) !== undefined) return undefined;
  return replaceValue(view.source, path, JSON.stringify(mended), "remove needless backslashes");
}

/** Letters and digits mean something else without it, syntax characters too; a hyphen would make a range in a class. */
const needsEscape = /[A-Za-z0-9^$\\.*+?()[\]{}|/-]/;

/** Milliseconds of the processor that the patterns of one file are looked at. */
const fileBudget = 250;
/** Patterns that are looked at even when that time is up, so that a busy machine refuses no usual manifest. */
const alwaysExamined = 8;
/** Milliseconds that one pattern is looked at in any case. */
const leastPatience = 40;
/** Work that grows with the third power of the text's length is enough to block a process. */
const worstDegree = 3;
const verdicts = new Map<string, boolean>();

/**
 * Loaded on use, since most manifests have no pattern that needs it; and the build that runs in this process, without
 * a worker or a child process.
 */
function loadRecheck(): Examiner {
  return createRequire(import.meta.url)("recheck/lib/browser.js") as Examiner;
}

interface Examiner {
  readonly checkSync: typeof checkSync;
}

let examiner: Examiner | undefined;

const unlimited = /[*+]|\{\d+,\d*\}/g;
const quantifier = /[*+?]|\{\d/g;
const repeatedGroup = /\)(?:[*+]|\{\d)/;
const optionalGroup = /\)\?/;
const backReference = /\\[1-9k]/;
/** Repetitions that are many enough to take for ever together, when nothing else is known. */
const manyRepetitions = 8;

/**
 * Whether a pattern is worth a second opinion. Without a repeated group, each repetition multiplies the work by the
 * length of the text, and so does looking for a place to begin; most patterns cannot come to more than the second power.
 */
function mayTakeLong(pattern: string): boolean {
  if (repeatedGroup.test(pattern) || backReference.test(pattern)) return true;
  const isAnchored = pattern.startsWith("^") && !pattern.includes("|");
  return count(unlimited, pattern) + (isAnchored ? 0 : 1) >= worstDegree;
}

/** Whether a pattern that nobody could judge is better not trusted. */
function isDoubtful(pattern: string): boolean {
  const hasGroup = repeatedGroup.test(pattern) || optionalGroup.test(pattern);
  return hasGroup || count(quantifier, pattern) >= manyRepetitions;
}

function count(expression: RegExp, pattern: string): number {
  return pattern.match(expression)?.length ?? 0;
}

function notExamined({ view, path, target }: PatternPlace): Diagnostic {
  const message = "The patterns from here on were not looked at: those before took all the time there is.";
  return diagnostic("TK3004", view.place(path, target), message, {
    help: "Write patterns with fewer repetitions, or share them with `$ref` in a file of their own.",
  });
}

function catastrophic({ pattern, view, path, target }: PatternPlace): Diagnostic {
  const message = `The pattern ${quoted(pattern)} can take for ever on a text that almost matches.`;
  return diagnostic("TK3004", view.place(path, target), message, {
    help: "Let neighbouring repetitions match different characters: `^(a+)+$` says no more than `^a+$`.",
  });
}

/** Whether a pattern can take for ever, and the processor time that it took to tell. */
function judge(pattern: string, milliseconds: number): { readonly isBad: boolean; readonly spent: number } {
  const known = verdicts.get(pattern);
  if (known !== undefined) return { isBad: known, spent: 0 };
  const clock = startClock();
  const backtracking = judgeBacktracking(pattern);
  const spent = clock();
  const isSettled = backtracking === "little" || backtracking === "excessive";
  if (isSettled || (backtracking === "bearable" && !mayTakeLong(pattern))) {
    verdicts.set(pattern, backtracking === "excessive");
    return { isBad: backtracking === "excessive", spent };
  }
  const second = examineLonger(pattern, milliseconds - spent);
  const isBad = second.isBad ?? (backtracking === "unknown" && isDoubtful(pattern));
  if (second.isBad !== undefined) verdicts.set(pattern, isBad);
  return { isBad, spent: spent + second.spent };
}

/** What the examiner says about texts of any length, which counting on short ones does not tell. */
function examineLonger(
  pattern: string,
  milliseconds: number,
): { readonly isBad: boolean | undefined; readonly spent: number } {
  // Loading the examiner is not the pattern's cost.
  examiner ??= loadRecheck();
  let spent = 0;
  while (spent < milliseconds) {
    const clock = startClock();
    const answer = examiner.checkSync(pattern, "u", { timeout: Math.ceil(milliseconds - spent) });
    spent += Math.max(1, clock());
    // Its clock runs on when a busy machine does other things; then there is time left to ask again.
    if (answer.status === "unknown" && answer.error.kind === "timeout") continue;
    if (answer.status === "unknown") break;
    const isBad =
      answer.status === "vulnerable" &&
      (answer.complexity.type === "exponential" || answer.complexity.degree >= worstDegree);
    return { isBad, spent };
  }
  return { isBad: undefined, spent };
}
