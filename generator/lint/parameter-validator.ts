import type { JsonSchemaObject } from "@toolkiln/runtime";
import { mostAlternatives } from "../json-schema/alternatives.js";
import { bundleSchema } from "../json-schema/bundle-schema.js";
import { closeRoot } from "../json-schema/close-root.js";
import { compileSchema } from "../json-schema/schema-compiler.js";
import { collectExtensions, withoutInjected } from "../json-schema/schema-extensions.js";
import { walkSchema } from "../json-schema/walk-schema.js";
import { isJsonObject, type JsonObject } from "../values/json-object.js";
import type { ManifestView } from "./manifest-view.js";
import type { LintProject } from "./rule.js";

/** Schemas of one tool's parameters; no model makes use of more, and compiling them takes seconds. */
const mostSchemas = 2000;
/** Parameters that are compiled although no call names them, so that lint reports what Ajv refuses. */
const mostUnnamed = 500;
/** Comparisons after which telling everything would fill the memory: each that fails is an error of its own. */
const mostComparisons = 100_000;

/** A validator for some calls of a tool; undefined without a schema, an error when no validator can be made of it. */
export function parameterValidator(
  view: ManifestView,
  { documents }: LintProject,
  calls: readonly JsonObject[],
): ReturnType<typeof compileSchema> | undefined {
  const { schema: written = {} } = view.value;
  if (!isJsonObject(written)) return undefined;
  const document = { source: view.source, root: ["schema"] };
  const params = closeRoot(bundleSchema({ schema: written, document, path: ["schema"] }, documents));
  const refused = tooLarge(params);
  if (refused !== undefined) return refused;
  // What the application supplies is no part of a call.
  const { inject, complete } = collectExtensions(params);
  if (!complete) return new Error("`x-` keywords in it apply to more than 20,000 values");
  // The emitter compiles the schema in any case; here it is compiled only to try it on calls.
  if (calls.length === 0) return undefined;
  const schema = withoutInjected(params, inject);
  const comparisons = mostAlternatives(schema) * countValues(calls);
  return compileSchema(usedBy(calls, schema), comparisons > mostComparisons ? "first-error" : "all-errors");
}

function tooLarge(schema: unknown): Error | undefined {
  const size = walkSchema(schema, []).length;
  if (size <= mostSchemas) return undefined;
  return new Error(`it consists of ${size} schemas, and at most ${mostSchemas} make a tool's parameters`);
}

/** The schema without most of the parameters that none of the calls names; it says the same about the calls. */
function usedBy(calls: readonly JsonObject[], schema: JsonSchemaObject): JsonSchemaObject {
  const all = isJsonObject(schema.properties) ? schema.properties : {};
  if (Object.keys(all).length <= mostUnnamed) return schema;
  const names = new Set(calls.flatMap((params) => Object.keys(params)));
  const properties = Object.entries(all).filter(([name], index) => index < mostUnnamed || names.has(name));
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** How many values there are in a value, itself included. */
function countValues(value: unknown): number {
  const inner = typeof value === "object" && value !== null ? Object.values(value) : [];
  return inner.reduce<number>((sum, item) => sum + countValues(item), 1);
}
