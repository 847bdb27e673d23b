import type { JsonObject } from "../model/json-object.js";
import { knownFormats } from "./known-formats.js";

/** The type names of JSON Schema. */
export const schemaTypes = ["string", "number", "integer", "boolean", "object", "array", "null"] as const;

const schema = { $ref: "#/definitions/schema" };
const schemaMap = {
  type: "object",
  additionalProperties: schema,
  "x-expected": "a mapping of names to schemas",
};
const schemaList = { type: "array", minItems: 1, items: schema, "x-expected": "a list of schemas" };
const names = {
  type: "array",
  items: { type: "string", "x-expected": "the name of a property" },
  uniqueItems: true,
  "x-expected": "a list of property names",
};
const count = { type: "integer", minimum: 0, "x-expected": "a whole number from 0" };
const number = { type: "number", "x-expected": "a number" };
const text = { type: "string", "x-expected": "text" };
const flag = { type: "boolean", "x-expected": "`true` or `false`" };
/** Draft 4 wrote `exclusiveMinimum: true` beside `minimum`. */
const exclusiveBound = { type: ["number", "boolean"], "x-expected": "a number" };

/** One form for a list and another for everything else. */
function listOr(list: JsonObject, other: JsonObject): JsonObject {
  const branches = { list: "then", other: "else" };
  return { if: { type: "array" }, [branches.list]: list, [branches.other]: other };
}

/**
 * The definition of a JSON Schema inside a manifest: every keyword that is understood, with the form its value has.
 *
 * It is written for draft-07, whose keywords editors and Ajv 2020 read alike.
 */
