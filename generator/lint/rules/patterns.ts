import { createRequire } from "node:module";
import type { checkSync } from "recheck";
import { diagnostic } from "../../diagnostics/catalog.js";
import type { Diagnostic, Fix } from "../../diagnostics/diagnostic.js";
import { isJsonObject } from "../../model/json-object.js";
import type { ManifestPath } from "../../read/manifest-source.js";
import { quoted } from "../describe-value.js";
import { replaceValue } from "../edit-value.js";
import type { SchemaView, ViewedSchema } from "../manifest-view.js";
import type { LintRule } from "../rule.js";

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
      let spent = 0;
      for (const place of schemas.flatMap(patternsOf)) {
        const problem = invalid(place);
        if (problem !== undefined) yield problem;
        else if (isRepetitive(place)) {
          if (spent >= fileBudget) {
            yield notExamined(place);
            break;
          }
          // Loading the examiner is not the pattern's cost.
          examiner ??= loadRecheck();
          const before = process.cpuUsage();
          const found = catastrophic(place, examiner);
          const { user, system } = process.cpuUsage(before);
          spent += (user + system) / 1000;
          if (found !== undefined) yield found;
        }
      }
    }
  },
};

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
    /[\w^$\\.*+?()[\]{}|/-]/.test(character) && character !== "-" && character !== "_"
      ? escape
      : outsideClass(character, escape),
  );
  if (mended === pattern || syntaxError(mended) !== undefined) return undefined;
  return replaceValue(view.source, path, JSON.stringify(mended), "remove needless backslashes");
}

/** A hyphen stays escaped: inside a class it would make a range, and there the escape is allowed. */
function outsideClass(character: string, escape: string): string {
  return character === "-" ? escape : character;
}

/** Fewer than two repetitions cannot multiply each other. */
const repetition = /[*+]|\{\d+,\d*\}/g;
/** Milliseconds of the processor that the patterns of one file are looked at; real ones need a few each. */
const fileBudget = 300;
/** Milliseconds that one pattern is looked at; what is undecided by then passes. */
const patience = 600;
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

function isRepetitive({ pattern }: PatternPlace): boolean {
  return (pattern.match(repetition)?.length ?? 0) >= 2;
}

function notExamined({ view, path, target }: PatternPlace): Diagnostic {
  const message = "The patterns from here on were not looked at: those before took all the time there is.";
  return diagnostic("TK3004", view.place(path, target), message, {
    help: "Write patterns with fewer repetitions, or share them with `$ref` in a file of their own.",
  });
}

function catastrophic(
  { pattern, view, path, target }: PatternPlace,
  { checkSync }: Examiner,
): Diagnostic | undefined {
  let verdict = verdicts.get(pattern);
  if (verdict === undefined) {
    const answer = checkSync(pattern, "u", { timeout: patience });
    verdict =
      answer.status === "vulnerable" &&
      (answer.complexity.type === "exponential" || answer.complexity.degree >= worstDegree);
    verdicts.set(pattern, verdict);
  }
  if (!verdict) return undefined;
  const message = `The pattern ${quoted(pattern)} can take for ever on a text that almost matches.`;
  return diagnostic("TK3004", view.place(path, target), message, {
    help: "Let neighbouring repetitions match different characters: `^(a+)+$` says no more than `^a+$`.",
  });
}
