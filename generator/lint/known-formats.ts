import { fullFormats } from "ajv-formats/dist/formats.js";

/** The formats of text that validators check. */
export const knownFormats: readonly string[] = Object.keys(fullFormats);
