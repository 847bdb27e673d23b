import type { JsonSchemaObject } from "@toolkiln/runtime";
import { schemaMap } from "../json-schema/schema-values.js";
import { withoutAnnotations } from "../json-schema/without-annotations.js";
import { jsonKey } from "../values/json-object.js";

/** The reference to the root of a normalized schema. */
export const rootReference = { $ref: "#/$defs/(root)" };

/**
 * Converts two schemas so that subschemas with the same text are equivalent: without annotations, and with the root as
 * a definition, so that references to it also resolve in a part of the schema.
 */
export function normalizeSchemas(schemas: readonly JsonSchemaObject[]): readonly JsonSchemaObject[] {
  const roots = schemas.map(({ $defs, ...root }) =>
    withoutAnnotations({ $defs: { ...Object($defs), "(root)": root } }, (schema) =>
      schema["$ref"] === "#" ? { ...schema, ...rootReference } : schema,
    ),
  );
  const [own = new Map<string, string>(), other = own] = roots.map(
    ({ $defs }) => new Map(schemaMap($defs).map(([name, schema]) => [`#/$defs/${name}`, jsonKey(schema)])),
  );
  const changed = new Set<unknown>(
    [...own.keys(), ...other.keys()].filter((name) => own.get(name) !== other.get(name)),
  );
  // The loop also visits what it adds.
  for (const name of changed)
    for (const [user, text] of own) if (text.includes(JSON.stringify(name))) changed.add(user);
  // `$comment` distinguishes references to different definitions with the same name.
  return roots.map((root, version) =>
    withoutAnnotations(root, (schema) =>
      changed.has(schema["$ref"]) ? { ...schema, $comment: String(version) } : schema,
    ),
  );
}

/** Calls a function once for each argument. */
export function memoize<Argument, Result>(
  make: (argument: Argument) => Result,
): (argument: Argument) => Result {
  const known = new Map<Argument, Result>();
  return (argument) => {
    const result = known.get(argument) ?? make(argument);
    known.set(argument, result);
    return result;
  };
}
