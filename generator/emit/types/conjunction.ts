import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { localReference } from "../../json-schema/local-reference.js";
import { isSchema, schemaList } from "../../json-schema/schema-values.js";

/** A schema that applies to a value, and whether its defaults are filled in there. */
export interface Part<Schema extends JsonSchema = JsonSchema> {
  readonly schema: Schema;
  readonly filled: boolean;
}

/** A part whose schema is an object. */
export type Atom = Part<JsonSchemaObject>;

/** Schemas that all apply to one value, split into parts that can be merged. */
export interface Conjunction {
  /** Schemas that must all match; their references and combinators are resolved. */
  readonly atoms: readonly Atom[];
  /** One schema of each list must match. */
  readonly choices: readonly (readonly Part[])[];
  /** References that are recursive, or that get a name instead of being merged. */
  readonly unmerged: readonly Atom[];
  readonly merged: ReadonlySet<string>;
  readonly impossible: boolean;
}

/** Keywords that a type depends on; all others are left to the validator. */
const structural = new Set(
  (
    "$ref type enum const properties patternProperties additionalProperties unevaluatedProperties propertyNames " +
    "required items prefixItems unevaluatedItems minItems maxItems allOf anyOf oneOf"
  ).split(" "),
);

export function structuralKeywords(schema: JsonSchemaObject): string[] {
  return Object.keys(schema).filter((key) => structural.has(key));
}

/** Whether a reference is the only keyword that affects the type. */
export function isPureReference(schema: JsonSchema): schema is JsonSchemaObject & { $ref: string } {
  if (typeof schema !== "object" || typeof schema["$ref"] !== "string") return false;
  return structuralKeywords(schema).length === 1;
}

/**
 * Splits schemas: merges references and `allOf`, and lists the alternatives of `anyOf` and `oneOf`. Without
 * `mergesReferences`, all references stay unmerged.
 */
export function expand(
  root: JsonSchemaObject,
  parts: readonly Part[],
  merging: ReadonlySet<string>,
  mergesReferences = true,
): Conjunction {
  const atoms: Atom[] = [];
  const choices: (readonly Part[])[] = [];
  const unmerged: Atom[] = [];
  const merged = new Set(merging);
  let impossible = false;
  const visit = ({ schema, filled }: Part): void => {
    if (schema === false) impossible = true;
    if (typeof schema !== "object") return;
    atoms.push({ schema, filled });
    const { $ref } = schema;
    if (typeof $ref === "string") {
      const target = localReference(root, $ref);
      if (merged.has($ref) || !mergesReferences) unmerged.push({ schema: { $ref }, filled });
      else if (target !== undefined) {
        merged.add($ref);
        visit({ schema: target, filled });
      }
    }
    for (const member of schemaList(schema["allOf"])) visit({ schema: member, filled });
    // No defaults inside alternatives: the matching one is known only after validation.
    for (const key of ["anyOf", "oneOf"]) {
      const members = schemaList(schema[key]);
      if (members.length > 0) choices.push(members.map((member) => ({ schema: member, filled: false })));
    }
  };
  for (const part of parts) visit(part);
  return { atoms, choices, unmerged, merged, impossible };
}

/** Keywords that may evaluate parts of a value but are not part of the merged schema. */
const conditional = ["if", "dependentSchemas"];
const evaluatesItems = [...conditional, "items", "contains"];
const evaluatesProperties = [...conditional, "additionalProperties", "patternProperties"];

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
