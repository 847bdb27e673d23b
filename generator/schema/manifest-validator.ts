import type { ValidateFunction } from "ajv/dist/2020.js";
import { newAjv2020 } from "../json-schema/schema-compiler.js";
import { manifestSchema, validatorOptions } from "./schemas.js";

export const validateManifest: ValidateFunction = newAjv2020(validatorOptions).compile(manifestSchema);
