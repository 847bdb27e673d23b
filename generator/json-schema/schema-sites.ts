import type { ManifestPath } from "../read/manifest-source.js";
import { isJsonObject, itemsOf, valueAt } from "../values/json-object.js";

export type SiteRole = "parameters" | "data" | "condition";

export interface SchemaSite {
  readonly role: SiteRole;
  readonly schema: unknown;
  readonly path: ManifestPath;
}

/** The schemas of a manifest, valid or not. */
export function schemaSites(manifest: unknown): SchemaSite[] {
  const site = (role: SiteRole, ...path: ManifestPath): SchemaSite => {
    return { role, schema: valueAt(manifest, path), path };
  };
  const conditions = [...itemsOf(valueAt(manifest, ["rules"]))].flatMap(([index, rule]) => {
    const when = valueAt(rule, ["when"]);
    const parameters = isJsonObject(when) ? Object.keys(when) : [];
    return [
      site("condition", "rules", index, "whenSchema"),
      ...parameters.map((name) => site("condition", "rules", index, "when", name)),
    ];
  });
  const sites = [site("parameters", "schema"), site("data", "result", "data"), ...conditions];
  return sites.filter(({ schema }) => schema !== undefined);
}
