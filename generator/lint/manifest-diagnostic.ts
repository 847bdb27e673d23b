import { describeValue } from "@toolkiln/runtime/vocabulary";
import type { ErrorObject } from "ajv/dist/2020.js";
import { diagnostic, type DiagnosticCode, type Diagnostic, type Fix } from "../diagnostics/diagnostic.js";
import { didYouMean, suggest, variantOf } from "../diagnostics/suggest.js";
import { isJsonObject } from "../values/json-object.js";
import { defaultsName, nameOf } from "../read/find-manifests.js";
import type { ManifestPath, ManifestSource } from "../read/manifest-source.js";
import { oneOf, pathName, wordList } from "./describe-value.js";
import { convertTo, removeKey, renameKey, replaceValue, writeValue } from "./edit-value.js";
import { instancePath } from "../json-schema/pointer-step.js";

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

export function nearestKey(key: string, error: ErrorObject): string | undefined {
  return certainKey(key, error) ?? suggest(key, allowedKeys(error));
}

/** The key that was certainly intended: its name in another format, or another spelling. */
function certainKey(key: string, error: ErrorObject): string | undefined {
  const allowed = allowedKeys(error);
  const foreign = error.instancePath === "" ? foreignKeys.get(key) : undefined;
  return foreign !== undefined && allowed.includes(foreign) ? foreign : variantOf(key, allowed);
}

function allowedKeys({ parentSchema }: ErrorObject): string[] {
  const { properties } = parentSchema ?? {};
  return isJsonObject(properties) ? Object.keys(properties) : [];
}

/** Converts an Ajv error of a manifest to a diagnostic. */
export function toDiagnostic(error: ErrorObject, source: ManifestSource): Diagnostic {
  const path = instancePath(error.instancePath, source.value);
  switch (error.keyword) {
    case "required":
      return missingKey(error, path, source);
    case "additionalProperties":
      return unknownKey(error, path, source);
    case "enum":
    case "const":
      return unknownChoice(error, path, source);
    case "type":
      return wrongType(error, path, source);
    default:
      return invalidValue(error, path, source);
  }
}

function missingKey(error: ErrorObject, path: ManifestPath, source: ManifestSource): Diagnostic {
  const key = String(error.params["missingProperty"]);
  const [first] = isJsonObject(error.data) && path.length === 0 ? Object.keys(error.data) : [];
  const place = source.place(first === undefined ? path : [first], "key");
  const where = path.length === 0 ? "" : ` in ${pathName(path)}`;
  const { properties } = error.parentSchema ?? {};
  const property = isJsonObject(properties) ? properties[key] : undefined;
  const description = isJsonObject(property) ? property["description"] : undefined;
  const meaning =
    typeof description === "string" ? `: ${description.charAt(0).toLowerCase()}${description.slice(1)}` : ".";
  const help = `Add \`${key}\`${meaning}`;
  return diagnostic("TK2002", place, `The key \`${key}\` is missing${where}.`, help);
}

function unknownKey(error: ErrorObject, path: ManifestPath, source: ManifestSource): Diagnostic {
  const key = String(error.params["additionalProperty"]);
  const place = source.place([...path, key], "key");
  const present = isJsonObject(error.data) ? error.data : {};
  const file = nameOf(source.file) === defaultsName ? "a folder's defaults" : "a manifest";
  const where = path.length > 0 ? pathName(path) : file;
  const message = `\`${key}\` is not a key of ${where}.${didYouMean(nearestKey(key, error))}`;
  const certain = certainKey(key, error);
  if (certain === undefined || Object.hasOwn(present, certain))
    return diagnostic("TK2003", place, message, `The keys of ${where} are ${wordList(allowedKeys(error))}.`);
  return diagnostic("TK2003", place, message, { fix: renameKey(source, [...path, key], certain) });
}

function unknownChoice(error: ErrorObject, path: ManifestPath, source: ManifestSource): Diagnostic {
  const { allowedValues, allowedValue } = error.params;
  const allowed: unknown[] = Array.isArray(allowedValues) ? allowedValues : [allowedValue];
  const code = codeOf(error, "TK2006");
  const value: unknown = error.data;
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

function wrongType(error: ErrorObject, path: ManifestPath, source: ManifestSource): Diagnostic {
  const own = codeOf(error, "TK2004");
  const code = own.startsWith("TK3") ? own : "TK2004";
  const value: unknown = error.data;
  const types = [error.params["type"] as string | string[]].flat();
  const expected = expectationOf(error) ?? types.join(" or ");
  if (path.at(-1) === "required" && typeof value === "boolean") {
    // In draft 3, a property itself has `required: true`.
    const message = `${pathName(path)} is a boolean; expected a list of property names next to \`properties\`.`;
    const help = `Remove it here, and write \`required: [${String(path.at(-2) ?? "name")}]\` next to \`properties\`.`;
    return diagnostic("TK3005", source.place(path), message, help);
  }
  if (isJsonObject(value) && Object.hasOwn(value, "$data")) {
    const message = `${pathName(path)} takes its value from \`$data\`, which is not supported.`;
    return diagnostic("TK3019", source.place(path), message, { help: `Write ${expected}.` });
  }
  const message = `${pathName(path)} is ${describeValue(value)}; expected ${expected}.`;
  return diagnostic(code, source.place(path), message, { fix: conversion(types, value, path, source) });
}

/** A single word, not a list separated by commas or spaces. */
const singleWord = /^[\w./-]+$/;

function conversion(
  types: readonly string[],
  value: unknown,
  path: ManifestPath,
  source: ManifestSource,
): Fix | undefined {
  if (value === null && path.length === 1) return removeKey(source, path, "remove the empty key");
  const raw = source.rawText(path);
  if (raw === undefined) return undefined;
  if (types.includes("array") && typeof value === "string" && singleWord.test(value))
    return replaceValue(source, path, `[${raw}]`, "make it a list");
  if (types.includes("string") && (typeof value === "number" || typeof value === "boolean"))
    return replaceValue(source, path, JSON.stringify(raw), "put it in quotes");
  return writeValue(source, path, convertTo(types, value));
}

function invalidValue(error: ErrorObject, path: ManifestPath, source: ManifestSource): Diagnostic {
  if (error.keyword === "uniqueItems") {
    const message = `${pathName(path)} contains a value twice.`;
    return diagnostic(codeOf(error, "TK2001"), source.place(path), message);
  }
  const expected = expectationOf(error);
  const reason = expected === undefined ? `it ${error.message ?? "is not valid"}` : `expected ${expected}`;
  const message = `${pathName(path)} is ${describeValue(error.data)}; ${reason}.`;
  return diagnostic(codeOf(error, "TK2001"), source.place(path), message);
}

function expectationOf({ parentSchema }: ErrorObject): string | undefined {
  const expected: unknown = parentSchema?.["x-expected"];
  return typeof expected === "string" ? expected : undefined;
}

/** The `x-code` of the violated schema; inside a JSON Schema, TK3005. */
function codeOf(error: ErrorObject, otherwise: DiagnosticCode): DiagnosticCode {
  const code: unknown = error.parentSchema?.["x-code"];
  if (typeof code === "string") return code as DiagnosticCode;
  return isInsideSchema(error.instancePath) ? "TK3005" : otherwise;
}

export function isInsideSchema(pointer: string): boolean {
  return /^\/(schema|result\/data|rules\/\d+\/(whenSchema|when\/[^/]*))\//.test(pointer);
}
