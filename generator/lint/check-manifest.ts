import type { ErrorObject } from "ajv/dist/2020.js";
import { diagnostic, type Diagnostic } from "../diagnostics/diagnostic.js";
import type { ManifestSource } from "../read/manifest-source.js";
import { validateManifest } from "../schema/manifest-validator.js";
import { defaultsKeys, manifestSchema, schemaDefinition } from "../schema/schemas.js";
import { asObject, valueAt, type JsonObject } from "../values/json-object.js";
import { instancePath, violatedSchema } from "../json-schema/pointer-step.js";
import { isInsideSchema, nearestKey, toDiagnostic, type Violation } from "./manifest-diagnostic.js";

/** Validates a manifest against the manifest schema. Keys from the folder's defaults are checked in the defaults file. */
export function checkManifest(
  value: unknown,
  source: ManifestSource,
  inherited: ReadonlySet<string>,
  categories: readonly string[] = [],
): Diagnostic[] {
  const errors = errorsOf(value, categories).filter((error) => !inherited.has(topKey(error)));
  return describe(errors, value, source);
}

const { properties } = manifestSchema as { readonly properties: JsonObject };
const defaultsSchema: JsonObject = {
  properties: Object.fromEntries(defaultsKeys.map((key) => [key, properties[key]])),
};

/** Validates a folder's defaults: some of the manifest keys, none required. */
export function checkDefaults(source: ManifestSource, categories: readonly string[] = []): Diagnostic[] {
  const value = asObject(source.value);
  const unknown = Object.keys(value).filter((key) => !defaultsKeys.includes(key));
  const errors = errorsOf(value, categories).filter((error) => defaultsKeys.includes(topKey(error)));
  return describe([...unknown.map((key) => unknownDefault(key, value)), ...errors], value, source);
}

function unknownDefault(key: string, data: JsonObject): ErrorObject {
  const params = { additionalProperty: key };
  const place = { instancePath: "", schemaPath: "#/additionalProperties" };
  return { keyword: "additionalProperties", ...place, params, data, parentSchema: defaultsSchema };
}

/** The schema lists only the built-in categories; configured ones are valid too. */
function errorsOf(value: unknown, categories: readonly string[]): ErrorObject[] {
  if (validateManifest(value)) return [];
  const category = valueAt(value, ["category"]);
  return (validateManifest.errors ?? []).flatMap((error) => {
    if (error.keyword !== "enum" || error.instancePath !== "/category") return [error];
    if (categories.some((known) => known === category)) return [];
    const known: unknown = error.params["allowedValues"];
    return [{ ...error, params: { allowedValues: [...(Array.isArray(known) ? known : []), ...categories] } }];
  });
}

/** Ajv's paths in a JSON Schema start at `schemaDefinition`. */
function parentSchemaOf(error: ErrorObject): JsonObject {
  const violated = isInsideSchema(`${error.instancePath}/`) ? violatedSchema(error, schemaDefinition) : {};
  return Object.keys(violated).length > 0 ? violated : violatedSchema(error, manifestSchema);
}

/** Maximum reported errors per file; a file with more is not a manifest. */
const maxErrors = 100;

function describe(all: readonly ErrorObject[], value: unknown, source: ManifestSource): Diagnostic[] {
  const violations = all.slice(0, maxErrors).map((error): Violation => {
    const path = instancePath(error.instancePath, value);
    return { data: valueAt(value, path), parentSchema: parentSchemaOf(error), ...error, path };
  });
  const intended = new Set(violations.map(misspelledKey));
  const choices = new Set(
    violations.filter(({ keyword }) => keyword === "enum").map((one) => one.instancePath),
  );
  const isConsequence = ({ keyword, instancePath: at, params }: Violation): boolean =>
    keyword === "if" ||
    // Report an unknown choice once, not also as a wrong type.
    (keyword === "type" && choices.has(at)) ||
    (keyword === "required" && intended.has(`${at}/${params["missingProperty"]}`));
  const diagnostics = violations.filter((one) => !isConsequence(one)).map((one) => toDiagnostic(one, source));
  if (all.length <= maxErrors) return diagnostics;
  const message = `The file has ${all.length - maxErrors} more errors, which are not listed.`;
  const help = "Fix the listed errors first.";
  return [...diagnostics, diagnostic("TK2001", { file: source.file }, message, help)];
}

function topKey({ instancePath: at, params }: ErrorObject): string {
  return at === "" ? String(params["additionalProperty"] ?? "") : (at.split("/")[1] ?? "");
}

/** The key that was most likely intended; the error that this key is missing has the same cause. */
function misspelledKey(violation: Violation): string | undefined {
  const key: unknown = violation.params["additionalProperty"];
  const near = typeof key === "string" ? nearestKey(key, violation) : undefined;
  return near && `${violation.instancePath}/${near}`;
}
