import type { ValidateFunction } from "ajv/dist/2020.js";
import { newAjv2020 } from "../json-schema/schema-compiler.js";
import { configSchema, validatorOptions } from "./schemas.js";

export const validateConfig: ValidateFunction = newAjv2020(validatorOptions).compile(configSchema);
