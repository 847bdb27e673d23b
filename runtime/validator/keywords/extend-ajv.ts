import type { Ajv } from "ajv";
import { url } from "../../codegen/formats.js";
import type { AjvParts } from "./ajv-parts.js";
import { fixLists, fixLoops, fixValues } from "./corrected-keywords.js";
import { addAlternatives, addEvaluation, Evaluation } from "./evaluating-keywords.js";
import { fixReferences } from "./reference-keyword.js";

export { replaceCode } from "./ajv-parts.js";
export { needsMemory } from "./schema-graph.js";

/** The options of `extendAjv`. */
export interface AjvExtensions {
  /** Whether the schemas may contain `unevaluated…`. */
  readonly unevaluated: boolean;
}

/** Makes Ajv compile validators that follow JSON Schema and run in linear time. */
export function extendAjv(ajv: Ajv, parts: AjvParts, { unevaluated }: AjvExtensions): void {
  const evaluation = unevaluated ? new Evaluation(parts) : undefined;
  // Disables Ajv's own tracking of evaluated properties and items.
  Object.assign(ajv.opts, { unevaluated: false });
  // The format `url` of ajv-formats takes quadratic time.
  if (ajv.formats["url"] !== undefined) ajv.addFormat("url", url);
  fixLists(ajv, parts, evaluation);
  fixValues(ajv, parts);
  fixReferences(ajv, parts, evaluation);
  if (evaluation !== undefined) {
    addEvaluation(ajv, parts, evaluation);
    addAlternatives(ajv, parts, evaluation);
  }
  fixLoops(ajv, parts);
}
