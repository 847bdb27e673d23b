import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { localReference } from "../../json-schema/local-reference.js";
import { schemaList } from "../../json-schema/schema-values.js";

/** A schema that applies at some place, and whether the defaults in it are filled in there. */
export interface Part<Schema extends JsonSchema = JsonSchema> {
  readonly schema: Schema;
  readonly filled: boolean;
}

/** Several schemas that all apply at one place, taken apart into what can be merged. */
export interface Conjunction {
  /** Schemas whose own keywords all hold; references and combinations in them are spent. */
  readonly atoms: readonly Part<JsonSchemaObject>[];
  /** Of each list one schema (at least) holds. */
  readonly choices: readonly (readonly Part[])[];
  /** References that lead back to where they stand, or are better named than merged. */
  readonly recursive: readonly Part<JsonSchemaObject>[];
  /** References that were merged on the way. */
  readonly merged: ReadonlySet<string>;
  /** Whether one of the schemas is `false`. */
  readonly impossible: boolean;
}

/** Keywords that a type depends on; all others are left to the validator. */
const structural = new Set(
  (
    "$ref type enum const properties patternProperties additionalProperties unevaluatedProperties propertyNames " +
    "required items prefixItems unevaluatedItems minItems maxItems allOf anyOf oneOf"
  ).split(" "),
);

/** The keywords of a schema that its type depends on. */
export function structuralKeywords(schema: JsonSchemaObject): string[] {
  return Object.keys(schema).filter((key) => structural.has(key));
}

/** Whether a schema is, as far as types go, nothing but a reference. */
export function isPureReference(schema: JsonSchema): schema is JsonSchemaObject & { $ref: string } {
  if (typeof schema !== "object" || typeof schema["$ref"] !== "string") return false;
  return structuralKeywords(schema).length === 1;
}

/**
 * Takes schemas apart: merges references and `allOf`, and lists the choices that `anyOf` and `oneOf` leave. References
 * need not be merged; those that are not count as recursive.
 */
export function expand(
  root: JsonSchemaObject,
  parts: readonly Part[],
  merging: ReadonlySet<string>,
  mergesReferences = true,
): Conjunction {
  const atoms: Part<JsonSchemaObject>[] = [];
  const choices: (readonly Part[])[] = [];
  const recursive: Part<JsonSchemaObject>[] = [];
  const merged = new Set(merging);
  let impossible = false;
  const visit = ({ schema, filled }: Part): void => {
    if (schema === false) impossible = true;
    if (typeof schema !== "object") return;
    atoms.push({ schema, filled });
    const { $ref } = schema;
    if (typeof $ref === "string") {
      const target = localReference(root, $ref);
      if (merged.has($ref) || !mergesReferences) recursive.push({ schema: { $ref }, filled });
      else if (target !== undefined) {
        merged.add($ref);
        visit({ schema: target, filled });
      }
    }
    for (const member of schemaList(schema["allOf"])) visit({ schema: member, filled });
    // No default is filled in below a choice: which alternative holds is known only afterwards.
    for (const key of ["anyOf", "oneOf"]) {
      const members = schemaList(schema[key]);
      if (members.length > 0) choices.push(members.map((member) => ({ schema: member, filled: false })));
    }
  };
  for (const part of parts) visit(part);
  return { atoms, choices, recursive, merged, impossible };
}
