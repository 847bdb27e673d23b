import { posix } from "node:path";
import type { ManifestPath, ManifestSource } from "../read/manifest-source.js";
import { isJsonObject, valueAt, type JsonObject } from "../values/json-object.js";
import { pathOfSteps, unescapeStep } from "./pointer-step.js";

/** The file and the place that a `$ref` names; the file is relative to the project, and absent for the same document. */
export interface ReferenceTarget {
  readonly file?: string;
  readonly pointer: ManifestPath;
}

export interface ReferenceFailure {
  readonly kind: "outside" | "anchor" | "no-file" | "no-target";
  readonly message: string;
}

/** Parses a `$ref`, relative to the file that contains it. Reads no files. */
export function parseReference(reference: string, fromFile: string): ReferenceTarget | ReferenceFailure {
  const failure = (kind: ReferenceFailure["kind"], reason: string): ReferenceFailure => ({
    kind,
    message: `\`${reference}\` is ${reason}.`,
  });
  const [address = "", ...fragments] = reference.split("#");
  const fragment = fragments.join("#");
  if (/^[a-z][a-z0-9+.-]*:/i.test(address) || address.startsWith("//"))
    return failure("outside", "a URL. References must point to files of the project");
  if (fragment !== "" && !fragment.startsWith("/"))
    return failure("anchor", "an anchor; refer to the schema by its path, `#/$defs/…`");
  const pointer = fragment
    .split("/")
    .slice(1)
    .map((part) => unescapeStep(decode(part)));
  if (address === "") return { pointer };
  const path = decode(address);
  if (path.startsWith("/") || /[\\\p{Cc}]/u.test(path))
    return failure("outside", "not a relative path with forward slashes");
  const file = posix.join(posix.dirname(fromFile), path).replace(/\/$/, "");
  return file.split("/")[0] === ".." ? failure("outside", "outside the project") : { file, pointer };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A file, and the path in it that `#` refers to: each schema of a manifest is a separate document. */
export interface SchemaDocument {
  readonly source: ManifestSource;
  readonly root: ManifestPath;
}

export type SchemaDocuments = ReadonlyMap<string, ManifestSource>;

export interface ResolvedReference {
  readonly document: SchemaDocument;
  readonly path: ManifestPath;
  readonly schema: unknown;
}

/** Resolves a `$ref` among the files that were read. */
export function resolveReference(
  reference: string,
  from: SchemaDocument,
  documents: SchemaDocuments,
): ResolvedReference | ReferenceFailure {
  const target = parseReference(reference, from.source.file);
  if ("kind" in target) return target;
  const source = target.file === undefined ? undefined : documents.get(target.file);
  const document = target.file === undefined ? from : source && { source, root: [] };
  if (document === undefined)
    return {
      kind: "no-file",
      message: `\`${reference}\` points to ${target.file ?? "a file"}, which does not exist or cannot be read.`,
    };
  const { value } = document.source;
  const path = pathOfSteps([...document.root, ...target.pointer], value);
  const schema = valueAt(value, path);
  if (isJsonObject(schema) || typeof schema === "boolean") return { document, path, schema };
  return { kind: "no-target", message: `The reference \`${reference}\` points to nothing.` };
}

/** The target of a schema's `$ref`; undefined when it has none or it does not resolve. */
export function referencedSchema(
  { $ref }: JsonObject,
  from: SchemaDocument,
  documents: SchemaDocuments,
): ResolvedReference | undefined {
  const target = typeof $ref === "string" ? resolveReference($ref, from, documents) : undefined;
  return target === undefined || "kind" in target ? undefined : target;
}
