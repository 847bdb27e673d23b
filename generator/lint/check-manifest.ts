import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { diagnostic } from "../diagnostics/catalog.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { Manifest } from "../model/manifest.js";
import type { ManifestPath, ManifestSource } from "../read/manifest-source.js";
import { manifestSchema } from "./manifest-schema.js";

/** A manifest that satisfies its schema, with its source. */
export interface CheckedManifest {
  readonly source: ManifestSource;
  readonly manifest: Manifest;
}

let compiled: ValidateFunction<Manifest> | undefined;

/** Checks a manifest against the manifest's own schema; each of Ajv's errors becomes one message at its place. */
export function checkManifest(source: ManifestSource): CheckedManifest | Diagnostic[] {
  const validate = (compiled ??= new Ajv2020({ allErrors: true, strict: false }).compile<Manifest>(
    manifestSchema,
  ));
  const { value } = source;
  return validate(value)
    ? { source, manifest: value }
    : (validate.errors ?? []).map((error) => describe(error, source));
}

function describe(error: ErrorObject, source: ManifestSource): Diagnostic {
  const path = toPath(error.instancePath);
  const at = (target: "key" | "value", where: ManifestPath = path) => ({
    file: source.file,
    range: source.locate(where, target),
  });
  if (error.keyword === "required") {
    const key = String(error.params["missingProperty"]);
    return diagnostic("TK2002", at("key"), `The key \`${key}\` is missing.`);
  }
  if (error.keyword === "additionalProperties") {
    const key = String(error.params["additionalProperty"]);
    return diagnostic("TK2003", at("key", [...path, key]), `\`${key}\` is not a key of a manifest.`);
  }
  const where = path.length === 0 ? "The manifest" : `\`${path.join(".")}\``;
  return diagnostic("TK2001", at("value"), `${where} ${error.message ?? "is not valid"}.`);
}

function toPath(pointer: string): ManifestPath {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part.replaceAll("~1", "/").replaceAll("~0", "~")));
}
