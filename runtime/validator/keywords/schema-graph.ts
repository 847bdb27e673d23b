import { resolveRef } from "../../validation/describe-schema.js";
import { isRecord } from "../../validation/value-type.js";

/** A reference in a schema: its target definition, and the path of the values that it validates. */
interface Reference {
  readonly target: string;
  /** Properties and items on the path; `*` matches any. */
  readonly path: readonly string[];
}

/** Keywords whose schemas validate the value itself; those of other keywords validate its properties or items. */
const sameValue = /^(?:not|if|then|else|(?:all|any|one)Of|dependentSchemas|dependencies)$/;
/** Keywords with a map of schemas. */
const maps = /^(?:properties|patternProperties|dependentSchemas|dependencies)$/;
/** Keywords whose schemas apply only where they are referenced, and keywords with data. */
const inert = /^(?:\$defs|definitions|const|default|enum|examples)$/;

const answers = new WeakMap<object, boolean>();

/**
 * Whether validation needs to cache results per schema and object: references may reach the same object in several
 * ways, which multiply with every level; or nested lists are compared.
 */
export function needsMemory(root: unknown): boolean {
  if (!isRecord(root)) return false;
  const answer = answers.get(root) ?? mayRepeat(root);
  answers.set(root, answer);
  return answer;
}

function mayRepeat(root: object): boolean {
  const all = new Map<string, readonly Reference[]>();
  const waiting = ["#"];
  for (let target = waiting.pop(); target !== undefined; target = waiting.pop()) {
    if (all.has(target)) continue;
    // A name that is not a pointer may be anywhere: use the whole schema.
    const schema = /^#\/./.test(target) ? resolveRef(root, target) : root;
    const references = [...referencesOf(schema, [])];
    all.set(target, references);
    waiting.push(...references.map((reference) => reference.target));
  }
  // A definition without references does not multiply the time.
  const leadsOn = ({ target }: Reference): boolean => all.get(target)?.length !== 0;
  const onward = [...all.values()].map((references) => references.filter(leadsOn));
  return (
    onward.some(haveCommonValue) ||
    (onward.some((references) => references.length > 0) && JSON.stringify(root).includes('"uniqueItems"'))
  );
}

/** With more references, some are assumed to overlap. */
const maxCompared = 100;

function haveCommonValue(references: readonly Reference[]): boolean {
  if (references.length > maxCompared) return true;
  return references.some(({ path }, index) =>
    references.slice(index + 1).some((other) => pathsOverlap(path, other.path)),
  );
}

function pathsOverlap(a: readonly string[], b: readonly string[]): boolean {
  const length = Math.min(a.length, b.length);
  return a.slice(0, length).every((step, index) => step === b[index] || step === "*" || b[index] === "*");
}

function* referencesOf(schema: unknown, path: readonly string[]): Generator<Reference> {
  for (const [keyword, value] of Object.entries(isRecord(schema) ? schema : {})) {
    if (/^\$(?:dynamicR|r)ef$/.test(keyword)) yield { target: String(value), path };
    if (inert.test(keyword)) continue;
    const isNamed = /^(?:properties|prefixItems)$/.test(keyword);
    const parts = Array.isArray(value) || maps.test(keyword) ? Object(value) : { only: value };
    for (const [name, part] of Object.entries(parts as object)) {
      const step = isNamed ? `.${name}` : "*";
      yield* referencesOf(part, sameValue.test(keyword) ? path : [...path, step]);
    }
  }
}
