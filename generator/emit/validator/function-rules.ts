import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { unescapeStep } from "../../json-schema/pointer-step.js";
import { isSchemaObject } from "../../json-schema/schema-values.js";
import { valueAt } from "../../values/json-object.js";
import { stringLiteral } from "../literal.js";
import { printTokens, rule, tokenize, type Found, type Rule, type Token } from "./rewrite-code.js";

// What Ajv writes, and what generated functions contain instead.

/** Functions take only the value's path from Ajv's context. */
export const shorterContext: readonly Rule[] = [
  rule(", parentData, parentDataProperty, rootData=data}", "}"),
  rule(", parentData, parentDataProperty, rootData}", "}"),
  rule(", parentData: $data, parentDataProperty, rootData}", "}"),
  rule(", parentData: $data, parentDataProperty: $property, rootData}", "}"),
  rule(",propertyName:$name}", "}"),
];

export const pathInContext: readonly Rule[] = [rule("{instancePath,", "{instancePath:instancePath,")];

export const pathAsArgument: readonly Rule[] = [
  rule('{instancePath=""}={}', 'instancePath = ""'),
  ...pathInContext,
];

/** A function validates a whole input, so the path is empty. The key `instancePath:` itself stays. */
export const noPath: readonly Rule[] = [
  rule(', {instancePath=""}={}', ""),
  rule("{instancePath}", "{}"),
  rule("{instancePath,", '{instancePath:"",'),
  rule("instancePath:", "instancePath:"),
  rule(", instancePath + $rest)", ", $rest)"),
  rule("instancePath +", ""),
  rule("instancePath", '""'),
];

const addError = (error: string): string =>
  `const $name = ${error}; if(vErrors === null){ vErrors = [$name]; } else { vErrors.push($name); } errors++;`;
const errorObject =
  "{instancePath:$path,schemaPath:$pointer,keyword:$keyword,params:$params,message:$message}";
const resetErrors = "if(vErrors !== null){ if($count){ vErrors.length = $count; } else { vErrors = null; } }";
const mergeErrors =
  "vErrors = vErrors === null ? $function.errors : vErrors.concat($function.errors); errors = vErrors.length;";

export const reportErrors: readonly Rule[] = [
  rule(addError("$error"), "errors = (vErrors ??= []).push($error);"),
  rule(resetErrors, "if(vErrors !== null) vErrors.length = $count;"),
  rule(mergeErrors, "errors = failAll(vErrors ??= [], $function);"),
];

/** Reports errors without details that the schema contains; `pointer` locates it in the whole schema. */
export const reportShortErrors = (schema: JsonSchema, pointer = "#"): readonly Rule[] => [
  rule(addError(errorObject), (error) => failCall(error, schema, pointer)),
  ...reportErrors,
];

/** Keywords that the runtime describes from the schema, so their errors need no parameters. */
const described =
  /^(?:type|enum|const|pattern|format|multipleOf|minimum|maximum|exclusiveM(?:in|ax)imum|m(?:in|ax)(?:Length|Items))$/;

/** Keywords whose parameters fully describe an error. */
const selfExplanatory = /^(?:required|dependentRequired|additionalProperties|unevaluatedProperties)$/;

/**
 * The `fail` call for an Ajv error, with only what callers cannot find in the schema. `base` is the schema's
 * pointer in the whole schema. Undefined when the schema has no such keyword.
 */
function failCall(error: Found, schema: JsonSchema, base: string): Token[] | undefined {
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

/** Whether the schema suffices for an error message. */
function hasDescription({ $ref, type = [], const: only, enum: values }: JsonSchemaObject): boolean {
  return $ref === undefined && (only !== undefined || values !== undefined || type.length > 0);
}

/** A function returns only a boolean: enough for the `when` of a manifest's rule. */
export const countErrors = (name: string): readonly Rule[] => [
  rule("let vErrors = null;", ""),
  rule(`${name}.errors = vErrors;`, ""),
  rule(addError("$error"), "errors++;"),
  rule(resetErrors, ""),
  rule(mergeErrors, "errors++;"),
];

/** Shorter conditions with the same meaning: limits are checked only for finite numbers. */
export const shorterConditions: readonly Rule[] = [
  rule('((typeof $v == "number") && (!($v % 1) && !isNaN($v))) && (isFinite($v))', "Number.isInteger($v)"),
  rule('(typeof $v == "number") && (isFinite($v))', "Number.isFinite($v)"),
  rule("|| isNaN($v)", ""),
];

const compound = new Set<string | undefined>(["let", "const", "var", "if", "for", "function"]);

/** A condition with one simple statement takes one line. */
export const shorterBlocks: readonly Rule[] = ["if($condition)", "else"].map((start) => {
  const oneLine = tokenize(`${start} $statement;`);
  return rule(`${start}{$statement;}`, (found) =>
    compound.has(found.get("$statement")?.[0]?.text) ? undefined : oneLine,
  );
});
