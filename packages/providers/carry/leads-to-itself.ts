import { isRecord } from "@toolkiln/runtime/json";
import { resolvePointer } from "../schema/schema-node.js";

/** Whether following a reference can lead back to the same reference. */
export function leadsToItself(reference: string, root: unknown): boolean {
  const seen = new Set<string>();
  const open = referencesIn(resolvePointer(root, reference));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === reference) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...referencesIn(resolvePointer(root, next)));
  }
  return false;
}

/** Every reference inside a schema; `#` contains them all. */
function referencesIn(schema: unknown): string[] {
  const found: string[] = [];
  const open: unknown[] = [schema];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) open.push(...value.filter((item) => item !== undefined));
    else if (isRecord(value)) {
      for (const [key, inner] of Object.entries(value)) {
        if (key === "$ref" && typeof inner === "string") found.push(inner);
        else if (key !== "$defs" && key !== "definitions") open.push(inner ?? null);
      }
    }
  }
  return found;
}
