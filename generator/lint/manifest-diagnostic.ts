import { describeValue } from "@toolkiln/runtime/vocabulary";
import type { ErrorObject } from "ajv/dist/2020.js";
import { diagnostic, type DiagnosticCode, type Diagnostic } from "../diagnostics/diagnostic.js";
import { didYouMean, suggest, variantOf } from "../diagnostics/suggest.js";
import { asObject, isJsonObject, valueAt, type JsonObject } from "../values/json-object.js";
import { defaultsName, nameOf } from "../read/find-manifests.js";
import type { ManifestPath, ManifestSource } from "../read/manifest-source.js";
import { oneOf, pathName, wordList } from "./describe-value.js";
import { convertTo, removeKey, renameKey, replaceValue, writeValue } from "./edit-value.js";

/** Names of manifest keys in other formats. */
const foreignKeys = wordsOf({
  schema: "parameters params input inputSchema input_schema arguments",
  result: "output outputSchema output_schema returns",
  name: "title displayName",
  description: "summary",
  risk: "risk_level riskLevel",
  wireName: "wire_name",
  hints: "annotations",
  requires: "permissions capabilities",
  tags: "labels",
  renamedFrom: "aliases",
});

/** Maps type names of other languages to JSON Schema types; `any` means to omit the type. */
const typeSynonyms: ReadonlyMap<string, string> = wordsOf({
  object: "dict dictionary map mapping record struct hash json",
  number: "float double decimal real numeric",
  integer: "int int32 int64 long uint uint32",
  string: "str text char file path date datetime uuid",
  boolean: "bool",
  array: "list tuple set vector sequence",
  null: "none nil void undefined",
  any: "any mixed unknown",
});

function wordsOf(meanings: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(meanings).flatMap(([meant, words]) =>
      words.split(" ").map((word) => [word, meant] as const),
    ),
  );
}

/** An Ajv error with the path of the value and the violated part of the schema. */
export interface Violation extends ErrorObject {
  readonly path: ManifestPath;
  readonly parentSchema: JsonObject;
}

export function nearestKey(key: string, violation: Violation): string | undefined {
  return certainKey(key, violation) ?? suggest(key, allowedKeys(violation));
}

/** The key that is certainly meant: given by its name in another format, or in another spelling. */
function certainKey(key: string, violation: Violation): string | undefined {
  const allowed = allowedKeys(violation);
  const foreign = violation.path.length === 0 ? foreignKeys.get(key) : undefined;
  return foreign !== undefined && allowed.includes(foreign) ? foreign : variantOf(key, allowed);
}

function allowedKeys({ parentSchema: { properties } }: Violation): string[] {
  return Object.keys(asObject(properties));
}

const descriptions: Readonly<Record<string, typeof invalidValue | undefined>> = {
  required: missingKey,
  additionalProperties: unknownKey,
  enum: unknownChoice,
  const: unknownChoice,
  type: wrongType,
};

/** Converts a violation of the manifest's schema to a diagnostic. */
export function toDiagnostic(violation: Violation, source: ManifestSource): Diagnostic {
  return (descriptions[violation.keyword] ?? invalidValue)(violation, source);
}

function missingKey({ path, params, data, parentSchema }: Violation, source: ManifestSource): Diagnostic {
  const key = String(params["missingProperty"]);
  const [first] = isJsonObject(data) && path.length === 0 ? Object.keys(data) : [];
  const place = source.place(first === undefined ? path : [first], "key");
  const where = path.length === 0 ? "" : ` in ${pathName(path)}`;
  const description = valueAt(parentSchema, ["properties", key, "description"]);
  const meaning =
    typeof description === "string" ? `: ${description.charAt(0).toLowerCase()}${description.slice(1)}` : ".";
  return diagnostic("TK2002", place, `The key \`${key}\` is missing${where}.`, `Add \`${key}\`${meaning}`);
}

function unknownKey(violation: Violation, source: ManifestSource): Diagnostic {
  const { path, params, data } = violation;
  const key = String(params["additionalProperty"]);
  const place = source.place([...path, key], "key");
  const file = nameOf(source.file) === defaultsName ? `\`${defaultsName}\`` : "a manifest";
  const where = path.length > 0 ? pathName(path) : file;
  const message = `\`${key}\` is not a key of ${where}.${didYouMean(nearestKey(key, violation))}`;
  const certain = certainKey(key, violation);
  const help = `The keys of ${where} are ${wordList(allowedKeys(violation))}.`;
  const isFree = certain !== undefined && valueAt(data, [certain]) === undefined;
  return diagnostic(
    "TK2003",
    place,
    message,
    isFree ? { fix: renameKey(source, [...path, key], certain) } : help,
  );
}

