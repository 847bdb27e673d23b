import type { JsonSchemaObject } from "@toolkiln/runtime";
import { mapSchemas } from "@toolkiln/runtime/json";
import { describe } from "../schema/phrase-keyword.js";
import type { Loss } from "../written-schema.js";

/** Maps each property name that a provider rejects to a valid one, which replaces it everywhere. */
export function sentNames(root: JsonSchemaObject, legal: RegExp | undefined): ReadonlyMap<string, string> {
  const sent = new Map<string, string>();
  if (legal === undefined) return sent;
  const names = new Set<string>();
  mapSchemas(root, (schema: JsonSchemaObject) => {
    for (const name of Object.keys(schema.properties ?? {})) names.add(name);
    return schema;
  });
  const taken = new Set(names);
  for (const name of names) {
    if (legal.test(name)) continue;
    const letters = name.replaceAll(/[^A-Za-z0-9_]+/g, "_").slice(0, 56);
    const free = freeName(/^[A-Za-z_]/.test(letters) ? letters : `p_${letters}`, taken);
    taken.add(free);
    sent.set(name, free);
  }
  return sent;
}

/** The name itself; if taken, with the first free number appended. */
function freeName(base: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}_${number}`;
    if (!taken.has(name)) return name;
  }
}

/** A property with its sent name; the description of a renamed one keeps the original name. */
export function renameProperty(
  name: string,
  schema: JsonSchemaObject,
  pointer: string,
  names: ReadonlyMap<string, string>,
  losses: Loss[],
): [name: string, schema: JsonSchemaObject] {
  const sentName = names.get(name);
  if (sentName === undefined) return [name, schema];
  const note = `stands for ${JSON.stringify(name)}`;
  losses.push({ pointer, keyword: "properties", effect: "reshaped", note });
  return [sentName, { ...schema, description: describe(schema.description, [note]) }];
}
