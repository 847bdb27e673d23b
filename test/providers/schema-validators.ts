import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const options = {
  strict: false,
  ownProperties: true,
  logger: false,
  meta: false,
  validateSchema: false,
} as const;
const ajv2020 = new Ajv2020(options);
const ajv07 = new Ajv(options);
for (const ajv of [ajv2020, ajv07]) addFormats.default(ajv);

/** The validator of a schema, or undefined if the schema does not compile. */
export function compile(
  schema: JsonSchema,
  draft: "2020-12" | "draft-07" = "2020-12",
): ValidateFunction | undefined {
  try {
    const { $schema: _, $id: __, ...rest } = schema as JsonSchemaObject;
    return (draft === "draft-07" ? ajv07 : ajv2020).compile(rest);
  } catch {
    return undefined;
  }
}

/** Gemini's `nullable` in the terms of JSON Schema. */
export function withoutNullable(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_, value: unknown) => {
    if (typeof value !== "object" || value === null || !("nullable" in value) || value.nullable !== true)
      return value;
    const { nullable: _nullable, ...rest } = value;
    return { anyOf: [rest, { type: "null" }] };
  }) as JsonSchema;
}
