import { resolve } from "node:path";
import type { ImportProject, ImportRequest } from "./import-plan.js";
import type { ImportedSource } from "./imported-tool.js";
import { SourceError, type ImportReport } from "./source/import-report.js";
import { isAddress } from "./source/source-document.js";

/** A file or address that is imported. */
export interface SourceFile {
  /** What the user calls it. */
  readonly shown: string;
  /** Absolute, or the address. */
  readonly path: string;
  /** What of it is wanted: what follows `#`. */
  readonly name: string | undefined;
  readonly report: ImportReport;
}

/** Reads the tools that a source offers. Rejects with a `SourceError` when there is nothing to import. */
export async function readSource(
  request: ImportRequest,
  project: ImportProject,
  report: ImportReport,
): Promise<ImportedSource> {
  const [shown = "", name] = request.kind === "mcp" ? ["mcp"] : request.location.split("#");
  const path = isAddress(shown) ? shown : resolve(request.folder, shown);
  try {
    return await read(request, { shown, path, name, report }, project);
  } catch (error) {
    // Schemas are read recursively, and a chain of references has no depth that could be looked at before.
    if (!(error instanceof RangeError)) throw error;
    throw new SourceError("TK1005", shown, "References or values lie too deep inside each other.");
  }
}

/** Each reader is loaded when it is needed: some bring a compiler with them. */
async function read(
  request: ImportRequest,
  file: SourceFile,
  project: ImportProject,
): Promise<ImportedSource> {
  if (request.kind === "openapi")
    return (await import("./openapi/import-openapi.js")).importOpenapi(file, request, project);
  if (request.kind === "mcp")
    return (await import("./mcp/import-mcp.js")).importMcp(request, request.folder, file.report);
  if (request.kind === "typescript")
    return (await import("./typescript/import-typescript.js")).importTypescript(file);
  if (request.kind === "code") return (await import("./code/import-code.js")).importCode(file);
  if (request.kind === "definitions")
    return (await import("./definitions/import-definitions.js")).importDefinitions(file);
  return (await import("./definitions/import-json-schema.js")).importJsonSchema(file);
}
