export { referenceMark, renderReference, sinceOf, type ReferenceOptions } from "./render-reference.js";
export { staleReference } from "./stale-reference.js";
