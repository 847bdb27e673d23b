import type { AppliedFix } from "../fix-manifests.js";
import type { Diagnostic } from "./diagnostic.js";

/** A file of a run, as the JSON report lists it. */
export interface ReportedFile {
  readonly path: string;
  readonly status: "written" | "unchanged" | "deleted" | "stale" | "missing" | "orphaned" | "edited";
}

/** The JSON output of `lint`, `check` and `generate`. */
export interface JsonReport {
  readonly diagnostics: readonly Diagnostic[];
  readonly files: readonly ReportedFile[];
  /** What `lint --fix` changed. */
  readonly fixes?: readonly AppliedFix[];
  readonly tools: number;
  readonly durationMs: number;
}

/** The report of a run, with a stable key order. */
export function jsonReport({ diagnostics, files, fixes, tools, durationMs }: JsonReport): JsonReport {
  const optional = fixes !== undefined && { fixes };
  return { diagnostics, files, ...optional, tools, durationMs: Math.round(durationMs) };
}
