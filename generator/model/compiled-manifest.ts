import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { FileIgnores } from "../diagnostics/ignores.js";
import type { ToolModel } from "./tool-model.js";
import type { Places } from "../read/places.js";
import type { JsonObject } from "../values/json-object.js";

/** One compiled manifest: the unit of worker threads and of the cache. Plain data. */
export interface CompiledManifest {
  readonly identity?: ManifestIdentity;
  readonly model?: ToolModel;
  readonly diagnostics: readonly Diagnostic[];
  readonly ignores: readonly FileIgnores[];
  /** The files of this tool only; empty when only diagnostics were requested. */
  readonly files: readonly OutputFile[];
  readonly referencedFiles: readonly string[];
}

export interface OutputFile {
  readonly path: string;
  readonly hash: string;
  /** Absent when the cache knows the file: it is up to date on disk. */
  readonly contents?: string;
}

/** The requested result of a build: files, or only diagnostics. The diagnostics are the same. */
export type BuildGoal = "files" | "diagnostics";

/** The parts of a manifest, valid or not, that project rules read. Plain data, so that it can be cached. */
export interface ManifestIdentity {
  readonly file: string;
  readonly id: string | undefined;
  readonly value: JsonObject;
  readonly places: Places;
}
