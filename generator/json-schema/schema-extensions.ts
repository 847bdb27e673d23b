import type { JsonSchemaObject } from "@toolkiln/runtime";
import type { InjectedParameter, PathParameter } from "@toolkiln/runtime/vocabulary";
import type { ManifestPath } from "../read/manifest-source.js";
import { isJsonObject, type JsonObject } from "../values/json-object.js";
import { localReference } from "./local-reference.js";
import { escapeStep } from "./pointer-step.js";
import { subschemas, walkSchema } from "./walk-schema.js";

export interface SchemaExtensions {
  readonly paths: readonly PathParameter[];
  readonly sensitive: readonly string[];
  readonly inject: readonly InjectedParameter[];
  readonly renamedParameters: { readonly [oldName: string]: string };
}

export type ValueKeyword = (typeof valueKeywords)[number];

export interface DescribedValues {
  readonly schema: JsonObject;
  /** Path from the parameters to the values: property names or item indexes; undefined for any. */
  readonly valuePath: readonly (string | undefined)[];
  /** The path of the schema below the root, or of the `$ref` to it. */
  readonly path: ManifestPath;
  readonly isReferenced: boolean;
  /** An outer keyword under which the schema does not apply to parameter values. */
  readonly inert?: string;
  /** The outer `items` or similar keyword, if sibling schemas may allow text other than paths. */
  readonly rest?: string;
  readonly seen: readonly unknown[];
}

const valueKeywords = ["x-path", "x-sensitive"] as const;
const ownKeywords = [...valueKeywords, "x-inject", "x-renamed-from"];
/** Keywords whose schemas do not describe values: negations, conditions, property names and the like. */
const inertKeywords = new Set(["not", "if", "propertyNames", "contains", "contentSchema"]);
/** Maximum values to visit: a few definitions that each reference the next one twice describe millions. */
export const maxValues = 20_000;

