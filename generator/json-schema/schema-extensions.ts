import type { JsonSchemaObject } from "@toolkiln/runtime";
import type { InjectedParameter, PathParameter } from "@toolkiln/runtime/vocabulary";
import { isJsonObject, type JsonObject } from "../values/json-object.js";
import { localReference } from "./local-reference.js";
import { escapeStep } from "./pointer-step.js";
import { link, reachable } from "./reachable.js";
import { subschemas, walkSchema } from "./walk-schema.js";

/** What toolkiln's own keywords in a schema ask for. */
export interface SchemaExtensions {
  readonly paths: readonly PathParameter[];
  readonly sensitive: readonly string[];
  readonly inject: readonly InjectedParameter[];
  readonly renamedParameters: { readonly [oldName: string]: string };
  /** Whether every value was looked at; a schema that describes too many is refused. */
  readonly complete: boolean;
}

/** Collects toolkiln's own keywords from a bundled parameter schema, also below `$ref`, `allOf` and `anyOf`. */
export function collectExtensions(schema: JsonSchemaObject): SchemaExtensions {
  const paths = new Map<string, PathParameter>();
  const sensitive = new Set<string>();
  const inject = new Map<string, InjectedParameter>();
  const renamed = new Map<string, string>();
  const complete = visitValues(schema, (node, way) => {
    if (!ownKeywords.some((keyword) => node[keyword] !== undefined)) return;
    const pointer = way.map((step) => `/${step === undefined ? "*" : escapeName(step)}`).join("");
    const { "x-path": path, "x-inject": key, "x-renamed-from": oldNames } = node;
    if (isJsonObject(path)) paths.set(pointer, strictest(pathParameter(pointer, path), paths.get(pointer)));
    // Parameters that are sensitive as a whole are so one by one.
    if (node["x-sensitive"] === true) sensitive.add(pointer || "/*");
    const [parameter, ...deeper] = way;
    if (parameter === undefined || deeper.length > 0) return;
    if (typeof key === "string") {
      const required = Array.isArray(schema.required) && schema.required.includes(parameter);
      inject.set(parameter, { parameter, key, ...(!required && { optional: true }) });
    }
    for (const old of [oldNames].flat()) if (typeof old === "string") renamed.set(old, parameter);
  });
  return {
    paths: [...paths.values()],
    sensitive: [...sensitive],
    inject: [...inject.values()],
    renamedParameters: Object.fromEntries(renamed),
    complete,
  };
}

function pathParameter(pointer: string, { within, exists, kind }: JsonObject): PathParameter {
  return {
    pointer,
    within: within === "anywhere" ? "anywhere" : "workspace",
    ...(typeof exists === "boolean" && { exists }),
    ...((kind === "file" || kind === "directory") && { kind }),
  };
}

/** What two schemas ask of one path: it stays in the workspace when either says so; the rest comes from the first one. */
function strictest(second: PathParameter, first: PathParameter = second): PathParameter {
  return second.within === "workspace" ? { ...first, within: "workspace" } : first;
}

/** Schemas that say what must not be, only choose between others, or describe what is no value of the parameters. */
const unspoken = new Set(["not", "if", "propertyNames", "contains", "contentSchema", "$defs", "definitions"]);
const ownKeywords = ["x-path", "x-sensitive", "x-inject", "x-renamed-from"];
/** Values that are looked at; a few definitions that point at each other twice describe millions. */
const mostValues = 20_000;

/** Whether a keyword's schemas describe values that keywords of ours can speak of. */
export function describesValues(keyword: string): boolean {
  return !unspoken.has(keyword);
}

/** From a value to one in it: a property's name or an item's position, undefined for any of them. */
type Step = string | undefined;

interface Visit {
  readonly schema: unknown;
  readonly way: readonly Step[];
  /** The definitions that were entered on the way here. */
  readonly entered?: { readonly target: unknown; readonly before?: Visit["entered"] };
}

/**
 * Calls back for every schema with the way to the values it describes; definitions without a keyword of ours are not
 * entered. Tells whether that was everything, which it cannot be where a definition with one contains itself.
 */
