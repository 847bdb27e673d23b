import type { JsonSchemaObject } from "@toolkiln/runtime";
import { visitSchemas } from "../schema/map-schemas.js";
import { freeName } from "../tool-name.js";

/** Valid names for properties with names that a provider rejects. A property has the same name everywhere. */
export function sentNames(root: JsonSchemaObject, legal: RegExp | undefined): ReadonlyMap<string, string> {
  const sent = new Map<string, string>();
  if (legal === undefined) return sent;
  const names = new Set<string>();
  visitSchemas(root, ({ properties = {} }) => Object.keys(properties).forEach((name) => names.add(name)));
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
