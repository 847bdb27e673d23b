import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { diagnostic, fileStart, type DiagnosticCode } from "../diagnostics/catalog.js";
import type { Diagnostic, Fix } from "../diagnostics/diagnostic.js";
import { suggest, variantOf } from "../diagnostics/suggest.js";
import { newAjv2020 } from "../json-schema/ajv-library.js";
import { interpretSchema } from "../json-schema/interpret-schema.js";
import { isJsonObject, type JsonObject } from "../model/json-object.js";
import { defaultsName, nameOf } from "../read/find-manifests.js";
import type { ManifestPath, ManifestSource } from "../read/manifest-source.js";
import { describeValue, oneOf, pathName, quoted } from "./describe-value.js";
import { convertTo, removeKey, renameKey, replaceValue } from "./edit-value.js";
import { foreignKeys } from "./foreign-keys.js";
import { instancePath } from "./instance-path.js";
import { defaultsSchema, manifestSchema } from "./manifest-schema.js";
import { typeSynonyms } from "./type-synonyms.js";

/** Checks files against the manifest's own schema. */
export interface ManifestChecker {
  /** `inherited` are the keys that come from the folder's defaults, where they are judged. */
  manifest(value: unknown, source: ManifestSource, inherited: ReadonlySet<string>): Diagnostic[];
  defaults(source: ManifestSource): Diagnostic[];
}

const checkers = new Map<string, ManifestChecker>();

/** The checker for projects with these categories; made once. */
export function manifestChecker(categories: readonly string[] = []): ManifestChecker {
  const key = categories.join("\n");
  const known = checkers.get(key);
  if (known !== undefined) return known;
  const whole = schemaChecker(manifestSchema(categories));
  const partial = schemaChecker(defaultsSchema(categories));
  const checker: ManifestChecker = {
    manifest: whole,
    defaults: (source) => partial(source.value, source, new Set()),
  };
  checkers.set(key, checker);
  return checker;
}

/** Most files are as they should be, which can be told without a validator; what is wrong with others, it tells. */
function schemaChecker(schema: JsonObject): ManifestChecker["manifest"] {
  const accepts = interpretSchema(schema);
  let validate: ValidateFunction | undefined;
  return (value, source, inherited) =>
    accepts(value) ? [] : check((validate ??= compile(schema)), value, source, inherited);
}

/** Both schemas are our own: checking and optimising them would take most of the time of a run over a few manifests. */
function compile(schema: JsonObject): ValidateFunction {
  const ajv = newAjv2020({
    allErrors: true,
    strict: false,
    verbose: true,
    ownProperties: true,
    meta: false,
    validateSchema: false,
    code: { optimize: false },
  });
  return ajv.compile(schema);
}

function check(
  validate: ValidateFunction,
  value: unknown,
  source: ManifestSource,
  inherited: ReadonlySet<string>,
): Diagnostic[] {
  if (validate(value)) return [];
  const all = validate.errors ?? [];
  const errors = all.slice(0, mostProblems);
  const meant = new Set(errors.map(misspelledKey));
  const choices = new Set(
    errors.filter(({ keyword }) => keyword === "enum").map(({ instancePath: at }) => at),
  );
  return (
    errors
      .filter(
        (error) => error.keyword !== "required" || !meant.has(keyOf(error, error.params["missingProperty"])),
      )
      .filter((error) => error.keyword !== "if" && !inherited.has(topKey(error)))
      // What is none of the choices need not be told to be of another type, too.
      .filter((error) => error.keyword !== "type" || !choices.has(error.instancePath))
      .map((error) => describe(error, source))
      .concat(all.length > mostProblems ? [rest(all.length - mostProblems, source)] : [])
  );
}

/** The key of the manifest that a problem is about. */
function topKey({ instancePath: at, params }: ErrorObject): string {
  return at === "" ? String(params["additionalProperty"] ?? "") : (at.split("/")[1] ?? "");
}

/** Problems of one file that are told one by one; a file with more of them is no manifest. */
const mostProblems = 100;

function rest(count: number, source: ManifestSource): Diagnostic {
  const message = `There are ${count} more problems with what stands in this file.`;
  return diagnostic("TK2001", { file: source.file, range: fileStart }, message, {
    help: "They are told when those before are mended.",
  });
}

