import type { JsonSchemaObject } from "@toolkiln/runtime";
import { isSchema } from "../../json-schema/schema-values.js";
import type { Part } from "./conjunction.js";

type Atom = Part<JsonSchemaObject>;

/** Keywords that may evaluate parts of a value but are not part of the merged schema. */
const unmerged = ["if", "dependentSchemas"];
const evaluatesItems = [...unmerged, "items", "contains"];
const evaluatesProperties = [...unmerged, "additionalProperties", "patternProperties"];

/** The `unevaluatedItems` schemas for items after every prefix; none when other keywords may evaluate them. */
export function unevaluatedItems(atoms: readonly Atom[]): readonly Part[] {
  const sources = atoms.filter(({ schema }) => isSchema(schema["unevaluatedItems"]));
  const [only] = sources;
  if (only === undefined || sources.length > 1 || hasAny(atoms, evaluatesItems)) return [];
  const found = only.schema["unevaluatedItems"];
  return isSchema(found) ? [{ schema: found, filled: only.filled }] : [];
}

/** Whether `unevaluatedProperties: false` closes the merged object. */
export function isClosedByEvaluation(atoms: readonly Atom[]): boolean {
  const found = atoms.flatMap(({ schema }) => schema["unevaluatedProperties"] ?? []);
  return found.length > 0 && found.every((value) => value === false) && !hasAny(atoms, evaluatesProperties);
}

/** Removes the `unevaluated…` keywords, for a type that covers only some of the schemas. */
export function withoutEvaluation(atoms: readonly Atom[]): readonly Atom[] {
  return atoms.map(({ schema, filled }) => {
    const { unevaluatedItems: _items, unevaluatedProperties: _properties, ...others } = schema;
    return { schema: others, filled };
  });
}

function hasAny(atoms: readonly Atom[], keywords: readonly string[]): boolean {
  return atoms.some(({ schema }) => keywords.some((key) => key in schema));
}
