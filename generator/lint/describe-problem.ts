import type { ErrorObject } from "ajv/dist/2020.js";
import { diagnostic, type DiagnosticCode } from "../diagnostics/catalog.js";
import type { Diagnostic, Fix } from "../diagnostics/diagnostic.js";
import { didYouMean, suggest, variantOf } from "../diagnostics/suggest.js";
import { isJsonObject, type JsonObject } from "../values/json-object.js";
import { defaultsName, nameOf } from "../read/find-manifests.js";
import type { ManifestPath, ManifestSource } from "../read/manifest-source.js";
import { describeValue, oneOf, pathName, quoted } from "./describe-value.js";
import { convertTo, removeKey, renameKey, replaceValue } from "./edit-value.js";
import { instancePath } from "./instance-path.js";
import { allowedKeys, certainKey, nearestKey } from "./meant-key.js";
import { typeSynonyms } from "./type-synonyms.js";

/** What Ajv finds wrong with a manifest, in words of the manifest. */
export function describeProblem(error: ErrorObject, source: ManifestSource): Diagnostic {
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
  const [first] = isJsonObject(error.data) ? Object.keys(error.data) : [];
  const place =
    path.length > 0 || first === undefined ? source.place(path, "key") : source.place([first], "key");
  const where = path.length === 0 ? "" : ` in ${pathName(path)}`;
  const description = propertyOf(error, key)?.["description"];
  const help = `Add \`${key}\`${typeof description === "string" ? `: ${description}` : "."}`;
  return diagnostic("TK2002", place, `The key \`${key}\` is missing${where}.`, { help });
}

function isDefaults({ file }: ManifestSource): boolean {
  return nameOf(file) === defaultsName;
}

function unknownKey(error: ErrorObject, path: ManifestPath, source: ManifestSource): Diagnostic {
  const key = String(error.params["additionalProperty"]);
  const place = source.place([...path, key], "key");
  const allowed = allowedKeys(error);
  const present = isJsonObject(error.data) ? error.data : {};
  const where = path.length > 0 ? pathName(path) : isDefaults(source) ? "a folder's defaults" : "a manifest";
  const help = `The keys of ${where} are ${oneOf(allowed)}.`;
  const message = `\`${key}\` is not a key of ${where}.${didYouMean(nearestKey(key, error))}`;
  const certain = certainKey(key, error);
  if (certain === undefined || Object.hasOwn(present, certain))
    return diagnostic("TK2003", place, message, { help });
  return diagnostic("TK2003", place, message, { fix: renameKey(source, [...path, key], certain) });
}

function unknownChoice(error: ErrorObject, path: ManifestPath, source: ManifestSource): Diagnostic {
  const { allowedValues, allowedValue } = error.params;
  const allowed: unknown[] = Array.isArray(allowedValues) ? allowedValues : [allowedValue];
  const code = codeOf(error, "TK2006");
  const value: unknown = error.data;
  const synonym =
    code === "TK3006" && typeof value === "string" ? typeSynonyms.get(value.toLowerCase()) : undefined;
  const names = allowed.map(String);
  const certain = synonym ?? (typeof value === "string" ? variantOf(value, names) : undefined);
  const near = certain ?? (typeof value === "string" ? suggest(value, names) : undefined);
  if (near === "any") {
    const message = `${pathName(path)} is "any", which is not a type; omit \`type\` to allow every value.`;
    const fix = removeKey(source, path, "remove it: without a type every value is allowed");
    return diagnostic(code, source.place(path), message, { fix });
  }
  const message = `${pathName(path)} is ${describeValue(value)}; expected ${oneOf(allowed)}.${didYouMean(near)}`;
  const isAllowed = certain !== undefined && allowed.includes(certain);
  const fix = isAllowed ? replaceValue(source, path, certain, `write \`${certain}\``) : undefined;
  return diagnostic(code, source.place(path), message, { fix });
}

function wrongType(error: ErrorObject, path: ManifestPath, source: ManifestSource): Diagnostic {
  const own = codeOf(error, "TK2004");
  const code = own.startsWith("TK3") ? own : "TK2004";
  const value: unknown = error.data;
  const types = [error.params["type"] as string | string[]].flat();
  const last = path.at(-1);
  if (last === "required" && typeof value === "boolean") return requiredFlag(path, source);
  if (isJsonObject(value) && Object.hasOwn(value, "$data")) {
    const message = `${pathName(path)} takes its value from \`$data\`, which is not supported.`;
    return diagnostic("TK3019", source.place(path), message, { help: `Write ${expectedBy(error, types)}.` });
  }
  const message = `${pathName(path)} is ${describeValue(value)}; expected ${expectedBy(error, types)}.`;
  const fix = conversion(types, value, path, source);
  return diagnostic(code, source.place(path), message, fix ? { fix } : conversionHelp(types, value));
}

/** What a person may write where a machine cannot know it. */
function conversionHelp(types: readonly string[], value: unknown): { readonly help?: string } {
  if (typeof value === "number" && types.includes("string")) return { help: "Put it in quotes." };
  if (typeof value !== "string" || value.trim() === "" || !types.includes("array")) return {};
  const parts = value.split(/\s*[,;|]\s*/).filter((part) => part !== "");
  return { help: `Write a list: \`${JSON.stringify(parts).replaceAll('","', '", "')}\`, if that is meant.` };
}

/** One word; text with commas or spaces may stand for a list of several. */
const singleWord = /^[\w./-]+$/;

/** Draft 3 wrote `required: true` on the property itself. */
function requiredFlag(path: ManifestPath, source: ManifestSource): Diagnostic {
  const property = path.at(-2);
  const message = `${pathName(path)} is a flag; expected a list of property names, beside \`properties\`.`;
  const help = `Remove it here, and write \`required: [${String(property ?? "name")}]\` beside \`properties\`.`;
  return diagnostic("TK3005", source.place(path), message, { help });
}

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
  for (const type of types) {
    const meant = convertTo(type, value);
    if (meant !== undefined)
      return replaceValue(source, path, JSON.stringify(meant), `write ${quoted(meant)}`);
  }
  return undefined;
}

function invalidValue(error: ErrorObject, path: ManifestPath, source: ManifestSource): Diagnostic {
  const code = codeOf(error, "TK2001");
  const expected = error.parentSchema?.["x-expected"];
  const says =
    typeof expected === "string" ? `expected ${expected}` : `it ${error.message ?? "is not valid"}`;
  const detail = error.keyword === "uniqueItems" ? "has a duplicate" : `is ${describeValue(error.data)}`;
  return diagnostic(code, source.place(path), `${pathName(path)} ${detail}; ${says}.`);
}

function expectedBy(error: ErrorObject, types: readonly string[]): string {
  const expected = error.parentSchema?.["x-expected"];
  return typeof expected === "string" ? expected : types.join(" or ");
}

/** The schema says which code its violations have; below a JSON Schema it is the code of that. */
function codeOf(error: ErrorObject, otherwise: DiagnosticCode): DiagnosticCode {
  const code: unknown = error.parentSchema?.["x-code"];
  if (typeof code === "string") return code as DiagnosticCode;
  return isInsideSchema(error.instancePath) ? "TK3005" : otherwise;
}

function isInsideSchema(pointer: string): boolean {
  return /^\/(schema|result\/data|rules\/\d+\/(whenSchema|when\/[^/]*))\//.test(pointer);
}

function propertyOf(error: ErrorObject, key: string): JsonObject | undefined {
  const { properties } = error.parentSchema ?? {};
  const property = isJsonObject(properties) ? properties[key] : undefined;
  return isJsonObject(property) ? property : undefined;
}