/** The key that an unknown one most likely means; when it is missing, too, that is the same mistake. */
function misspelledKey(error: ErrorObject): string | undefined {
  if (error.keyword !== "additionalProperties") return undefined;
  const near = nearestKey(String(error.params["additionalProperty"]), error);
  return near === undefined ? undefined : keyOf(error, near);
}

function keyOf({ instancePath: at }: ErrorObject, key: unknown): string {
  return `${at}/${String(key)}`;
}

function nearestKey(key: string, error: ErrorObject): string | undefined {
  return certainKey(key, error) ?? suggest(key, allowedKeys(error));
}

/** The key that is meant beyond doubt: another format's name of it, or another way to write it. */
function certainKey(key: string, error: ErrorObject): string | undefined {
  const allowed = allowedKeys(error);
  const foreign = error.instancePath === "" ? foreignKeys.get(key) : undefined;
  return foreign !== undefined && allowed.includes(foreign) ? foreign : variantOf(key, allowed);
}

function allowedKeys({ parentSchema }: ErrorObject): string[] {
  const { properties } = parentSchema ?? {};
  return isJsonObject(properties) ? Object.keys(properties) : [];
}

function isDefaults({ file }: ManifestSource): boolean {
  return nameOf(file) === defaultsName;
}

function describe(error: ErrorObject, source: ManifestSource): Diagnostic {
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
  return diagnostic("TK2002", place, `The key \`${key}\` is missing${where}.`, {
    help: `Add \`${key}\`${typeof description === "string" ? `: ${description}` : "."}`,
  });
}

function unknownKey(error: ErrorObject, path: ManifestPath, source: ManifestSource): Diagnostic {
  const key = String(error.params["additionalProperty"]);
  const place = source.place([...path, key], "key");
  const allowed = allowedKeys(error);
  const present = isJsonObject(error.data) ? error.data : {};
  const near = nearestKey(key, error);
  const where = path.length > 0 ? pathName(path) : isDefaults(source) ? "a folder's defaults" : "a manifest";
  const help = `The keys of ${where} are ${oneOf(allowed)}.`;
  if (near === undefined)
    return diagnostic("TK2003", place, `\`${key}\` is not a key of ${where}.`, { help });
  const message = `\`${key}\` is not a key of ${where}. Did you mean \`${near}\`?`;
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
  const meant = near === undefined ? "" : ` Did you mean \`${near}\`?`;
  const message = `${pathName(path)} is ${describeValue(value)}; expected ${oneOf(allowed)}.${meant}`;
  const fix =
    near === "any"
      ? removeKey(source, path, "remove it: without a type every value is allowed")
      : certain !== undefined && allowed.includes(certain)
        ? replaceValue(source, path, certain, `write \`${certain}\``)
        : undefined;
  return diagnostic(code, source.place(path), near === "any" ? anyMessage(path) : message, {
    ...(fix && { fix }),
  });
}

function anyMessage(path: ManifestPath): string {
  return `${pathName(path)} is "any", which is no type; leave \`type\` out to allow every value.`;
}

function wrongType(error: ErrorObject, path: ManifestPath, source: ManifestSource): Diagnostic {
  const own = codeOf(error, "TK2004");
  const code = own.startsWith("TK3") ? own : "TK2004";
  const value: unknown = error.data;
  const types = [error.params["type"] as string | string[]].flat();
  const last = path.at(-1);
  if (last === "required" && typeof value === "boolean") return requiredFlag(path, source);
  if (isJsonObject(value) && Object.hasOwn(value, "$data")) {
    return diagnostic(
      "TK3019",
      source.place(path),
      `${pathName(path)} takes its value from \`$data\`, which is not supported.`,
      {
        help: `Write ${expectedBy(error, types)}.`,
      },
    );
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
  const message = `${pathName(path)} is a flag; \`required\` is a list of names on the object that has the property.`;
  return diagnostic("TK3005", source.place(path), message, {
    help: `Remove it here, and write \`required: [${String(property ?? "name")}]\` beside \`properties\`.`,
  });
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
  const detail =
    error.keyword === "uniqueItems" ? "names something twice" : `is ${describeValue(error.data)}`;
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