export const schemaDefinition: JsonObject & { readonly properties: JsonObject } = {
  type: ["object", "boolean"],
  "x-expected": "a schema",
  "x-code": "TK3005",
  properties: {
    type: {
      description: "The type of the value, or a list of types.",
      "x-suggest": schemaTypes,
      ...listOr(
        {
          type: "array",
          minItems: 1,
          uniqueItems: true,
          // With their type told, Ajv finds equal ones without comparing each with each.
          items: { type: "string", enum: [...schemaTypes], "x-code": "TK3006" },
          "x-expected": "a list of different types",
        },
        { enum: [...schemaTypes], "x-code": "TK3006" },
      ),
    },
    description: { ...text, description: "For the model: what the value means and what to put there." },
    title: { ...text, description: "A short name of the value, for people." },
    default: { description: "Filled in when the value is left out." },
    examples: {
      type: "array",
      "x-expected": "a list of values",
      description: "Values that show what is meant.",
    },
    deprecated: { ...flag, description: "Whether callers should stop sending it; see `x-use-instead`." },
    readOnly: { ...flag, description: "Only the application sets the value." },
    writeOnly: { ...flag, description: "The value is accepted and never returned." },
    $comment: { ...text, description: "A remark for authors; nothing reads it." },
    $schema: {
      ...text,
      description: "The dialect. 2020-12 when left out; drafts 4 to 2019-09 are upgraded.",
    },
    $ref: { ...text, description: "`#/$defs/…`, or a file of the project by relative path." },
    $defs: { ...schemaMap, description: 'Schemas that `$ref: "#/$defs/…"` points to.' },
    definitions: { ...schemaMap, description: "What `$defs` was called before 2019-09." },
    enum: { type: "array", "x-expected": "a list of values", description: "The values that are allowed." },
    const: { description: "The one value that is allowed." },
    minLength: { ...count, description: "The fewest characters." },
    maxLength: { ...count, description: "The most characters." },
    pattern: {
      ...text,
      description: "A regular expression (ECMAScript, flag u) that the text has to match.",
    },
    format: {
      ...text,
      "x-suggest": knownFormats,
      description: "A well-known form of text, such as `date-time`, `email` or `uri`.",
    },
    contentEncoding: { ...text, description: "How binary content is encoded in the text, such as `base64`." },
    contentMediaType: { ...text, description: "The media type of the content, such as `application/json`." },
    contentSchema: { allOf: [schema], description: "What the decoded content has to match." },
    minimum: { ...number, description: "The smallest value." },
    maximum: { ...number, description: "The largest value." },
    exclusiveMinimum: { ...exclusiveBound, description: "The value has to be greater than this." },
    exclusiveMaximum: { ...exclusiveBound, description: "The value has to be less than this." },
    multipleOf: {
      type: "number",
      exclusiveMinimum: 0,
      "x-expected": "a number above 0",
      description: "The value has to be a multiple of this.",
    },
    properties: { ...schemaMap, description: "The properties of an object." },
    patternProperties: {
      ...schemaMap,
      description: "Schemas of the properties whose names match a pattern.",
    },
    additionalProperties: {
      allOf: [schema],
      description: "Whether other properties are allowed, and what they hold.",
    },
    unevaluatedProperties: {
      allOf: [schema],
      description: "What properties hold that no other schema here describes.",
    },
    propertyNames: { allOf: [schema], description: "What the names of the properties have to match." },
    required: { ...names, description: "The properties that have to be there." },
    minProperties: { ...count, description: "The fewest properties." },
    maxProperties: { ...count, description: "The most properties." },
    dependentRequired: {
      type: "object",
      additionalProperties: names,
      "x-expected": "a mapping of names to lists of names",
      description: "The properties that are required when another one is there.",
    },
    dependentSchemas: { ...schemaMap, description: "What the object has to match when a property is there." },
    dependencies: {
      type: "object",
      additionalProperties: listOr(names, schema),
      "x-expected": "a mapping of names",
      description: "What `dependentRequired` and `dependentSchemas` were called before 2019-09.",
    },
    items: {
      description: "What every item of a list is.",
      ...listOr(schemaList, schema),
    },
    prefixItems: { ...schemaList, description: "What the first items are, one schema for each position." },
    additionalItems: {
      allOf: [schema],
      description: "What `items` after a list of schemas was called before 2020-12.",
    },
    unevaluatedItems: { allOf: [schema], description: "What items are that no other schema here describes." },
    contains: { allOf: [schema], description: "What at least one item has to match." },
    minContains: { ...count, description: "The fewest items that match `contains`." },
    maxContains: { ...count, description: "The most items that match `contains`." },
    minItems: { ...count, description: "The fewest items." },
    maxItems: { ...count, description: "The most items." },
    uniqueItems: { ...flag, description: "Whether all items have to differ." },
    allOf: { ...schemaList, description: "The value has to match all of these." },
    anyOf: { ...schemaList, description: "The value has to match at least one of these." },
    oneOf: { ...schemaList, description: "The value has to match exactly one of these." },
    not: { allOf: [schema], description: "The value must not match this." },
    ...Object.fromEntries(
      [
        ["if", "A condition that chooses between `then` and `else`."],
        ["then", "What a value that matches `if` has to match."],
        ["else", "What a value that does not match `if` has to match."],
      ].map(([keyword, description]) => [keyword, { allOf: [schema], description }]),
    ),
    nullable: { ...flag, description: "OpenAPI's way to allow null; read as a second type." },
    "x-path": {
      type: "object",
      additionalProperties: false,
      properties: {
        within: {
          enum: ["workspace", "anywhere"],
          "x-code": "TK3023",
          description: "Where the path may lead.",
        },
        exists: { ...flag, "x-code": "TK3023", description: "Whether something has to be there." },
        kind: { enum: ["file", "directory"], "x-code": "TK3023", description: "What has to be there." },
      },
      "x-expected": "a mapping such as `{ within: workspace, exists: true, kind: file }`",
      "x-code": "TK3023",
      description: "The text names a path, which the executor's path policy resolves and checks.",
    },
    "x-sensitive": {
      ...flag,
      "x-code": "TK3024",
      description: "Keeps the value out of logs, events and approval texts.",
    },
    "x-inject": {
      type: "string",
      minLength: 1,
      "x-expected": "the key under which the application supplies the value",
      "x-code": "TK3022",
      description: "The application supplies the value; models neither see nor send it.",
    },
    "x-renamed-from": {
      type: ["string", "array"],
      minLength: 1,
      items: { type: "string", minLength: 1, "x-expected": "an old name" },
      "x-expected": "an old name or a list of old names",
      "x-code": "TK3024",
      description: "Old names of the property; arguments under them stay accepted with a warning.",
    },
    "x-use-instead": {
      type: "string",
      minLength: 1,
      "x-expected": "the name of another property",
      "x-code": "TK3024",
      description: "Beside `deprecated`: the property to use instead.",
    },
  },
};