function unknownChoice(violation: Violation, source: ManifestSource): Diagnostic {
  const { path, data: value, params } = violation;
  const { allowedValues, allowedValue } = params;
  const allowed: unknown[] = Array.isArray(allowedValues) ? allowedValues : [allowedValue];
  const code = codeOf(violation, "TK2006");
  const word = typeof value === "string" ? value : "";
  const names = allowed.map(String);
  const synonym = code === "TK3006" ? typeSynonyms.get(word.toLowerCase()) : undefined;
  const certain = synonym ?? variantOf(word, names);
  if (certain === "any") {
    const message = `${pathName(path)} is "any", which is not a type; omit \`type\` to allow every value.`;
    const fix = removeKey(source, path, "remove it: without a type every value is allowed");
    return diagnostic(code, source.place(path), message, { fix });
  }
  const near = didYouMean(certain ?? suggest(word, names));
  const message = `${pathName(path)} is ${describeValue(value)}; expected ${oneOf(allowed)}.${near}`;
  const fix = writeValue(source, path, allowed.includes(certain) ? certain : undefined);
  return diagnostic(code, source.place(path), message, { fix });
}

function wrongType(violation: Violation, source: ManifestSource): Diagnostic {
  const { path, data: value, params } = violation;
  const own = codeOf(violation, "TK2004");
  const code = own.startsWith("TK3") ? own : "TK2004";
  const types = [params["type"] as string | string[]].flat();
  const expected = expectationOf(violation) ?? types.join(" or ");
  if (path.at(-1) === "required" && typeof value === "boolean") {
    // In draft 3, a property itself has `required: true`.
    const message = `${pathName(path)} is a boolean; expected a list of property names next to \`properties\`.`;
    const help = `Remove it here, and write \`required: [${String(path.at(-2) ?? "name")}]\` next to \`properties\`.`;
    return diagnostic("TK3005", source.place(path), message, help);
  }
  if (isJsonObject(value) && Object.hasOwn(value, "$data")) {
    const message = `${pathName(path)} takes its value from \`$data\`, which is not supported.`;
    return diagnostic("TK3019", source.place(path), message, `Write ${expected}.`);
  }
  const message = `${pathName(path)} is ${describeValue(value)}; expected ${expected}.`;
  return diagnostic(code, source.place(path), message, { fix: conversion(violation, types, source) });
}

/** A single word, not a list separated by commas or spaces. */
const singleWord = /^[\w./-]+$/;
/** Values that can only mean a text: list items, files of a test. Quotes do not make an id or a service valid. */
const textPath = /^(tests\/\d+\/workspace\/|(?!uses|renamedFrom).*\/\d+$)/;
/** Keys where a number means a text. A boolean is not quoted: it may mean something else. */
const textKey = /(^|\/)(name|title|description|message|code|pattern|\$comment)$/;

function conversion({ path, data: value, parentSchema }: Violation, types: string[], source: ManifestSource) {
  const [at, raw] = [path.join("/"), source.rawText(path)];
  if (value === null && path.length === 1 && !/^(id|description|result)$/.test(at))
    return removeKey(source, path, "remove the empty key");
  if (raw === undefined || value === null) return undefined;
  const { type: item } = asObject(parentSchema["items"] ?? { type: "string" });
  if (types.includes("array") && item === "string" && typeof value === "string" && singleWord.test(value))
    return replaceValue(source, path, `[${raw}]`, "make it a list");
  if (!types.includes("string")) return writeValue(source, path, convertTo(types, value));
  const isText = textPath.test(at) || (typeof value === "number" && textKey.test(at));
  return isText ? replaceValue(source, path, JSON.stringify(raw), "put it in quotes") : undefined;
}

function invalidValue(violation: Violation, source: ManifestSource): Diagnostic {
  const { path, data, keyword, message = "is not valid" } = violation;
  const expected = expectationOf(violation);
  const reason = expected === undefined ? `it ${message}` : `expected ${expected}`;
  const problem =
    keyword === "uniqueItems" ? "lists the same value twice" : `is ${describeValue(data)}; ${reason}`;
  return diagnostic(codeOf(violation, "TK2001"), source.place(path), `${pathName(path)} ${problem}.`);
}

function expectationOf({ parentSchema: { "x-expected": expected } }: Violation): string | undefined {
  return typeof expected === "string" ? expected : undefined;
}

/** The `x-code` of the violated schema; inside a JSON Schema, TK3005. */
function codeOf({ parentSchema, instancePath }: Violation, otherwise: DiagnosticCode): DiagnosticCode {
  const code = parentSchema["x-code"];
  if (typeof code === "string") return code as DiagnosticCode;
  return isInsideSchema(instancePath) ? "TK3005" : otherwise;
}

export function isInsideSchema(pointer: string): boolean {
  return /^\/(schema|result\/data|rules\/\d+\/(whenSchema|when\/[^/]*))\//.test(pointer);
}
