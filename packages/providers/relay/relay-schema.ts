import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import type { Loss } from "../written-schema.js";
import { mergeIntersections } from "../narrow/simplify-node.js";
import { foldAlternatives } from "../schema/fold-alternatives.js";
import { mapSchemas } from "../schema/map-schemas.js";
import { describe, phraseKeyword } from "../schema/phrase-keyword.js";
import { isSchema, pointerStep, resolvePointer, schemaEntries, schemaList } from "../schema/schema-node.js";
import { sentNames } from "../wire/sent-names.js";
import type { WrittenSchema } from "../written-schema.js";
import { toDraft07 } from "./to-draft-07.js";

/** Nearly full JSON Schema, with few restrictions. */
export interface WideDialect {
  readonly name: string;
  readonly draft: "2020-12" | "draft-07";
  /** Whether the root may have `anyOf`, `oneOf`, `allOf`, `not` and similar. @default true */
  readonly rootUnions?: boolean;
  /** Allowed property names; others are renamed and decoded. */
  readonly propertyName?: RegExp;
  /** Whether third-party `x-` keywords are sent. @default false */
  readonly extensions?: boolean;
}

const own = new Set(["x-path", "x-sensitive", "x-inject", "x-use-instead", "x-renamed-from"]);

/** Removes toolkiln's own keywords and converts the schema to the provider's draft. */
export function relaySchema(root: JsonSchemaObject, dialect: WideDialect): WrittenSchema {
  const losses: Loss[] = [];
  const folded = dialect.rootUnions === false ? foldRoot(root, losses) : root;
  const names = sentNames(folded, dialect.propertyName);
  const clean = strip({ type: "object", ...folded }, dialect.extensions === true);
  const renamed = names.size === 0 ? clean : rename(clean, names, losses);
  const sent = dialect.draft === "draft-07" ? toDraft07(renamed, losses) : renamed;
  return { sent, names, nullMeansAbsent: false, losses, refusals: [] };
}

/** Removes unions and intersections at the root, because some providers reject requests with them. */
function foldRoot(root: JsonSchemaObject, losses: Loss[]): JsonSchemaObject {
  const told: string[] = [];
  const lose = (keyword: string, value: unknown): void => {
    const text = phraseKeyword(keyword, value);
    told.push(text);
    losses.push({ pointer: "", keyword, effect: "widened", told: text });
  };
  const follow = (branch: JsonSchema): JsonSchema => {
    const reference = typeof branch === "object" ? branch["$ref"] : undefined;
    const target = typeof reference === "string" ? resolvePointer(root, reference) : undefined;
    return isSchema(target) ? target : branch;
  };
  let node = mergeIntersections(root, follow, (lost) => lose("allOf", lost));
  for (const keyword of ["anyOf", "oneOf", "not", "enum", "const"] as const) {
    const { [keyword]: value, ...rest } = node;
    if (value === undefined) continue;
    lose(keyword, value);
    node = foldAlternatives(rest, keyword.endsWith("Of") ? schemaList(value).map(follow) : []);
  }
  return told.length === 0 ? node : { ...node, description: describe(node.description, told) };
}

function strip(root: JsonSchemaObject, extensions: boolean): JsonSchemaObject {
  const isSent = (keyword: string): boolean =>
    keyword.startsWith("x-") ? extensions && !own.has(keyword) : keyword !== "$schema" && keyword !== "$id";
  return mapSchemas(root, (schema) =>
    Object.fromEntries(Object.entries(schema).filter(([keyword]) => isSent(keyword))),
  );
}

/** Renames properties that a provider rejects; descriptions keep the original names. */
function rename(
  root: JsonSchemaObject,
  names: ReadonlyMap<string, string>,
  losses: Loss[],
): JsonSchemaObject {
  return mapSchemas(root, (schema, pointer) => {
    const properties = schemaEntries(schema.properties).map(([name, inner]): [string, JsonSchema] => {
      const sentName = names.get(name);
      if (sentName === undefined || inner === false) return [name, inner];
      const told = `stands for ${JSON.stringify(name)}`;
      const at = `${pointer}/properties/${pointerStep(name)}`;
      losses.push({ pointer: at, keyword: "properties", effect: "reshaped", told });
      const described = inner === true ? {} : inner;
      return [sentName, { ...described, description: describe(described.description, [told]) }];
    });
    const { required } = schema;
    return {
      ...schema,
      ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
      ...(required && { required: required.map((name) => names.get(name) ?? name) }),
    };
  });
}
