import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { inDialect, mapSchemas, pointerTo } from "@toolkiln/runtime/json";
import { describeLost } from "../schema/phrase-keyword.js";
import { schemaEntries } from "../schema/schema-node.js";
import { simplifyNode } from "../schema/simplify-node.js";
import { renameProperty, sentNames } from "../wire/sent-names.js";
import type { Loss, WrittenSchema } from "../written-schema.js";

/** Nearly full JSON Schema, with few restrictions. */
export interface WideDialect {
  readonly name: string;
  readonly draft: "2020-12" | "draft-07";
  readonly strict?: false;
  /** Whether the root may have `anyOf`, `oneOf`, `allOf`, `not` and similar. @default true */
  readonly rootUnions?: boolean;
  /** Allowed property names. Others are renamed in the sent schema; `decode` restores them. */
  readonly propertyName?: RegExp;
  /** Whether third-party `x-` keywords are sent. @default false */
  readonly extensions?: boolean;
}

const own = new Set(["x-path", "x-sensitive", "x-inject", "x-use-instead", "x-renamed-from"]);

/** Keywords without an equivalent in draft-07. */
const after07 = ["unevaluatedProperties", "unevaluatedItems", "minContains", "maxContains"];

/** Removes toolkiln's own keywords and converts the schema to the provider's draft. */
export function toWideDialect(root: JsonSchemaObject, dialect: WideDialect): WrittenSchema {
  const { draft, rootUnions = true, propertyName, extensions = false } = dialect;
  const losses: Loss[] = [];
  const folded = rootUnions ? root : foldRoot(root, losses);
  const names = sentNames(folded, propertyName);
  const isSent = (keyword: string): boolean =>
    keyword.startsWith("x-") ? extensions && !own.has(keyword) : keyword !== "$schema" && keyword !== "$id";
  const sent = mapSchemas({ type: "object", ...folded }, (schema, pointer) => {
    const entries = Object.entries(schema).filter(([keyword]) => isSent(keyword));
    const renamed = rename(Object.fromEntries(entries), pointer, names, losses);
    return draft === "draft-07"
      ? describeLost(renamed, keywordsIn(renamed, after07), pointer, losses)
      : renamed;
  });
  const { $schema: _, ...converted } = draft === "draft-07" ? inDialect(sent, draft) : sent;
  return { sent: converted, names, nullMeansAbsent: false, losses, refusals: [] };
}

/** Removes unions and intersections at the root, because some providers reject requests with them. */
function foldRoot(root: JsonSchemaObject, losses: Loss[]): JsonSchemaObject {
  const { node, lost } = simplifyNode({ type: "object", ...root }, true, root);
  const { not: _, enum: __, const: ___, ...folded } = node;
  return describeLost(folded, [...lost, ...keywordsIn(node, ["not", "enum", "const"])], "", losses);
}

function keywordsIn(schema: JsonSchemaObject, keywords: readonly string[]): [string, unknown][] {
  return keywords.flatMap((keyword) => (schema[keyword] === undefined ? [] : [[keyword, schema[keyword]]]));
}

/** Renames properties that a provider rejects. */
function rename(
  schema: JsonSchemaObject,
  pointer: string,
  names: ReadonlyMap<string, string>,
  losses: Loss[],
): JsonSchemaObject {
  const { properties, required } = schema;
  if (names.size === 0) return schema;
  const sentName = (name: string): string => names.get(name) ?? name;
  const sentKeys = (keyword: string): JsonSchemaObject => {
    const entries = Object.entries({
      ...(schema[keyword] as Record<string, JsonSchema | string[]> | undefined),
    });
    const sent = entries.map(([name, part]) => [
      sentName(name),
      Array.isArray(part) ? part.map(sentName) : part,
    ]);
    return sent.length === 0 ? {} : { [keyword]: Object.fromEntries(sent) };
  };
  const renamed = schemaEntries(properties).map(([name, inner]) => {
    const at = pointerTo(`${pointer}/properties`, name);
    if (inner === false) return [name, inner];
    return renameProperty(name, inner === true ? {} : inner, at, names, losses);
  });
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(renamed) }),
    ...(required && { required: required.map(sentName) }),
    ...sentKeys("dependentRequired"),
    ...sentKeys("dependentSchemas"),
  };
}
