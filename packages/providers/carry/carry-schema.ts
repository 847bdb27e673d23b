import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import type { JsonSchemaType } from "@toolkiln/runtime/vocabulary";
import { same } from "../codec/codec.js";
import type { Loss, Refusal } from "../loss.js";
import type { SchemaDialect } from "../schema-dialect.js";
import { mergeSchemas } from "../schema/merge-schemas.js";
import {
  declaredTypes,
  isSchema,
  numberBounds,
  resolvePointer,
  schemaList,
  textBounds,
} from "../schema/schema-node.js";
import { carryArray } from "./carry-array.js";
import { CarryContext, type Carried } from "./carry-context.js";
import { carryLiteral } from "./carry-literal.js";
import { carryObject } from "./carry-object.js";
import { carryReference } from "./carry-reference.js";
import { carryTypes, carryUnion } from "./carry-union.js";
import { describe, SchemaDraft } from "./schema-draft.js";
import { simplifyNode } from "./simplify-node.js";

/** A tool's whole schema in a provider's dialect. */
export interface CarriedSchema extends Carried {
  readonly losses: readonly Loss[];
  /** When there are any, the schema must not be sent in this form. */
  readonly refusals: readonly Refusal[];
}

/** Writes a tool's schema in a provider's dialect. */
export function carrySchema(root: JsonSchemaObject, dialect: SchemaDialect): CarriedSchema {
  const context = new CarryContext({ root, dialect }, carry);
  const { sent, codec } = context.carry({ type: "object", ...withoutRootReference(root) }, "");
  const definitions = context.definitions();
  const { losses, refusals } = context;
  const withDefinitions = Object.keys(definitions).length === 0 ? sent : { ...sent, $defs: definitions };
  return { sent: withDefinitions, codec, losses, refusals };
}

/** The root has to be an object itself: a reference there is replaced by what it leads to. */
function withoutRootReference(root: JsonSchemaObject): JsonSchemaObject {
  const { $ref: reference, ...siblings } = root;
  if (typeof reference !== "string") return root;
  const target = resolvePointer(root, reference);
  const merged = isSchema(target) ? mergeSchemas(siblings, target) : undefined;
  return typeof merged === "object" && merged["$ref"] === undefined ? merged : root;
}

function carry(schema: JsonSchema, pointer: string, context: CarryContext): Carried {
  if (schema === true) return carryAnything({}, pointer, context);
  if (schema === false) return context.cannot(pointer, "false", "no value satisfies it", schema);
  const reference = schema["$ref"];
  if (typeof reference === "string") return carryReference(schema, reference, pointer, context);
  const { node, told } = simplifyNode(schema, pointer, context);
  const carried = carrySimple(node, pointer, context);
  if (told.length === 0) return carried;
  return { ...carried, sent: { ...carried.sent, description: describe(carried.sent.description, told) } };
}

/** Carries a schema without intersections. */
function carrySimple(node: JsonSchemaObject, pointer: string, context: CarryContext): Carried {
  if (node.const !== undefined || node.enum !== undefined) return carryLiteral(node, pointer, context);
  for (const keyword of ["anyOf", "oneOf"] as const) {
    if (Array.isArray(node[keyword])) {
      return carryUnion(node, schemaList(node[keyword]), keyword, pointer, context);
    }
  }
  const types = declaredTypes(node) ?? impliedTypes(node);
  if (types === undefined) return carryAnything(node, pointer, context);
  const [type] = types;
  if (type === undefined) return context.cannot(pointer, "type", "no value satisfies it", node);
  return types.length > 1
    ? carryTypes(node, types, pointer, context)
    : carryType(node, type, pointer, context);
}

function carryType(
  node: JsonSchemaObject,
  type: JsonSchemaType,
  pointer: string,
  context: CarryContext,
): Carried {
  if (node.type === undefined) {
    context.lose({ pointer, keyword: "type", effect: "narrowed", told: "" });
  }
  if (type === "object") return carryObject(node, pointer, context);
  if (type === "array") return carryArray(node, pointer, context);
  if (!scalarTypes.has(type)) return context.cannot(pointer, "type", "its type is unknown", node);
  return type === "null" && context.dialect.nullable === "keyword"
    ? context.cannot(pointer, "type", "null alone cannot be sent", node)
    : carryScalar(node, type, pointer, context);
}

/** A manifest may name a type that does not exist. */
const scalarTypes: ReadonlySet<string> = new Set(["string", "number", "integer", "boolean", "null"]);

function carryScalar(
  node: JsonSchemaObject,
  type: JsonSchemaType,
  pointer: string,
  context: CarryContext,
): Carried {
  const draft = new SchemaDraft(context, node, pointer, type);
  if (type === "string") draft.keep(...textBounds, "format");
  if (type === "number" || type === "integer") draft.keep(...numberBounds);
  return draft.finish(same);
}

function carryAnything(node: JsonSchemaObject, pointer: string, context: CarryContext): Carried {
  if (!context.dialect.anything) {
    return context.cannot(pointer, "type", "it does not say what type its values have", node);
  }
  return new SchemaDraft(context, node, pointer).finish(same);
}

/** What a schema without a type is meant to describe, going by its keywords. */
function impliedTypes(node: JsonSchemaObject): readonly JsonSchemaType[] | undefined {
  if (node.properties !== undefined) return ["object"];
  if (node.items !== undefined || node["prefixItems"] !== undefined) return ["array"];
  return undefined;
}
