import type { ValidateFunction } from "ajv/dist/2020.js";
import { newAjv2020 } from "../json-schema/ajv-library.js";
import { defaultsSchema, manifestSchema, validatorOptions } from "./schemas.js";

const ajv = newAjv2020(validatorOptions);

/** Validates manifests. */
export const validateManifest: ValidateFunction = ajv.compile(manifestSchema);

/** Validates the defaults of a folder. */
export const validateDefaults: ValidateFunction = ajv.compile(defaultsSchema);
