import type { JsonSchemaObject } from "@toolkiln/runtime";
import { isSchema } from "../../json-schema/schema-values.js";
import type { Part } from "./conjunction.js";

type Atom = Part<JsonSchemaObject>;

/** Keywords that may evaluate parts of a value without leaving a trace in what is merged. */
const unseen = ["if", "dependentSchemas"];
const evaluatesItems = [...unseen, "items", "contains"];
const evaluatesProperties = [...unseen, "additionalProperties", "patternProperties"];

/** What `unevaluatedItems` asks of the items behind every prefix; nothing when they may be evaluated elsewhere. */
export function unevaluatedItems(atoms: readonly Atom[]): readonly Part[] {
  const asking = atoms.filter(({ schema }) => isSchema(schema["unevaluatedItems"]));
  const [only] = asking;
  if (only === undefined || asking.length > 1 || have(atoms, evaluatesItems)) return [];
  const asked = only.schema["unevaluatedItems"];
  return isSchema(asked) ? [{ schema: asked, filled: only.filled }] : [];
}

/** Whether `unevaluatedProperties: false` closes what merging has found. */
export function isClosedByEvaluation(atoms: readonly Atom[]): boolean {
  const asked = atoms.flatMap(({ schema }) => schema["unevaluatedProperties"] ?? []);
  return asked.length > 0 && asked.every((value) => value === false) && !have(atoms, evaluatesProperties);
}

/** Schemas without what depends on all that is evaluated, for a type that shows only a part of that. */
export function withoutEvaluation(atoms: readonly Atom[]): readonly Atom[] {
  return atoms.map(({ schema, filled }) => {
    const { unevaluatedItems: _items, unevaluatedProperties: _properties, ...others } = schema;
    return { schema: others, filled };
  });
}

function have(atoms: readonly Atom[], keywords: readonly string[]): boolean {
  return atoms.some(({ schema }) => keywords.some((key) => key in schema));
}
