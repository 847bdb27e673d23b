import type { ValidateFunction } from "ajv/dist/2020.js";
import { newAjv2020 } from "../json-schema/ajv-library.js";
import { configSchema, validatorOptions } from "./schemas.js";

/** Validates configurations. Its errors name the violated schema by its path, which keeps the compiled code small. */
export const validateConfig: ValidateFunction = newAjv2020({ ...validatorOptions, verbose: false }).compile(
  configSchema,
);
