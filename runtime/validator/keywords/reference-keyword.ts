import type { Ajv, Code, KeywordCxt } from "ajv";
import { type AjvParts, helper, replaceCode } from "./ajv-parts.js";
import type { Evaluation } from "./evaluating-keywords.js";
import { needsMemory } from "./schema-graph.js";

/** Makes references share results for the same input where this is needed for correctness or speed. */
export function fixReferences(ajv: Ajv, parts: AjvParts, evaluation: Evaluation | undefined): void {
  // The surrounding schema does not know what a dynamic reference evaluates, so its validator could be wrong.
  if (evaluation !== undefined)
    replaceCode(ajv, "$dynamicRef", () => () => {
      throw new Error(
        "`$dynamicRef` cannot be used together with `unevaluatedProperties` or `unevaluatedItems`",
      );
    });
  replaceCode(ajv, "$ref", (original) => (cxt) => {
    const isShared = evaluation !== undefined || needsMemory(cxt.it.schemaEnv.root.schema);
    const target = isShared ? functionOf(cxt, parts) : undefined;
    if (target === undefined) original(cxt);
    else callFunction(cxt, parts, target, evaluation?.collectorOf(cxt));
  });
}

/** The validation function of a reference; undefined if its code is inlined. */
function functionOf(
  { gen, schema, it }: KeywordCxt,
  { codegen: { _ }, compile }: AjvParts,
): Code | undefined {
  const { baseId, schemaEnv, self, validateName } = it;
  const { root } = schemaEnv;
  const reference = schema as string;
  if ((reference === "#" || reference === "#/") && baseId === root.baseId)
    return schemaEnv === root ? validateName : _`${gen.scopeValue("root", { ref: root })}.validate`;
  const target = compile.resolveRef.call(self, root, baseId, reference);
  if (!(target instanceof compile.SchemaEnv)) return undefined;
  return target.validate === undefined
    ? _`${gen.scopeValue("wrapper", { ref: target })}.validate`
    : gen.scopeValue("validate", { ref: target.validate });
}

function callFunction(cxt: KeywordCxt, parts: AjvParts, target: Code, collector: Code | undefined): void {
  const { data, gen, it } = cxt;
  const { _, strConcat } = parts.codegen;
  const anchors = it.opts.dynamicRef ? _`, dynamicAnchors` : _``;
  const location = _`{instancePath: ${strConcat(_`instancePath`, it.errorPath)}, parentData: ${it.parentData}, parentDataProperty: ${it.parentDataProperty}, rootData${anchors}}`;
  const callReference = helper(cxt, parts, "callReference");
  cxt.pass(_`${callReference}(this, ${target}, ${collector ?? _`undefined`}, ${data}, ${location})`, () => {
    const errors = _`${target}.errors`;
    gen.assign(_`vErrors`, _`vErrors === null ? ${errors} : vErrors.concat(${errors})`);
    gen.assign(_`errors`, _`vErrors.length`);
  });
}
