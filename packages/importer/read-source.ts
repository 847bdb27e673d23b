import { resolve } from "node:path";
import type { ImportedSource } from "./imported-tool.js";
import { isAddress } from "./source/source-document.js";

/** What is imported. */
export type ImportRequest =
  | { readonly kind: "definitions"; readonly location: string; readonly folder: string }
  | { readonly kind: "json-schema"; readonly location: string; readonly folder: string };

/** Reads the tools that a source offers. Rejects with a `SourceError` when there is nothing to import. */
export async function readSource(request: ImportRequest): Promise<ImportedSource> {
  const path = isAddress(request.location) ? request.location : resolve(request.folder, request.location);
  // Each reader is loaded when it is needed: some bring a compiler with them.
  if (request.kind === "definitions") {
    const { importDefinitions } = await import("./definitions/import-definitions.js");
    return importDefinitions(request.location, path);
  }
  const { importJsonSchema } = await import("./json-schema/import-json-schema.js");
  return importJsonSchema(request.location, path);
}
