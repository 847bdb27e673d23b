import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { JsonObject } from "../values/json-object.js";

// Bundles have these as data and their validators compiled (`scripts/compiled-schemas.js`), so no run reads the YAML files.

const { defaults, ...manifest } = readSchema("manifest.yaml");
const { properties, ...rest } = manifest as { readonly properties: JsonObject };

/** A JSON Schema inside a manifest. */
export const schemaDefinition = readSchema("json-schema.yaml") as { readonly properties: JsonObject };

/** The schema of a manifest, for editors and `lint`. */
export const manifestSchema: JsonObject = {
  ...rest,
  properties,
  definitions: { schema: schemaDefinition },
};

/** The schema of a `_defaults.yaml`: the keys that the manifests of a folder may share. */
export const defaultsSchema: JsonObject = {
  ...manifestSchema,
  required: [],
  properties: Object.fromEntries((defaults as string[]).map((key) => [key, properties[key]])),
};

/** The schema of a `toolkiln.config` file. */
export const configSchema: JsonObject = readSchema("config.yaml");

/** How these schemas are compiled: every error is reported, with the schema that it violates. */
export const validatorOptions = {
  allErrors: true,
  strict: false,
  verbose: true,
  ownProperties: true,
  meta: false,
  validateSchema: false,
} as const;

function readSchema(name: string): JsonObject {
  const text = readFileSync(new URL(name, import.meta.url), "utf8");
  const { parts: _, ...schema } = parse(text, { merge: true, maxAliasCount: -1 }) as JsonObject;
  return schema;
}
