import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { FileIgnores } from "../diagnostics/ignores.js";
import type { ManifestIdentity } from "./manifest-identity.js";
import type { ToolModel } from "./tool-model.js";

/** One manifest compiled by itself: the unit of threads and of the cache. It is plain data. */
export interface CompiledManifest {
  /** What other manifests can clash with; absent when the manifest could not be read. */
  readonly identity?: ManifestIdentity;
  /** The tool; absent when the manifest has an error. */
  readonly model?: ToolModel;
  /** All diagnostics, before any of them is ignored. */
  readonly diagnostics: readonly Diagnostic[];
  readonly ignores: readonly FileIgnores[];
  /** The files that belong to this tool alone; none when only diagnostics were asked for. */
  readonly files: readonly OutputFile[];
  /** The files that its schemas point into, readable or not. */
  readonly referenced: readonly string[];
}

/** A file as it is to be written. */
export interface OutputFile {
  /** Relative to the project. */
  readonly path: string;
  readonly hash: string;
  /** Absent when the cache remembers the file: then it lies on disk as it should be. */
  readonly contents?: string;
}

/** What is wanted of a project: its files, or only what is wrong with it. The diagnostics are the same. */
export type Ending = "files" | "diagnostics";
