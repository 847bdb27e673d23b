export { referenceMark, renderReference, sinceOf } from "./render-reference.js";
export { staleReference } from "./stale-reference.js";
export type { ReferenceOptions } from "./tool-page.js";
