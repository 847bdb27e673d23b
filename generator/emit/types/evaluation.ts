import type { JsonSchemaObject } from "@toolkiln/runtime";
import { isSchema } from "../../json-schema/schema-values.js";
import type { Part } from "./conjunction.js";

type Atom = Part<JsonSchemaObject>;

/** Keywords that may evaluate parts of a value but are not part of the merged schema. */
const unseen = ["if", "dependentSchemas"];
const evaluatesItems = [...unseen, "items", "contains"];
const evaluatesProperties = [...unseen, "additionalProperties", "patternProperties"];

/** The `unevaluatedItems` schemas for items after every prefix; none when other keywords may evaluate them. */
export function unevaluatedItems(atoms: readonly Atom[]): readonly Part[] {
  const asking = atoms.filter(({ schema }) => isSchema(schema["unevaluatedItems"]));
  const [only] = asking;
  if (only === undefined || asking.length > 1 || have(atoms, evaluatesItems)) return [];
  const asked = only.schema["unevaluatedItems"];
  return isSchema(asked) ? [{ schema: asked, filled: only.filled }] : [];
}

/** Whether `unevaluatedProperties: false` closes the merged object. */
export function isClosedByEvaluation(atoms: readonly Atom[]): boolean {
  const asked = atoms.flatMap(({ schema }) => schema["unevaluatedProperties"] ?? []);
  return asked.length > 0 && asked.every((value) => value === false) && !have(atoms, evaluatesProperties);
}

/** Removes the `unevaluated…` keywords, for a type that covers only some of the schemas. */
export function withoutEvaluation(atoms: readonly Atom[]): readonly Atom[] {
  return atoms.map(({ schema, filled }) => {
    const { unevaluatedItems: _items, unevaluatedProperties: _properties, ...others } = schema;
    return { schema: others, filled };
  });
}

function have(atoms: readonly Atom[], keywords: readonly string[]): boolean {
  return atoms.some(({ schema }) => keywords.some((key) => key in schema));
}
