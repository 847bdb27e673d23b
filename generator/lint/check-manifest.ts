import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { diagnostic, fileStart } from "../diagnostics/catalog.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { ManifestSource } from "../read/manifest-source.js";
import { validateDefaults, validateManifest } from "../schema/manifest-validators.js";
import { describeProblem } from "./describe-problem.js";
import { nearestKey } from "./meant-key.js";

/** Checks a manifest against the manifest's own schema; the keys that it inherits from its folder's defaults are checked there. */
export function checkManifest(
  value: unknown,
  source: ManifestSource,
  inherited: ReadonlySet<string>,
  categories: readonly string[] = [],
): Diagnostic[] {
  return describe(errorsOf(validateManifest, value, categories), source, inherited);
}

/** Checks the defaults of a folder. */
export function checkDefaults(source: ManifestSource, categories: readonly string[] = []): Diagnostic[] {
  return describe(errorsOf(validateDefaults, source.value, categories), source, new Set());
}

/** The schema knows the well-known categories; those of the configuration are choices as well. */
function errorsOf(validate: ValidateFunction, value: unknown, categories: readonly string[]): ErrorObject[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).flatMap((error) => {
    if (error.keyword !== "enum" || error.instancePath !== "/category") return [error];
    if (categories.some((category) => category === error.data)) return [];
    const known: unknown = error.params["allowedValues"];
    return [{ ...error, params: { allowedValues: [...(Array.isArray(known) ? known : []), ...categories] } }];
  });
}

function describe(
  all: readonly ErrorObject[],
  source: ManifestSource,
  inherited: ReadonlySet<string>,
): Diagnostic[] {
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
      // A value that is none of the choices is not also reported as having the wrong type.
      .filter((error) => error.keyword !== "type" || !choices.has(error.instancePath))
      .map((error) => describeProblem(error, source))
      .concat(all.length > mostProblems ? [rest(all.length - mostProblems, source)] : [])
  );
}

/** The key of the manifest that an error is about. */
function topKey({ instancePath: at, params }: ErrorObject): string {
  return at === "" ? String(params["additionalProperty"] ?? "") : (at.split("/")[1] ?? "");
}

/** Errors of one file that are reported one by one; a file with more of them is no manifest. */
const mostProblems = 100;

function rest(count: number, source: ManifestSource): Diagnostic {
  const help = "Fix the errors above to see them.";
  const message = `The file has ${count} more errors.`;
  return diagnostic("TK2001", { file: source.file, range: fileStart }, message, { help });
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
