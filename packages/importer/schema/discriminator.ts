import { isRecord } from "@toolkiln/runtime/json";
import type { MutableObject, Part } from "../source/part.js";

/**
 * OpenAPI tells alternatives apart by a property whose values only `discriminator` lists. JSON Schema needs them in the
 * alternatives, or several would match.
 */
export function addDiscriminator(part: Part, converted: MutableObject): void {
  const { value } = part.get("discriminator");
  const property = isRecord(value) ? value["propertyName"] : value;
  if (typeof property !== "string") return;
  const mapping = part.get("discriminator", "mapping").record;
  for (const keyword of ["oneOf", "anyOf"]) {
    const branches = converted[keyword];
    if (!Array.isArray(branches)) continue;
    converted[keyword] = branches.map((branch: unknown, index) => {
      const original = part.get(keyword, index);
      const reference = original.record["$ref"];
      if (typeof reference !== "string" || !isRecord(branch)) return branch;
      const own = original.follow().get("properties", property).record;
      if (own["const"] !== undefined || own["enum"] !== undefined) return branch;
      const values = literalsOf(reference, mapping);
      const literal = values.length === 1 ? { const: values[0] } : { enum: values };
      return part.mark({ ...branch, properties: { [property]: literal }, required: [property] });
    });
  }
}

/** The values that stand for a schema: those that the mapping gives it, or its name. */
function literalsOf(reference: string, mapping: Readonly<Record<string, unknown>>): string[] {
  const name = reference.split("/").at(-1) ?? reference;
  const mapped = Object.entries(mapping).filter(([, target]) => target === reference || target === name);
  return mapped.length === 0 ? [name] : mapped.map(([value]) => value);
}
