import { isRecord } from "@toolkiln/runtime/json";
import type { SourcePlace } from "../import-report.js";
import type { MutableObject } from "../imported-tool.js";
import type { SchemaContext } from "./convert-schema.js";

type Source = Readonly<Record<string, unknown>>;

/**
 * OpenAPI tells alternatives apart by a property whose values only `discriminator` lists. JSON Schema needs them in the
 * alternatives, or several would match.
 */
export function addDiscriminator(
  schema: Source,
  converted: MutableObject,
  place: SourcePlace,
  context: SchemaContext,
): void {
  const { discriminator } = schema;
  const property = isRecord(discriminator) ? discriminator["propertyName"] : discriminator;
  if (typeof property !== "string") return;
  const mapping =
    isRecord(discriminator) && isRecord(discriminator["mapping"]) ? discriminator["mapping"] : {};
  for (const keyword of ["oneOf", "anyOf"]) {
    const [branches, originals] = [converted[keyword], schema[keyword]];
    if (!Array.isArray(branches) || !Array.isArray(originals)) continue;
    converted[keyword] = branches.map((branch: unknown, index) => {
      const original: unknown = originals[index];
      const reference = isRecord(original) ? original["$ref"] : undefined;
      if (typeof reference !== "string" || !isRecord(branch)) return branch;
      if (hasLiteral(context.target?.(reference, place), property)) return branch;
      const values = literalsOf(reference, mapping);
      const narrowed = {
        ...branch,
        properties: { [property]: values.length === 1 ? { const: values[0] } : { enum: values } },
        required: [property],
      };
      context.report.remember(narrowed, place);
      return narrowed;
    });
  }
}

/** Whether an alternative says itself which values it stands for. */
function hasLiteral(target: unknown, property: string): boolean {
  const properties = isRecord(target) ? target["properties"] : undefined;
  const found =
    isRecord(properties) && Object.hasOwn(properties, property) ? properties[property] : undefined;
  return isRecord(found) && (found["const"] !== undefined || found["enum"] !== undefined);
}

/** The values that stand for a schema: those that the mapping gives it, or its name. */
function literalsOf(reference: string, mapping: Source): string[] {
  const name = reference.split("/").at(-1) ?? reference;
  const mapped = Object.entries(mapping).filter(([, target]) => target === reference || target === name);
  return mapped.length === 0 ? [name] : mapped.map(([value]) => value);
}
