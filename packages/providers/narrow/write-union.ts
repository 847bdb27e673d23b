import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import type { JsonSchemaType } from "@toolkiln/runtime/vocabulary";
import { annotationKeywords } from "../schema/schema-node.js";
import type { Narrowing } from "./narrowing.js";
import { SchemaDraft } from "./schema-draft.js";
import { writeNullable } from "./write-literal.js";

/** Writes a union. */
export function writeUnion(
  node: JsonSchemaObject,
  branches: readonly JsonSchema[],
  keyword: "anyOf" | "oneOf",
  pointer: string,
  narrowing: Narrowing,
): JsonSchemaObject {
  const draft = new SchemaDraft(narrowing, node, pointer);
  draft.take(keyword);
  const choices = branches.flatMap((branch, index) =>
    branch === false || isNull(branch) ? [] : [narrowing.write(branch, `${pointer}/${keyword}/${index}`)],
  );
  if (keyword === "oneOf" && choices.length > 1) {
    draft.lose("oneOf", "widened", "matches exactly one of the alternatives");
  }
  return finishUnion(draft, choices, branches.some(isNull), narrowing);
}

/** Keywords for nested values by type: a schema of several types uses them for one type only. */
const insideKeywords: Readonly<Partial<Record<JsonSchemaType, readonly string[]>>> = {
  array: ["items", "prefixItems"],
  object: ["properties", "required", "additionalProperties", "patternProperties"],
};

/** Writes a schema of several types as a union. */
export function writeTypes(
  node: JsonSchemaObject,
  types: readonly JsonSchemaType[],
  pointer: string,
  narrowing: Narrowing,
): JsonSchemaObject {
  const present = types.filter((type) => type !== "null");
  const [only] = present;
  if (only !== undefined && present.length === 1) {
    const sent = narrowing.write({ ...node, type: only }, pointer);
    return types.length === 1 ? sent : writeNullable(sent, narrowing.dialect);
  }
  const draft = new SchemaDraft(narrowing, node, pointer);
  draft.take("type");
  const choices = present.map((type) => {
    const inside = (insideKeywords[type] ?? []).filter((keyword) => draft.take(keyword) !== undefined);
    const part = Object.fromEntries(inside.map((keyword) => [keyword, node[keyword]]));
    return narrowing.write({ type, ...part }, pointer);
  });
  return finishUnion(draft, choices, types.includes("null"), narrowing);
}

function finishUnion(
  draft: SchemaDraft,
  choices: readonly JsonSchemaObject[],
  withNull: boolean,
  narrowing: Narrowing,
): JsonSchemaObject {
  const [only] = choices;
  if (only === undefined) {
    return narrowing.cannot(draft.pointer, "anyOf", "only null satisfies it", draft.node);
  }
  if (choices.length > 1 || only["$ref"] !== undefined) draft.sent["anyOf"] = choices;
  const outer = draft.finish();
  const texts = [outer.description, only.description].filter((text) => text !== undefined);
  const sent =
    outer["anyOf"] === undefined
      ? { ...only, ...outer, ...(texts.length > 0 && { description: texts.join(" ") }) }
      : outer;
  return withNull ? writeNullable(sent, narrowing.dialect) : sent;
}

function isNull(schema: JsonSchema): boolean {
  return (
    typeof schema === "object" &&
    (schema.type === "null" || schema.const === null) &&
    Object.keys(schema).every((key) => key === "type" || key === "const" || annotationKeywords.has(key))
  );
}
