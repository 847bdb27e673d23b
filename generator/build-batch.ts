import { hashOfText } from "./cache/hash.js";
import type { GeneratorConfig } from "./config.js";
import type { Diagnostic } from "./diagnostics/diagnostic.js";
import { toolPart, type ToolPart } from "./emit/tool-part.js";
import type { Host } from "./host.js";
import { manifestNames, type ManifestNames } from "./lint/manifest-names.js";
import type { GeneratedFile } from "./output/generated-file.js";
import { examine, judge, renderTools, type Examination } from "./pipeline.js";
import { readBatch, type ManifestBatch, type SharedSources } from "./read/read-manifests.js";

/** A generated file with the hash that the cache knows it by. */
export interface HashedFile extends GeneratedFile {
  readonly hash: string;
}

/** What some manifests come to, as plain data that can be sent from one thread to another. */
export interface BuiltBatch extends Pick<Examination, "found" | "ignores"> {
  readonly parts: readonly ToolPart[];
  /** What rules over all manifests look at, of each manifest that could be read. */
  readonly names: readonly ManifestNames[];
  readonly files: readonly HashedFile[];
  /** What is wrong with tools of which no files can be made. */
  readonly failures: readonly Diagnostic[];
  /** The files that could be read. */
  readonly documents: readonly string[];
  /** The files that something points into. */
  readonly referenced: readonly string[];
}

/** Goes the whole way with some manifests. What speaks about all tools is left to the caller. */
export async function buildBatch(
  host: Host,
  config: GeneratorConfig,
  batch: ManifestBatch,
  shared: SharedSources,
): Promise<BuiltBatch> {
  const read = await readBatch(host, batch, shared);
  const { models, views, found, ignores } = examine(read, config);
  const judged = await judge(models, config);
  const { files, failures } = renderTools(models, config);
  return {
    found: [...found, ...judged],
    ignores,
    names: views.map(manifestNames),
    failures,
    parts: models.map(toolPart),
    files: files.map(hashed),
    documents: [...read.documents.keys()],
    referenced: [...read.referenced],
  };
}

/** A file with its hash. */
export function hashed(file: GeneratedFile): HashedFile {
  return { ...file, hash: hashOfText(file.contents) };
}
