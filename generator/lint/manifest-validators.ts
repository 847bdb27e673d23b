import type { ValidateFunction } from "ajv/dist/2020.js";
import { newAjv2020 } from "../json-schema/ajv-library.js";
import { defaultsSchema, manifestSchema, manifestValidatorOptions } from "./manifest-schema.js";

// The bundle has these two compiled at build time (`scripts/bundle-generator.js`), so that linting does not compile them.

let compiled: { readonly manifest: ValidateFunction; readonly defaults: ValidateFunction } | undefined;

/** The validators of manifests and of a folder's defaults. They report every error, with the schema that it violates. */
export function manifestValidators(): NonNullable<typeof compiled> {
  if (compiled !== undefined) return compiled;
  const ajv = newAjv2020(manifestValidatorOptions);
  compiled = { manifest: ajv.compile(manifestSchema()), defaults: ajv.compile(defaultsSchema()) };
  return compiled;
}