function visitValues(
  root: JsonSchemaObject,
  visitor: (node: JsonObject, way: readonly Step[]) => void,
): boolean {
  const telling = tellingDefinitions(root);
  const stack: Visit[] = [{ schema: root, way: [] }];
  let visited = 0;
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { schema, way, entered } = next;
    if (!isJsonObject(schema)) continue;
    if (++visited > mostValues) return false;
    visitor(schema, way);
    const inner: Visit[] = [];
    const target = localReference(root, schema["$ref"]);
    if (target !== root && telling.has(target)) {
      if (wasEntered(target, entered)) return false;
      inner.push({ schema: target, way, entered: { target, ...(entered && { before: entered }) } });
    }
    for (const { schema: part, keyword, name } of subschemas(schema)) {
      if (!describesValues(keyword)) continue;
      inner.push({ schema: part, way: [...way, ...stepOf(keyword, name)], ...(entered && { entered }) });
    }
    stack.push(...inner.toReversed());
  }
  return true;
}

function wasEntered(target: unknown, entered: Visit["entered"]): boolean {
  for (let current = entered; current !== undefined; current = current.before)
    if (current.target === target) return true;
  return false;
}

/** The definitions that hold a keyword of ours, or point at one that does. */
function tellingDefinitions(root: JsonSchemaObject): ReadonlySet<unknown> {
  const definitions = isJsonObject(root["$defs"]) ? Object.values(root["$defs"]) : [];
  const pointedAtBy = new Map<unknown, unknown[]>();
  const speaking = new Set<unknown>();
  for (const definition of definitions) {
    for (const { schema } of walkSchema(definition, [])) {
      const target = localReference(root, schema["$ref"]);
      if (target !== undefined) link(pointedAtBy, target, definition);
      if (ownKeywords.some((keyword) => schema[keyword] !== undefined)) speaking.add(definition);
    }
  }
  return reachable(speaking, pointedAtBy);
}

function stepOf(keyword: string, name: string | number | undefined): readonly Step[] {
  switch (keyword) {
    case "properties":
    case "prefixItems":
      return [String(name)];
    case "items":
    case "additionalProperties":
    case "patternProperties":
    case "unevaluatedProperties":
    case "unevaluatedItems":
      return [undefined];
    default:
      return [];
  }
}

/** A name as a part of a pattern, in which a bare `*` stands for any. */
function escapeName(name: string): string {
  return escapeStep(name).replaceAll("*", "~2");
}

/** What the schema says of the parameters that the application supplies, and of nothing else. */
export function onlyInjected(
  { $defs, ...schema }: JsonSchemaObject,
  inject: readonly InjectedParameter[],
): JsonSchemaObject {
  const names = new Set(inject.map(({ parameter }) => parameter));
  const keep = ({ properties, allOf: parts }: JsonSchemaObject): JsonSchemaObject => ({
    ...(isJsonObject(properties) && {
      properties: Object.fromEntries(Object.entries(properties).filter(([name]) => names.has(name))),
    }),
    ...(Array.isArray(parts) && { allOf: parts.filter(isJsonObject).map(keep) }),
  });
  return { ...keep(schema), ...($defs !== undefined && { $defs }) };
}

/** The schema without the parameters that the application supplies. */
export function withoutInjected(
  schema: JsonSchemaObject,
  inject: readonly InjectedParameter[],
): JsonSchemaObject {
  if (inject.length === 0) return schema;
  const names = new Set(inject.map(({ parameter }) => parameter));
  const strip = (node: JsonSchemaObject): JsonSchemaObject => {
    const { properties, required, allOf: parts } = node;
    return {
      ...node,
      ...(isJsonObject(properties) && {
        properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !names.has(name))),
      }),
      ...(Array.isArray(required) && { required: required.filter((name) => !names.has(name)) }),
      ...(Array.isArray(parts) && {
        allOf: parts.map((part: unknown) => (isJsonObject(part) ? strip(part) : part)),
      }),
    };
  };
  return strip(schema);
}
