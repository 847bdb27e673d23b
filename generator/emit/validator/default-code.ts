import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { localReference } from "../../json-schema/local-reference.js";
import { isSchema, isSchemaObject, schemaList, schemaMap } from "../../json-schema/schema-values.js";
import type { SharedDefinition } from "../../model/tool-model.js";
import { inlineLiteral, memberOf, stringLiteral } from "../literal.js";

/** Code that fills in defaults, and its entry function. */
export interface DefaultCode {
  readonly code: string;
  readonly entry: string;
  readonly called: readonly string[];
}

/**
 * Writes functions that fill in the defaults of a schema; returns undefined when it has none.
 *
 * Ajv can do this, but also finds inherited properties: a parameter called `constructor` would get no default.
 */
export function defaultCode(
  root: JsonSchemaObject,
  shared: readonly SharedDefinition[] = [],
): DefaultCode | undefined {
  if (!fillsDefaults(root, root)) return undefined;
  const sharedFills = new Map(shared.map(({ pointer, fill }) => [localReference(root, pointer), fill]));
  const called = new Set<string>();
  const names = new Map<JsonSchemaObject, string>();
  const bodies: string[] = [];
  const fillOf: FillOf = (schema) => {
    if (!isSchemaObject(schema) || !fillsDefaults(root, schema)) return undefined;
    const foreign = sharedFills.get(schema);
    if (foreign !== undefined) called.add(foreign);
    const known = foreign ?? names.get(schema);
    if (known !== undefined) return known;
    assertFewDefaults(root, schema);
    const name = `fill${names.size}`;
    names.set(schema, name);
    const position = bodies.push("") - 1;
    const lines = fillLines(fillableParts(root, schema), fillOf);
    bodies[position] = `function ${name}(data){\n${lines.join("\n")}\n}`;
    return name;
  };
  const entry = fillOf(root) ?? "";
  return { code: bodies.join("\n"), entry, called: [...called] };
}

/** Returns the name of the function that fills in a schema's defaults; undefined when it has none. */
type FillOf = (schema: JsonSchema | undefined) => string | undefined;

function fillLines({ same, prefix, items, ...parts }: FillableParts, fillOf: FillOf): string[] {
  const call = (schema: JsonSchema | undefined, argument: string): string[] => {
    const name = fillOf(schema);
    return name === undefined ? [] : [`${name}(${argument});`];
  };
  const whole = same.flatMap((schema) => call(schema, "data"));
  const first = prefix.flatMap((schema, position) => call(schema, `data[${position}]`));
  const fill = fillOf(items);
  const list = [...first, ...(fill === undefined ? [] : [`data.slice(${prefix.length}).forEach(${fill});`])];
  const any = [...whole, ...(list.length === 0 ? [] : ["if(Array.isArray(data)){", ...list, "}"])];
  const isNone = 'if(typeof data != "object" || data === null';
  const guards =
    any.length > 0
      ? [`${isNone}) return;`, ...any, "if(Array.isArray(data)) return;"]
      : [`${isNone} || Array.isArray(data)) return;`];
  return [...guards, ...objectLines(parts, call)];
}

function objectLines(
  { properties, patterns, others }: Pick<FillableParts, "properties" | "patterns" | "others">,
  call: (schema: JsonSchema | undefined, argument: string) => string[],
): string[] {
  const named = properties.flatMap(([name, schema]) => {
    const value = isSchemaObject(schema) && name !== "__proto__" ? schema.default : undefined;
    const place = memberOf("data", name);
    // The parameters inherit from `Object.prototype`: `data.constructor` exists even if it was not passed.
    const isInherited = name in Object.prototype;
    const has = `Object.hasOwn(data, ${stringLiteral(name)})`;
    const lacks = isInherited ? `!${has} || ${place} === undefined` : `${place} === undefined`;
    return [
      ...(value === undefined ? [] : [`if(${lacks}) ${place} = ${inlineLiteral(value)};`]),
      ...call(schema, place).map((code) => (isInherited ? `if(${has}) ${code}` : code)),
    ];
  });
  const matching = patterns.flatMap(([pattern, schema]) =>
    call(schema, "data[key]").map(
      (code) => `if(new RegExp(${stringLiteral(pattern)}, "u").test(key)) ${code}`,
    ),
  );
  const known = [
    ...properties.map(([name]) => `key !== ${stringLiteral(name)}`),
    ...patterns.map(([pattern]) => `!new RegExp(${stringLiteral(pattern)}, "u").test(key)`),
  ].join(" && ");
  const other = call(others, "data[key]").map((code) => (known === "" ? code : `if(${known}) ${code}`));
  const each = [...matching, ...other];
  return each.length === 0 ? named : [...named, "for(const key of Object.keys(data)){", ...each, "}"];
}

