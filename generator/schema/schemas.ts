import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { JsonObject } from "../values/json-object.js";

// Bundles contain these as data with compiled validators (`scripts/compiled-schemas.js`), so no run reads the YAML files.

const { defaults, ...manifest } = readSchema("manifest.yaml");

export const schemaDefinition = readSchema("json-schema.yaml") as { readonly properties: JsonObject };

/** The schema of a manifest, for editors and validation. */
export const manifestSchema: JsonObject = {
  ...manifest,
  definitions: { schema: schemaDefinition },
};

/** The keys that the manifests of a folder may share in a `_defaults.yaml`. */
export const defaultsKeys: readonly string[] = defaults as string[];

export const configSchema: JsonObject = readSchema("config.yaml");

/** Report all errors; each has the violated schema's path, not a copy, to keep the code small. */
export const validatorOptions = {
  allErrors: true,
  strict: false,
  ownProperties: true,
  meta: false,
  validateSchema: false,
} as const;

function readSchema(name: string): JsonObject {
  const text = readFileSync(new URL(name, import.meta.url), "utf8");
  const { parts: _, ...schema } = parse(text, { merge: true, maxAliasCount: -1 }) as JsonObject;
  return schema;
}
