// Generates the TypeScript types of manifests and configurations from their JSON Schemas.
import { compile } from "json-schema-to-typescript";

/** The keywords that affect a type or its doc comments. */
const kept = new Set("type enum const properties required items additionalProperties description".split(" "));

const options = { bannerComment: "", additionalProperties: false, style: { printWidth: 110 } };

/** The module that declares the type of a manifest. */
export function manifestType(schema) {
  return moduleOf("Manifest", "manifest.yaml", schema, [
    'import type { JsonSchemaObject, JsonValue } from "@toolkiln/runtime";',
  ]);
}

/** The module that declares the type of a configuration. */
export function configType(schema) {
  return moduleOf("ToolkilnConfig", "config.yaml", schema, [
    'import type { ProviderName, TargetSettings } from "@toolkiln/providers";',
    'import type { ProjectConfig } from "../../config.js";',
  ]);
}

async function moduleOf(name, source, schema, imports) {
  const head = `// Written by \`npm run schema\` from schema/${source}. Do not edit.`;
  return [head, ...imports, "", await compile(typed(schema), name, options)].join("\n");
}

/** Removes keywords that do not affect the type. */
function typed(schema) {
  if (typeof schema !== "object") return schema;
  const { description, tsType, type, patternProperties, properties, items, additionalProperties } = schema;
  const documented = description === undefined ? {} : { description };
  if (tsType !== undefined) return { ...documented, tsType };
  if (type === undefined && schema.enum === undefined && schema.const === undefined)
    return { ...documented, tsType: "unknown" };
  // The known keys of such a mapping have the same type as all others.
  if (patternProperties !== undefined)
    return {
      ...documented,
      type: "object",
      additionalProperties: typed(Object.values(patternProperties)[0]),
    };
  return {
    ...Object.fromEntries(Object.entries(schema).filter(([keyword]) => kept.has(keyword))),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, typed(property)]),
      ),
    }),
    ...(items && { items: typed(items) }),
    ...(additionalProperties && { additionalProperties: typed(additionalProperties) }),
  };
}