/**
 * The subschemas inside which defaults are filled in, by the values they apply to.
 *
 * Defaults are filled in by `properties`, through `allOf` and references, and inside items and properties, but not
 * inside `anyOf`, `oneOf`, `not` and conditions: which of their schemas apply is known only after validation.
 */
function fillableParts(root: JsonSchemaObject, schema: JsonSchemaObject) {
  const target = localReference(root, schema["$ref"]);
  return {
    /** Schemas that apply to the same value. */
    same: [...(target === undefined ? [] : [target]), ...schemaList(schema["allOf"])],
    properties: schemaMap(schema.properties),
    patterns: schemaMap(schema["patternProperties"]),
    others: isSchemaObject(schema.additionalProperties) ? schema.additionalProperties : undefined,
    prefix: schemaList(schema["prefixItems"]),
    items: isSchema(schema.items) ? schema.items : undefined,
  };
}

type FillableParts = ReturnType<typeof fillableParts>;

/** Whether filling in the defaults of a schema can change anything. */
export function fillsDefaults(
  root: JsonSchemaObject,
  schema: JsonSchema | undefined,
  seen: Set<JsonSchemaObject> = new Set(),
): boolean {
  if (!isSchemaObject(schema) || seen.has(schema)) return false;
  seen.add(schema);
  const { same, properties, patterns, others, prefix, items } = fillableParts(root, schema);
  const values = properties.map(([, property]) => property);
  if (values.some((value) => isSchemaObject(value) && value.default !== undefined)) return true;
  const nested = [...same, ...values, ...patterns.map(([, value]) => value), ...prefix, others, items];
  return nested.some((part) => fillsDefaults(root, part, seen));
}

/** Maximum number of schemas to apply while filling in the defaults of one empty object. */
const maxApplied = 20_000;

/** Throws when filling in defaults would never end or would create too many values. */
function assertFewDefaults(root: JsonSchemaObject, schema: JsonSchemaObject): void {
  const waiting: [JsonSchema | undefined, unknown][] = [[schema, {}]];
  const fills = new Map<JsonSchemaObject, boolean>();
  let applied = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [part, value] = next;
    if (!isSchemaObject(part) || typeof value !== "object" || value === null) continue;
    if (!fills.has(part)) fills.set(part, fillsDefaults(root, part));
    // No code is written for a schema that fills in nothing, however often it applies.
    if (fills.get(part) === false) continue;
    if (++applied > maxApplied)
      throw new Error("its defaults are recursive or create too many values; remove some of them");
    const { same, properties, patterns, others, prefix, items } = fillableParts(root, part);
    for (const each of same) waiting.push([each, value]);
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) waiting.push([prefix[index] ?? items, item]);
      continue;
    }
    for (const [name, property] of properties) {
      const fallback = isSchemaObject(property) ? property.default : undefined;
      waiting.push([property, Object.hasOwn(value, name) ? Reflect.get(value, name) : fallback]);
    }
    const named = new Set(properties.map(([name]) => name));
    for (const [name, inner] of Object.entries(value)) {
      for (const [, property] of patterns) waiting.push([property, inner]);
      if (!named.has(name)) waiting.push([others, inner]);
    }
  }
}
