export { byteLength, describePart } from "../result/describe-part.js";
export { contentParts, toModelParts } from "./content-parts.js";
export { formatSize } from "./format-size.js";
export { inferView } from "./infer-view.js";
export { isDataOfKind, isWellKnownResult } from "./kind-validators.js";
export { normalizeResult } from "./normalize-result.js";
export { summarizeResult } from "./summarize-result.js";
export { isWellKnownKind, wellKnownKinds } from "./well-known-data.js";
export { wellKnownSchemas } from "./well-known-schemas.js";
