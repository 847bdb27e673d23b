import { resolve } from "node:path";
import { SourceError } from "./import-report.js";
import type { ImportedSource } from "./imported-tool.js";
import type { McpOptions } from "./mcp/import-mcp.js";
import type { OpenapiOptions } from "./openapi/import-openapi.js";
import { isAddress } from "./source/source-document.js";

/** What is imported. */
export type ImportRequest =
  | (FileRequest<"openapi"> & OpenapiOptions)
  | ({ readonly kind: "mcp"; readonly folder: string } & McpOptions)
  | FileRequest<"typescript">
  | FileRequest<"code">
  | FileRequest<"definitions">
  | FileRequest<"json-schema">;

/** A source that is one file or address. */
interface FileRequest<Kind extends string> {
  readonly kind: Kind;
  readonly location: string;
  /** The folder that the location is relative to. */
  readonly folder: string;
}

/** Reads the tools that a source offers. Rejects with a `SourceError` when there is nothing to import. */
export async function readSource(request: ImportRequest): Promise<ImportedSource> {
  try {
    return await read(request);
  } catch (error) {
    // Schemas are read recursively, and a chain of references has no depth that could be looked at before.
    if (!(error instanceof RangeError)) throw error;
    const shown = "location" in request ? request.location : "mcp";
    throw new SourceError("TK1005", shown, "References or values lie too deep inside each other.");
  }
}

async function read(request: ImportRequest): Promise<ImportedSource> {
  if (request.kind === "mcp") {
    const { importMcp } = await import("./mcp/import-mcp.js");
    return importMcp(request, request.folder);
  }
  const { location } = request;
  const path = isAddress(location) ? location : resolve(request.folder, location);
  // Each reader is loaded when it is needed: some bring a compiler with them.
  if (request.kind === "openapi") {
    const { importOpenapi } = await import("./openapi/import-openapi.js");
    return importOpenapi(location, path, request);
  }
  if (request.kind === "typescript") {
    const { importTypescript } = await import("./typescript/import-typescript.js");
    return importTypescript(location, path);
  }
  if (request.kind === "code") {
    const { importCode } = await import("./code/import-code.js");
    return importCode(location, path);
  }
  if (request.kind === "definitions") {
    const { importDefinitions } = await import("./definitions/import-definitions.js");
    return importDefinitions(location, path);
  }
  const { importJsonSchema } = await import("./json-schema/import-json-schema.js");
  return importJsonSchema(location, path);
}
