import type { Ajv } from "ajv";
import { fullFormats } from "../../codegen/formats.js";
import type { AjvParts } from "./ajv-parts.js";
import { addAlternatives } from "./alternative-keywords.js";
import { addErrorLimit } from "./error-limit.js";
import { addEvaluation } from "./evaluating-keywords.js";
import { Evaluation } from "./evaluation.js";
import { addLists } from "./list-keywords.js";
import { addOutcomes } from "./outcome-keywords.js";
import { addReferences } from "./reference-keyword.js";
import { addValues } from "./value-keywords.js";

export { replaceCode } from "./ajv-parts.js";
export { needsMemory } from "./schema-graph.js";

/** What `extendAjv` adds beside the corrected keywords. */
export interface AjvExtensions {
  /** Whether the schemas that are compiled may ask for what is unevaluated. */
  readonly unevaluated: boolean;
}

/** Makes an Ajv compile validators that follow JSON Schema, in time that grows with the input only. */
export function extendAjv(ajv: Ajv, parts: AjvParts, { unevaluated }: AjvExtensions): void {
  const evaluation = unevaluated ? new Evaluation(parts) : undefined;
  // Ajv's own account of it.
  Object.assign(ajv.opts, { unevaluated: false });
  // The one of ajv-formats takes quadratic time.
  if (ajv.formats["url"] !== undefined) ajv.addFormat("url", url());
  addLists(ajv, parts, evaluation);
  addValues(ajv, parts);
  addReferences(ajv, parts, evaluation);
  if (evaluation !== undefined) {
    addEvaluation(ajv, parts, evaluation);
    addAlternatives(ajv, parts, evaluation);
  }
  addOutcomes(ajv, parts);
  addErrorLimit(ajv, parts);
}

function url(): RegExp {
  const { url: pattern } = fullFormats;
  if (!(pattern instanceof RegExp)) throw new TypeError("The format 'url' is not a pattern.");
  return pattern;
}
