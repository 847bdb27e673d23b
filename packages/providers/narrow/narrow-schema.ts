import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import type { JsonSchemaType } from "@toolkiln/runtime/vocabulary";
import type { SchemaDialect } from "../schema-dialect.js";
import { mayBeNull } from "../schema/may-be-null.js";
import { mergeSchemas } from "../schema/merge-schemas.js";
import { describe } from "../schema/phrase-keyword.js";
import {
  declaredTypes,
  isAnnotation,
  numberBounds,
  pointerStep,
  schemaList,
  textBounds,
} from "../schema/schema-node.js";
import { inPlaceSchemas, propertyOf } from "../wire/in-place.js";
import { sentNames } from "../wire/sent-names.js";
import type { WrittenSchema } from "../written-schema.js";
import { Narrowing } from "./narrowing.js";
import { SchemaDraft } from "./schema-draft.js";
import { simplifyNode } from "./simplify-node.js";
import { writeArray, writeObject } from "./write-object.js";
import { writeLiteral } from "./write-literal.js";
import { writeTypes, writeUnion } from "./write-union.js";

/** Converts a tool's schema to a dialect. */
export function narrowSchema(root: JsonSchemaObject, dialect: SchemaDialect): WrittenSchema {
  const names = sentNames(root, dialect.propertyName);
  const narrowing = new Narrowing(root, dialect, names, write);
  const sent = narrowing.write({ type: "object", ...root }, "");
  const $defs = narrowing.definitions();
  const { losses, refusals } = narrowing;
  return {
    sent: Object.keys($defs).length === 0 ? sent : { ...sent, $defs },
    names,
    nullMeansAbsent: dialect.optional === "null",
    losses,
    refusals,
  };
}

function write(schema: JsonSchema, pointer: string, narrowing: Narrowing): JsonSchemaObject {
  if (schema === true) return writeAnything({}, pointer, narrowing);
  if (schema === false) return narrowing.cannot(pointer, "false", "no value satisfies it", schema);
  if (narrowing.dialect.optional === "null") refuseAmbiguousNull(schema, pointer, narrowing);
  const reference = schema["$ref"];
  if (typeof reference === "string") return writeReference(schema, reference, pointer, narrowing);
  const { node, told } = simplifyNode(schema, pointer, narrowing);
  const sent = writeSimple(node, pointer, narrowing);
  return told.length === 0 ? sent : { ...sent, description: describe(sent.description, told) };
}

/** Rejects optional nullable properties in dialects where null means that a property is absent. */
function refuseAmbiguousNull(schema: JsonSchemaObject, pointer: string, narrowing: Narrowing): void {
  const { root } = narrowing;
  const applied = inPlaceSchemas([schema], root);
  for (const name of new Set(applied.flatMap(({ properties = {} }) => Object.keys(properties)))) {
    const declaring = applied.filter((each) => propertyOf(each, name) !== undefined);
    const isOptional = declaring.some(({ required }) => required?.includes(name) !== true);
    if (isOptional && declaring.some((each) => mayBeNull(propertyOf(each, name) ?? false, root))) {
      const at = declaring.includes(schema) ? `${pointer}/properties/${pointerStep(name)}` : pointer;
      narrowing.cannot(at, "required", "the property is optional and nullable", schema);
    }
  }
}

/** Writes a schema without intersections. */
function writeSimple(node: JsonSchemaObject, pointer: string, narrowing: Narrowing): JsonSchemaObject {
  if (node.const !== undefined || node.enum !== undefined) return writeLiteral(node, pointer, narrowing);
  for (const keyword of ["anyOf", "oneOf"] as const) {
    if (Array.isArray(node[keyword])) {
      return writeUnion(node, schemaList(node[keyword]), keyword, pointer, narrowing);
    }
  }
  const types = declaredTypes(node) ?? impliedTypes(node);
  if (types === undefined) return writeAnything(node, pointer, narrowing);
  const [type] = types;
  if (type === undefined) return narrowing.cannot(pointer, "type", "no value satisfies it", node);
  return types.length > 1
    ? writeTypes(node, types, pointer, narrowing)
    : writeType(node, type, pointer, narrowing);
}

function writeType(
  node: JsonSchemaObject,
  type: JsonSchemaType,
  pointer: string,
  narrowing: Narrowing,
): JsonSchemaObject {
  if (node.type === undefined) {
    narrowing.losses.push({ pointer, keyword: "type", effect: "narrowed", told: "" });
  }
  if (type === "object") return writeObject(node, pointer, narrowing);
  if (type === "array") return writeArray(node, pointer, narrowing);
  if (!scalarTypes.has(type)) return narrowing.cannot(pointer, "type", "its type is unknown", node);
  const draft = new SchemaDraft(narrowing, node, pointer, type);
  if (type === "string") draft.keep(...textBounds, "format");
  if (type === "number" || type === "integer") draft.keep(...numberBounds);
  return draft.finish();
}

/** A manifest may contain an unknown type. */
const scalarTypes: ReadonlySet<string> = new Set(["string", "number", "integer", "boolean", "null"]);

function writeAnything(node: JsonSchemaObject, pointer: string, narrowing: Narrowing): JsonSchemaObject {
  return narrowing.dialect.total
    ? new SchemaDraft(narrowing, node, pointer).finish()
    : narrowing.cannot(pointer, "type", "it does not say what type its values have", node);
}

/** The types of a schema without `type`, inferred from its keywords. */
function impliedTypes(node: JsonSchemaObject): readonly JsonSchemaType[] | undefined {
  if (node.properties !== undefined) return ["object"];
  return node.items !== undefined || node["prefixItems"] !== undefined ? ["array"] : undefined;
}

/** Writes a reference: as `$ref` if the dialect supports it, else inlines its target. */
function writeReference(
  node: JsonSchemaObject,
  reference: string,
  pointer: string,
  narrowing: Narrowing,
): JsonSchemaObject {
  const { dialect } = narrowing;
  const target = narrowing.resolve(reference);
  if (target === undefined) {
    return narrowing.cannot(pointer, "$ref", `\`${reference}\` leads nowhere in this schema`, node);
  }
  const { $ref: _, $defs: __, ...siblings } = node;
  const progress = narrowing.inProgress(reference);
  const annotates = Object.keys(siblings).every(isAnnotation);
  const isDescribed = siblings.description !== undefined || siblings.default !== undefined;
  // The root cannot be a reference.
  const isKept =
    pointer !== "" &&
    annotates &&
    dialect.inlinesReferences !== true &&
    (dialect.describedReferences || !isDescribed || progress !== undefined);
  if (!isKept && progress === undefined) {
    const merged = mergeSchemas(siblings, target);
    if (merged !== undefined) return narrowing.writeTarget(merged, pointer, reference);
    const reason = "what stands beside the reference cannot be merged with it";
    return narrowing.cannot(pointer, "$ref", reason, node);
  }
  const mayRecur =
    dialect.recursion === "any" || (dialect.recursion === "optional" && progress === "optional");
  if (!isKept || (progress !== undefined && !mayRecur)) {
    return narrowing.cannot(pointer, "$ref", "a schema that contains itself cannot be sent", node);
  }
  const draft = new SchemaDraft(narrowing, dialect.describedReferences ? siblings : {}, pointer);
  draft.sent["$ref"] = `#/$defs/${narrowing.define(reference, target)}`;
  return draft.finish();
}
