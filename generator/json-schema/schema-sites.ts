import type { ManifestPath } from "../read/manifest-source.js";
import { isJsonObject } from "../values/json-object.js";

export type SchemaRole = "parameters" | "data" | "condition";

export interface SchemaSite {
  readonly role: SchemaRole;
  readonly schema: unknown;
  readonly path: ManifestPath;
}

/** The schemas of a manifest, valid or not. */
export function schemaSites(manifest: unknown): SchemaSite[] {
  if (!isJsonObject(manifest)) return [];
  const sites: SchemaSite[] = [];
  const { schema, result, rules } = manifest;
  if (schema !== undefined) sites.push({ role: "parameters", schema, path: ["schema"] });
  if (isJsonObject(result) && result["data"] !== undefined)
    sites.push({ role: "data", schema: result["data"], path: ["result", "data"] });
  if (Array.isArray(rules)) {
    rules.forEach((rule: unknown, index) => {
      if (!isJsonObject(rule)) return;
      const { when, whenSchema } = rule;
      if (whenSchema !== undefined)
        sites.push({ role: "condition", schema: whenSchema, path: ["rules", index, "whenSchema"] });
      if (!isJsonObject(when)) return;
      for (const [parameter, condition] of Object.entries(when))
        sites.push({ role: "condition", schema: condition, path: ["rules", index, "when", parameter] });
    });
  }
  return sites;
}