/** Collects toolkiln's keywords from a bundled parameter schema, also below `$ref`, `allOf` and `anyOf`. */
export function collectExtensions(root: JsonSchemaObject): SchemaExtensions {
  const paths = new Map<string, PathParameter>();
  const sensitive = new Set<string>();
  const inject = new Map<string, InjectedParameter>();
  const renamed = new Map<string, string>();
  for (const { schema, valuePath, inert } of describedValues(root)) {
    if (inert !== undefined || !ownKeywords.some((keyword) => schema[keyword] !== undefined)) continue;
    const pointer = valuePath.map((step) => `/${step === undefined ? "*" : escapeName(step)}`).join("");
    const { "x-path": path, "x-inject": key, "x-renamed-from": oldNames } = schema;
    if (isJsonObject(path)) paths.set(pointer, strictest(pathParameter(pointer, path), paths.get(pointer)));
    // `/*`: all parameters are sensitive.
    if (schema["x-sensitive"] === true) sensitive.add(pointer || "/*");
    const [parameter, ...deeper] = valuePath;
    if (parameter === undefined || deeper.length > 0) continue;
    if (typeof key === "string") {
      const required = Array.isArray(root.required) && root.required.includes(parameter);
      inject.set(parameter, { parameter, key, ...(!required && { optional: true }) });
    }
    for (const old of [oldNames].flat()) if (typeof old === "string") renamed.set(old, parameter);
  }
  return {
    paths: [...paths.values()],
    sensitive: [...sensitive],
    inject: [...inject.values()],
    renamedParameters: Object.fromEntries(renamed),
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

/** Merges two settings for one path: `workspace` wins; otherwise the first one does. */
function strictest(second: PathParameter, first: PathParameter = second): PathParameter {
  return second.within === "workspace" ? { ...first, within: "workspace" } : first;
}

export function valueKeywordsOf(schema: JsonObject): readonly ValueKeyword[] {
  return valueKeywords.filter((keyword) => schema[keyword] !== undefined);
}

/**
 * Every schema with the values that it describes, up to a limit. Follows only references that lead to a toolkiln keyword.
 * Calls `onCycle` for recursion to a value keyword, which would apply at every depth.
 */
export function* describedValues(
  root: JsonSchemaObject,
  onCycle: (at: DescribedValues) => void = () => undefined,
): Generator<DescribedValues> {
  const relevant = schemasWithKeywords(root, ownKeywords);
  if (!relevant.has(root)) return;
  const withValues = schemasWithKeywords(root, valueKeywords);
  const stack: DescribedValues[] = [
    { schema: root, valuePath: [], path: [], isReferenced: false, seen: [root] },
  ];
  let visited = 0;
  for (let next = stack.pop(); next !== undefined && visited <= maxValues; next = stack.pop()) {
    visited++;
    yield next;
    const { schema, valuePath, path, isReferenced, seen } = next;
    const inner: DescribedValues[] = [];
    const target = localReference(root, schema["$ref"]);
    if (seen.includes(target)) {
      if (withValues.has(target)) onCycle(next);
    } else if (isJsonObject(target) && relevant.has(target))
      inner.push({ ...next, schema: target, isReferenced: true, seen: [...seen, target] });
    for (const { schema: part, keyword, name, path: step } of subschemas(schema)) {
      if (!isJsonObject(part) || keyword === "$defs" || keyword === "definitions") continue;
      inner.push({
        ...next,
        schema: part,
        valuePath: [...valuePath, ...stepOf(keyword, name)],
        path: isReferenced ? path : [...path, ...step],
        ...(inertKeywords.has(keyword) && { inert: keyword }),
        ...(hasTextSiblings(keyword, schema) && { rest: keyword }),
      });
    }
    stack.push(...inner.toReversed());
  }
}

/** Those of the root and its definitions that contain or reference one of these keywords. */
function schemasWithKeywords(root: JsonSchemaObject, keywords: readonly string[]): ReadonlySet<unknown> {
  const { $defs, ...own } = root;
  const parts = [[root, own] as const, ...Object.values($defs ?? {}).map((each) => [each, each] as const)];
  const nodes = parts.map(([schema, part]) => [schema, walkSchema(part, [])] as const);
  const relevant = new Set<unknown>();
  for (let before = -1; before !== relevant.size;) {
    before = relevant.size;
    for (const [schema, inside] of nodes) {
      const isRelevant = inside.some(
        (node) =>
          keywords.some((keyword) => node.schema[keyword] !== undefined) ||
          relevant.has(localReference(root, node.schema["$ref"])),
      );
      if (isRelevant) relevant.add(schema);
    }
  }
  return relevant;
}

const named = /^(?:properties|prefixItems)$/;
const unnamed = /^(?:items|unevaluatedItems|(?:additional|pattern|unevaluated)Properties)$/;

function stepOf(keyword: string, name: string | number | undefined): DescribedValues["valuePath"] {
  if (named.test(keyword)) return [String(name)];
  return unnamed.test(keyword) ? [undefined] : [];
}

/** Whether a keyword for unnamed values, such as `items`, has named siblings with text other than paths. */
function hasTextSiblings(keyword: string, parent: JsonObject): boolean {
  if (!unnamed.test(keyword)) return false;
  const names = /items/i.test(keyword) ? "prefixItems" : "properties";
  return subschemas(parent).some(
    ({ keyword: sibling, schema }) =>
      sibling === names && isJsonObject(schema) && mayContainText(schema) && schema["x-path"] === undefined,
  );
}

function mayContainText({ type }: JsonObject): boolean {
  const types: unknown[] = [type].flat();
  return type === undefined || types.some((one) => one === "string" || one === "object" || one === "array");
}

/** Escapes a name in a pointer, where a bare `*` means any name. */
function escapeName(name: string): string {
  return escapeStep(name).replaceAll("*", "~2");
}

/** The schema of only the injected parameters, or of all others. */
export function selectParameters(
  schema: JsonSchemaObject,
  inject: readonly InjectedParameter[],
  which: "injected" | "others",
): JsonSchemaObject {
  const isInjected = (name: string): boolean => inject.some(({ parameter }) => parameter === name);
  const isSelected = (name: string): boolean => isInjected(name) === (which === "injected");
  const select = (node: JsonSchemaObject): JsonSchemaObject => {
    const { properties, required, allOf: parts } = node;
    return {
      ...(which === "others" && node),
      ...(isJsonObject(properties) && {
        properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isSelected(name))),
      }),
      ...(which === "others" && Array.isArray(required) && { required: required.filter(isSelected) }),
      ...(Array.isArray(parts) && {
        allOf: parts.map((part: unknown) => (isJsonObject(part) ? select(part) : part)),
      }),
    };
  };
  const { $defs } = schema;
  return inject.length === 0 ? schema : { ...select(schema), ...($defs !== undefined && { $defs }) };
}
