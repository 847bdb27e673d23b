import type { AnyNode, ObjectExpression } from "acorn";
import type { JsonSchema } from "@toolkiln/runtime";
import { isSchemaObject } from "../../json-schema/schema-values.js";
import { valueAt } from "../../values/json-object.js";
import { stringLiteral } from "../literal.js";
import type { Replacement } from "./code-edits.js";

/** Parameters of errors that the schema says itself, at the error's path. */
const inSchema = new Set(
  "type limit comparison pattern format multipleOf allowedValue allowedValues".split(" "),
);

/** Parameters that are all there is to say. */
const telling = new Set(["missingProperty", "additionalProperty", "unevaluatedProperty"]);

/** Keywords that the description of their schema covers. */
const described = new Set(
  (
    "type enum const pattern format multipleOf minimum maximum exclusiveMinimum exclusiveMaximum " +
    "minLength maxLength minItems maxItems"
  ).split(" "),
);

/** A schema, and where it stands in the one that errors are described with. */
export interface PlacedSchema {
  readonly schema: JsonSchema;
  readonly pointer: string;
}

/**
 * What `fail` is given for one of Ajv's error objects: only what a description of the error reads and cannot find in the
 * schema. Undefined for an object that has to stay as it is.
 */
export function errorArguments(
  object: ObjectExpression,
  { schema, pointer: base }: PlacedSchema,
): Replacement | undefined {
  const { instancePath, schemaPath, keyword, params, message } = fieldsOf(object);
  const pointer = textOf(schemaPath);
  if (instancePath === undefined || pointer === undefined) return undefined;
  if (params?.type !== "ObjectExpression" || message === undefined) return undefined;
  const path = pointer.split("/").slice(1).map(unescaped);
  const isFound = valueAt(schema, path) !== undefined;
  if (!isFound || path.at(-1) !== textOf(keyword)) return undefined;
  const names = Object.keys(fieldsOf(params));
  const keepsParams = names.some((name) => !inSchema.has(name));
  const keepsMessage =
    !names.some((name) => telling.has(name)) && !isDescribed(path.at(-1), valueAt(schema, path.slice(0, -1)));
  return [
    instancePath,
    ", ",
    stringLiteral(base + pointer.slice(1)),
    ...(keepsParams ? [", ", params] : keepsMessage ? [", {}"] : []),
    ...(keepsMessage ? [", ", message] : []),
  ];
}

/** Whether the runtime describes a schema, and with it what one of its keywords asks for. */
function isDescribed(keyword: string | undefined, schema: unknown): boolean {
  if (keyword === undefined || !described.has(keyword) || !isSchemaObject(schema)) return false;
  const { type, const: only, enum: values, $ref } = schema;
  return (
    $ref === undefined &&
    (only !== undefined || values !== undefined || (type !== undefined && type.length > 0))
  );
}

function fieldsOf({ properties }: ObjectExpression): Readonly<Record<string, AnyNode>> {
  return Object.fromEntries(
    properties.flatMap((property) =>
      property.type === "Property" && property.key.type === "Identifier"
        ? [[property.key.name, property.value]]
        : [],
    ),
  );
}

function textOf(node: AnyNode | undefined): string | undefined {
  return node?.type === "Literal" && typeof node.value === "string" ? node.value : undefined;
}

function unescaped(part: string): string {
  return decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
}
