import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { unescapeStep } from "../../json-schema/pointer-step.js";
import { isSchemaObject } from "../../json-schema/schema-values.js";
import { valueAt } from "../../values/json-object.js";
import { stringLiteral } from "../literal.js";
import { printTokens, tokenize, type Found, type Token } from "./rewrite-code.js";

/** Keywords that the runtime's description of a schema covers; their parameters are in the schema. */
const described =
  /^(?:type|enum|const|pattern|format|multipleOf|minimum|maximum|exclusiveM(?:in|ax)imum|m(?:in|ax)(?:Length|Items))$/;

/** Keywords whose parameters fully describe an error. */
const selfExplanatory = /^(?:required|dependentRequired|additionalProperties|unevaluatedProperties)$/;

/**
 * The `fail` call for an Ajv error, with only what callers cannot find in the schema. `base` is the schema's pointer in
 * the whole input schema. Undefined when the schema has no such keyword.
 */
export function failCall(error: Found, schema: JsonSchema, base: string): Token[] | undefined {
  const pointer = JSON.parse(printTokens(error.get("$pointer"))) as string;
  const steps = pointer
    .split("/")
    .slice(1)
    .map((step) => unescapeStep(decodeURIComponent(step)));
  const keyword = steps.pop() ?? "";
  const parent = valueAt(schema, steps);
  if (!isSchemaObject(parent) || parent[keyword] === undefined) return undefined;
  const params = described.test(keyword) ? ", {}" : ", $params";
  const isClear = described.test(keyword) && hasDescription(parent);
  const details = isClear ? "" : selfExplanatory.test(keyword) ? params : `${params}, $message`;
  return tokenize(
    `errors = fail(vErrors ??= [], $path, ${stringLiteral(base + pointer.slice(1))}${details});`,
  );
}

/** Whether the runtime describes a schema as a whole. */
function hasDescription({ $ref, type = [], const: only, enum: values }: JsonSchemaObject): boolean {
  return $ref === undefined && (only !== undefined || values !== undefined || type.length > 0);
}
