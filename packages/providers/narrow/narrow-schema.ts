import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { pointerTo } from "@toolkiln/runtime/json";
import type { JsonSchemaType } from "@toolkiln/runtime/vocabulary";
import type { SchemaDialect } from "../schema-dialect.js";
import { mayBeNull } from "../schema/may-be-null.js";
import { mergeSchemas } from "../schema/merge-schemas.js";
import { describeLost } from "../schema/phrase-keyword.js";
import { keywordsOf, declaredTypes, isAnnotation, resolveReference } from "../schema/schema-node.js";
import { simplifyNode } from "../schema/simplify-node.js";
import { inPlaceSchemas, propertyOf } from "../wire/in-place.js";
import type { WrittenSchema } from "../written-schema.js";
import { Narrowing } from "./narrowing.js";
import { SchemaDraft } from "./schema-draft.js";
import { writeLiteral, writeNullable, writeTypes, writeUnion } from "./write-alternatives.js";
import { writeArray, writeObject } from "./write-object.js";

/** Converts a tool's schema to a dialect. */
export function narrowSchema(root: JsonSchemaObject, dialect: SchemaDialect): WrittenSchema {
  const narrowing = new Narrowing(root, dialect, write);
  const sent = narrowing.write({ type: "object", ...root }, "");
  const { names, losses, refusals } = narrowing;
  return { sent, names, nullMeansAbsent: dialect.optional === "null", losses, refusals };
}

function write(schema: JsonSchema, pointer: string, narrowing: Narrowing): JsonSchemaObject {
  if (schema === false) return narrowing.reject(pointer, "false", "no value satisfies it", schema);
  const given = schema === true ? {} : schema;
  if (narrowing.dialect.optional === "null") refuseAmbiguousNull(given, pointer, narrowing);
  const reference = given["$ref"];
  if (typeof reference === "string") return writeReference(given, reference, pointer, narrowing);
  const { root, losses } = narrowing;
  const { node, lost } = simplifyNode(given, pointer === "", root, (target) => narrowing.isOpen(target));
  if (!narrowing.dialect.lossy && lost.some(([keyword]) => keyword === "allOf")) {
    return narrowing.reject(pointer, "allOf", "its parts cannot be merged", schema);
  }
  return describeLost(writeSimple(new SchemaDraft(narrowing, node, pointer)), lost, pointer, losses);
}

/** Rejects optional nullable properties in dialects where null means that a property is absent. */
function refuseAmbiguousNull(schema: JsonSchemaObject, pointer: string, narrowing: Narrowing): void {
  const { root } = narrowing;
  const applied = inPlaceSchemas([schema], root);
  for (const name of new Set(applied.flatMap(({ properties = {} }) => Object.keys(properties)))) {
    const declaring = applied.filter((each) => propertyOf(each, name) !== undefined);
    const isOptional = declaring.some(({ required }) => required?.includes(name) !== true);
    if (isOptional && declaring.some((each) => mayBeNull(propertyOf(each, name) ?? false, root))) {
      const at = declaring.includes(schema) ? pointerTo(`${pointer}/properties`, name) : pointer;
      narrowing.reject(at, "required", "the property is optional and nullable", schema);
    }
  }
}

/** Writes a schema without intersections. */
function writeSimple(draft: SchemaDraft): JsonSchemaObject {
  const { node, dialect } = draft;
  if (node.const !== undefined || node.enum !== undefined) return writeLiteral(draft);
  for (const keyword of ["anyOf", "oneOf"] as const) {
    if (!Array.isArray(node[keyword])) continue;
    const isAlone = Object.keys(node).every((each) => each === keyword || isAnnotation(each));
    if (isAlone) return writeUnion(draft, keyword);
    if (!dialect.lossy) return draft.reject(keyword, "it has other constraints beside its alternatives");
  }
  const types = declaredTypes(node) ?? impliedTypes(node);
  if (types === undefined) {
    return dialect.lossy ? draft.finish({}) : draft.reject("type", "it declares no type");
  }
  if (node.type === undefined) draft.lose("type", "narrowed", "");
  if (types.length === 0) return draft.reject("type", "no value satisfies it");
  const [type = "null", ...others] = types.filter((each) => each !== "null");
  if (others.length > 0) return writeTypes(draft, types);
  const sent = writeType(draft, type);
  return type !== "null" && types.includes("null") ? writeNullable(sent, dialect) : sent;
}

function writeType(draft: SchemaDraft, type: JsonSchemaType): JsonSchemaObject {
  if (type === "object") return writeObject(draft);
  if (type === "array") return writeArray(draft);
  if (!Object.hasOwn(keywordsOf, type)) return draft.reject("type", "its type is unknown");
  return draft.finish({ type }, ["type"]);
}

/** The types of a schema without `type`, inferred from its keywords. */
function impliedTypes(node: JsonSchemaObject): readonly JsonSchemaType[] | undefined {
  if (node.properties !== undefined) return ["object"];
  return node.items !== undefined || node["prefixItems"] !== undefined ? ["array"] : undefined;
}

/** Writes the target of a reference in its place. */
function writeReference(
  node: JsonSchemaObject,
  reference: string,
  pointer: string,
  narrowing: Narrowing,
): JsonSchemaObject {
  const reject = (reason: string): JsonSchemaObject => narrowing.reject(pointer, "$ref", reason, node);
  const target = resolveReference(narrowing.root, reference);
  if (target === undefined) return reject(`\`${reference}\` does not exist in this schema`);
  if (narrowing.isOpen(reference)) return reject("a schema that contains itself cannot be sent");
  const { $ref: _, $defs: __, ...siblings } = node;
  const merged = mergeSchemas(siblings, target);
  return merged === undefined
    ? reject("the keywords beside `$ref` cannot be merged with its target")
    : narrowing.writeTarget(merged, pointer, reference);
}
