import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { diagnostic, fileStart } from "../diagnostics/catalog.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { newAjv2020 } from "../json-schema/ajv-library.js";
import { interpretSchema } from "../json-schema/interpret-schema.js";
import type { JsonObject } from "../model/json-object.js";
import type { ManifestSource } from "../read/manifest-source.js";
import { describeProblem } from "./describe-problem.js";
import { defaultsSchema, manifestSchema } from "./manifest-schema.js";
import { nearestKey } from "./meant-key.js";

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
      .map((error) => describeProblem(error, source))
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
