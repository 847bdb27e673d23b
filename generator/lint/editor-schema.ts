import { isJsonObject, type JsonObject } from "../model/json-object.js";
import { manifestSchema } from "./manifest-schema.js";

/** The schema that editors complete and check manifests with: the one that `lint` uses, without what only it reads. */
export function editorSchema(categories: readonly string[] = []): JsonObject {
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "toolkiln manifest",
    description: "A tool that language models call, described once.",
    ...withoutOwnKeywords(manifestSchema(categories)),
  };
}

function withoutOwnKeywords(schema: JsonObject): JsonObject {
  const { "x-expected": _expected, "x-code": _code, "x-suggest": suggested, ...rest } = schema;
  const entries = Object.entries(rest).map(([keyword, value]) => [keyword, clean(value)] as const);
  return {
    ...Object.fromEntries(entries),
    // Editors complete an `enum`; the empty schema beside it allows every other value.
    ...(suggested !== undefined && { anyOf: [{ enum: suggested }, {}] }),
  };
}

function clean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(clean);
  return isJsonObject(value) ? withoutOwnKeywords(value) : value;
}
