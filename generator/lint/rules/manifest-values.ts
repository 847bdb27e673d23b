import { isValidKind, type RiskLevel } from "@toolkiln/runtime";
import { wellKnownKinds } from "@toolkiln/runtime/kinds";
import { compareRisk, isRiskLevel } from "@toolkiln/runtime/vocabulary";
import { diagnostic } from "../../diagnostics/diagnostic.js";
import { didYouMean, suggest, variantOf } from "../../diagnostics/suggest.js";
import { toMilliseconds } from "../../values/duration.js";
import { asObject, isJsonObject, itemsOf } from "../../values/json-object.js";
import { oneOf } from "../describe-value.js";
import { writeValue } from "../edit-value.js";
import type { LintProject, LintRule } from "../rule.js";

/** Every YAML parser must read each key as a string; `1`, `null` and `true` are strings only in quotes. */
const keyTextsRule: LintRule = function* ({ views }: LintProject) {
  for (const { source } of views) {
    for (const { text, from, to } of source.syntax.valueKeys) {
      const range = source.rangeOf(from, to);
      const message = `YAML does not read the key \`${text}\` as a string.`;
      const fix = { title: "put it in quotes", edits: [{ range, text: JSON.stringify(text) }] };
      yield diagnostic("TK1013", { file: source.file, range }, message, { fix });
    }
  }
};

/** Requires a different key for each lock: entries with the same key are merged, so one of them has no effect. */
const concurrencyRule: LintRule = function* ({ manifest: view }) {
  const first = new Map<string, number>();
  for (const [index, entry] of itemsOf(view.value["concurrency"])) {
    const key = asObject(entry)["key"];
    if (typeof key !== "string") continue;
    const other = first.get(key) ?? index;
    first.set(key, other);
    if (other === index) continue;
    const related = [{ ...view.place(["concurrency", other, "key"]), message: "The first is here." }];
    const help = "Keep one of the two; if you need both modes, keep `exclusive`.";
    const message = `Two entries lock the same key "${key}".`;
    yield diagnostic("TK2014", view.place(["concurrency", index, "key"]), message, { help, related });
  }
};

const longestTimeout = 24 * 3_600_000;

/** Requires a timeout between 1ms and 24h. */
const timeoutRule: LintRule = function* ({ manifest: view }) {
  const { timeout } = view.value;
  const isDuration = typeof timeout === "string" || Number.isInteger(timeout);
  const milliseconds = isDuration ? toMilliseconds(timeout as string | number) : undefined;
  if (milliseconds === undefined || (milliseconds >= 1 && milliseconds <= longestTimeout)) return;
  const help = "Without this key, the executor's `executionTimeout` applies.";
  const message = `\`timeout\` is ${String(timeout)}; expected 1ms to 24h.`;
  yield diagnostic("TK2007", view.place(["timeout"]), message, help);
};

/** Requires hints that agree with each other, with the category and with the risk: clients show and trust them. */
const hintsRule: LintRule = function* ({ manifest: view }) {
  const { hints, risk, rules, category } = view.value;
  if (!isJsonObject(hints) || !isRiskLevel(risk)) return;
  const { readOnly, destructive, openWorld } = hints;
  const raised = Array.from(itemsOf(rules), ([, rule]) => asObject(rule)["risk"]);
  const worst = [risk, ...raised.filter(isRiskLevel)].reduce((a, b) => (compareRisk(a, b) < 0 ? b : a));
  const isRisky = (level: RiskLevel): boolean => compareRisk(level, "high") >= 0;
  const report = (key: string, message: string, help: string) =>
    diagnostic("TK2028", view.place(["hints", key]), message, help);
  if (readOnly === true && destructive === true) {
    const message = "A tool cannot be both `readOnly` and `destructive`.";
    yield report("destructive", message, "Remove one of the two hints.");
  } else if (readOnly === true && isRisky(risk)) {
    const message = `\`readOnly: true\` contradicts the risk of the tool, which is ${risk}.`;
    yield report("readOnly", message, "Remove the hint, or lower the risk.");
  }
  if (destructive === false && isRisky(worst)) {
    const message = `\`destructive: false\` contradicts the highest risk of the tool and its rules, which is ${worst}.`;
    yield report("destructive", message, "Remove the hint, or lower the risk.");
  }
  if (openWorld === false && category === "network") {
    const message = "`openWorld: false` contradicts the category `network`.";
    yield report("openWorld", message, "Remove the hint, or change `category`.");
  }
};

/** Requires a result kind that is built in, or has its own name and schema. */
const resultKindRule: LintRule = function* ({ manifest: view }) {
  const { result } = view.value;
  const { kind, data } = isJsonObject(result) ? result : { kind: result, data: undefined };
  if (typeof kind !== "string" || kind === "" || wellKnownKinds.some((known) => known === kind)) return;
  const path = isJsonObject(result) ? ["result", "kind"] : ["result"];
  const fix = writeValue(view.source, path, variantOf(kind, wellKnownKinds));
  const meant = didYouMean(suggest(kind, wellKnownKinds));
  const isValid: boolean = isValidKind(kind);
  if (!isValid) {
    const help = `Use ${oneOf(wellKnownKinds)}, or lowercase words with dots for namespaces: \`git.status\`.`;
    yield diagnostic("TK2012", view.place(path), `\`${kind}\` is not a valid kind.${meant}`, { help, fix });
  } else if (data === undefined) {
    const message = `The custom kind \`${kind}\` has no schema for its data.${meant}`;
    const help = "Write `result: { kind: …, data: … }`, where `data` is a JSON Schema.";
    yield diagnostic("TK2013", view.place(path), message, { help, fix });
  }
};

export const manifestValueRules: readonly LintRule[] = [
  keyTextsRule,
  hintsRule,
  resultKindRule,
  concurrencyRule,
  timeoutRule,
];
