import { registerSchema, unregisterSchema, validate } from "@hyperjump/json-schema/draft-2020-12";
import type { JsonSchema } from "@toolkiln/runtime";

const dialect = "https://json-schema.org/draft/2020-12/schema";
const address = "https://toolkiln.test/schema";

/** A validator that shares no code with Ajv; it passes the whole official test suite. */
export async function referenceValidator(schema: JsonSchema): Promise<(data: unknown) => boolean> {
  registerSchema(structuredClone(schema) as Parameters<typeof registerSchema>[0], address, dialect);
  try {
    const validator = await validate(address);
    return (data) => validator(data as Parameters<typeof validator>[0]).valid;
  } finally {
    unregisterSchema(address);
  }
}
