import type { JsonSchema } from "@toolkiln/runtime";
import { unescapeStep } from "../../json-schema/pointer-step.js";
import { isSchemaObject } from "../../json-schema/schema-values.js";
import { valueAt } from "../../values/json-object.js";
import { stringLiteral } from "../literal.js";
import { expressionPattern, stringPattern } from "./code-text.js";

/** Error parameters that the schema contains at the error's path. */
const inSchema = /^(?:type|limit|comparison|pattern|format|multipleOf|allowedValues?)$/;

/** Parameters that fully describe an error. */
const selfExplanatory = /^(?:missing|additional|unevaluated)Property$/;

/** Keywords that the description of their schema includes. */
const described =
  /^(?:type|enum|const|pattern|format|multipleOf|minimum|maximum|exclusiveM(?:in|ax)imum|m(?:in|ax)(?:Length|Items))$/;

const errorObject = new RegExp(
  `^\\{instancePath(?::(${expressionPattern}))?,schemaPath:(${stringPattern}),keyword:(${stringPattern}),` +
    `params:(\\{${expressionPattern}\\}),message:(${expressionPattern})(?:,propertyName:\\w+)?\\}$`,
);

/**
 * The `fail` call for an Ajv error object, with only the parameters that are needed and are not in the schema. `base` is
 * the schema's pointer in the whole input schema. Undefined when the object must stay unchanged.
 */
export function failCall(error: string, schema: JsonSchema, base: string): string | undefined {
  const match = errorObject.exec(error);
  if (match === null) return undefined;
  const [, place = "instancePath", pointerText = "", keywordText = "", params = "", message = ""] = match;
  const pointer = JSON.parse(pointerText) as string;
  const path = pointer
    .split("/")
    .slice(1)
    .map((step) => unescapeStep(decodeURIComponent(step)));
  const keyword = path.at(-1) ?? "";
  if (valueAt(schema, path) === undefined || keyword !== JSON.parse(keywordText)) return undefined;
  const names = [...params.matchAll(new RegExp(`${stringPattern}|(\\w+):`, "g"))].flatMap(
    ([, name]) => name ?? [],
  );
  const keepsParams = names.some((name) => !inSchema.test(name));
  const keepsMessage =
    !names.some((name) => selfExplanatory.test(name)) &&
    !(described.test(keyword) && isDescribed(valueAt(schema, path.slice(0, -1))));
  const given = [
    place,
    stringLiteral(base + pointer.slice(1)),
    ...(keepsParams ? [params] : keepsMessage ? ["{}"] : []),
    ...(keepsMessage ? [message] : []),
  ];
  return `fail(vErrors ??= [], ${given.join(", ")})`;
}

/** Whether the runtime describes a schema as a whole. */
function isDescribed(schema: unknown): boolean {
  if (!isSchemaObject(schema) || schema["$ref"] !== undefined) return false;
  const { type = [], const: only, enum: values } = schema;
  return only !== undefined || values !== undefined || type.length > 0;
}
