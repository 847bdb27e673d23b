export { formatSize } from "./format-size.js";
export { isDataOfKind } from "./kind-validators.js";
export { summarizeResult } from "./summarize-result.js";
export { isWellKnownKind, wellKnownKinds } from "./well-known-data.js";
export { wellKnownSchemas } from "./well-known-schemas.js";
