import type { JsonSchemaObject, JsonValue } from "@toolkiln/runtime";
import type { JsonSchemaType } from "@toolkiln/runtime/vocabulary";
import { same, type Codec } from "../codec/codec.js";
import { declaredTypes, typeOfValue } from "../schema/schema-node.js";
import type { Carried, CarryContext } from "./carry-context.js";
import { SchemaDraft } from "./schema-draft.js";
import { writeNullable } from "./write-nullable.js";

/** Carries `enum` and `const`. */
export function carryLiteral(node: JsonSchemaObject, pointer: string, context: CarryContext): Carried {
  const values = literalValues(node);
  if (values.length === 0) return context.cannot(pointer, "enum", "no value satisfies it", node);
  if (values.some((value) => typeof value === "object" && value !== null)) {
    const keyword = node.const === undefined ? "enum" : "const";
    return context.cannot(pointer, keyword, "a literal that is a list or an object cannot be sent", node);
  }
  const draft = new SchemaDraft(context, node, pointer);
  for (const keyword of ["type", "enum", "const"]) draft.take(keyword);
  const present = values.filter((value) => value !== null);
  const written =
    present.length === 0 ? writeNull(draft, context) : writeLiterals(draft, node, present, context);
  if (written === undefined) {
    return context.cannot(pointer, "enum", "its values cannot be written in this form", node);
  }
  const carried = draft.finish(written);
  return present.length === 0 || present.length === values.length
    ? carried
    : { ...carried, sent: writeNullable(carried.sent, context.dialect) };
}

/** The values that `type` allows. */
function literalValues(node: JsonSchemaObject): readonly JsonValue[] {
  const values = node.const === undefined ? (node.enum ?? []) : [node.const];
  const types = declaredTypes(node);
  if (types === undefined) return values;
  return values.filter((value) => {
    const type = typeOfValue(value);
    return types.includes(type) || (type === "integer" && types.includes("number"));
  });
}

function writeNull(draft: SchemaDraft, context: CarryContext): Codec | undefined {
  if (context.dialect.nullable === "keyword") return undefined;
  draft.sent["type"] = "null";
  return same;
}

function writeLiterals(
  draft: SchemaDraft,
  node: JsonSchemaObject,
  values: readonly JsonValue[],
  { dialect }: CarryContext,
): Codec | undefined {
  const types = literalTypes(values);
  switch (dialect.literals) {
    case "typed":
      draft.sent["type"] = types.length === 1 ? types[0] : types;
      break;
    case "untyped":
      break;
    case "strings":
      return writeStrings(draft, values);
    case "scalars":
      return writeScalars(draft, values, types);
    default:
      return dialect.literals satisfies never;
  }
  if (node.const !== undefined && dialect.keywords.has("const")) draft.sent["const"] = node.const;
  else draft.sent["enum"] = values;
  return same;
}

function literalTypes(values: readonly JsonValue[]): readonly JsonSchemaType[] {
  const types = new Set(values.map(typeOfValue));
  if (types.has("number")) types.delete("integer");
  return [...types];
}

/** Values that are not strings are written as strings and turned back. */
function writeStrings(draft: SchemaDraft, values: readonly JsonValue[]): Codec | undefined {
  const pairs = values.map(
    (value) => [typeof value === "string" ? value : JSON.stringify(value), value] as const,
  );
  const written = pairs.map(([text]) => text);
  if (written.includes("") || new Set(written).size !== written.length) return undefined;
  draft.sent["type"] = "string";
  draft.sent["format"] = "enum";
  draft.sent["enum"] = written;
  if (values.every((value) => typeof value === "string")) return same;
  draft.lose(draft.node.const === undefined ? "enum" : "const", "reshaped", "written as a string");
  return { kind: "literal", values: pairs };
}

/** Strings and numbers can be listed; of anything else only the type is sent. */
function writeScalars(
  draft: SchemaDraft,
  values: readonly JsonValue[],
  types: readonly JsonSchemaType[],
): Codec | undefined {
  if (types.length !== 1) return undefined;
  draft.sent["type"] = types[0];
  if (types[0] === "boolean") {
    if (values.length === 1) draft.lose(draft.node.const === undefined ? "enum" : "const");
  } else draft.sent["enum"] = values;
  return same;
}
