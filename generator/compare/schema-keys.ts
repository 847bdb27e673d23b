import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { localReference } from "../json-schema/local-reference.js";
import { isSchemaObject, schemaMap } from "../json-schema/schema-values.js";
import { withoutAnnotations } from "../json-schema/without-annotations.js";
import { jsonKey } from "../values/json-object.js";

/** Serializes a schema. */
export type SchemaKey = (schema: JsonSchema) => string;

/** Functions that serialize the schemas of two roots; only equivalent schemas have the same text. */
export function schemaKeys(one: JsonSchemaObject, other: JsonSchemaObject): readonly [SchemaKey, SchemaKey] {
  const textOf = remember((schema: JsonSchema) =>
    jsonKey(withoutAnnotations(isSchemaObject(schema) ? { ...schema, $defs: undefined } : schema)),
  );
  const changed = changedReferences(one, other, textOf);
  const keyIn = (root: JsonSchemaObject, mark: string): SchemaKey => {
    const keyOf = remember((schema: JsonSchema): string => {
      const text = textOf(schema);
      const [, alias = "null"] = /^\{"\$ref":("[^"]+")\}$/.exec(text) ?? [];
      const target = localReference(root, JSON.parse(alias));
      if (target !== undefined) return keyOf(target);
      return text.replaceAll(/"#\/\$defs\/[^"]+"/g, (name) => (changed.has(name) ? mark + name : name));
    });
    return keyOf;
  };
  return [keyIn(one, "1"), keyIn(other, "2")];
}

/** The references, as JSON, to definitions that differ between two roots, or that reference such a definition. */
function changedReferences(
  one: JsonSchemaObject,
  other: JsonSchemaObject,
  textOf: SchemaKey,
): ReadonlySet<string> {
  const [own = new Map<string, string>(), theirs = own] = [one, other].map(
    (root) =>
      new Map(
        schemaMap(root["$defs"]).map(([name, schema]) => [JSON.stringify(`#/$defs/${name}`), textOf(schema)]),
      ),
  );
  const names = [...own.keys(), ...theirs.keys()];
  const changed = new Set(names.filter((name) => own.get(name) !== theirs.get(name)));
  // The loop also visits what it adds.
  for (const name of changed) for (const [user, text] of own) if (text.includes(name)) changed.add(user);
  return changed;
}

/** Calls a function once for each argument. */
export function remember<Argument, Result>(
  make: (argument: Argument) => Result,
): (argument: Argument) => Result {
  const known = new Map<Argument, Result>();
  return (argument) => {
    const result = known.get(argument) ?? make(argument);
    known.set(argument, result);
    return result;
  };
}
