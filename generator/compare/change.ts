import type { Diagnostic, DiagnosticCode } from "../diagnostics/diagnostic.js";
import type { ManifestPath } from "../read/manifest-source.js";

/** Who is affected, most severe first. */
export const changeClasses = ["breaking", "permission", "model-visible", "safe"] as const;

/** Who is affected: callers, approvers, models or nobody. */
export type ChangeClass = (typeof changeClasses)[number];

/** A code of the catalogue for a change. */
export type ChangeCode = Extract<DiagnosticCode, `TK7${string}`>;

/** A difference between two versions of a tool. */
export interface ToolChange {
  readonly code: ChangeCode;
  readonly class: ChangeClass;
  /** The tool's id in the new version; the old id of a removed tool. */
  readonly tool: string;
  readonly path: ManifestPath;
  readonly message: string;
}

/** A difference between two schemas; its path is relative to the root. */
export type SchemaChange = Pick<ToolChange, "code" | "path" | "message">;

/** A change as a diagnostic of the new manifest; the place in the old one is related. */
export interface Change extends Diagnostic, Omit<ToolChange, "path"> {
  readonly code: ChangeCode;
  /** JSON pointer into the manifest. */
  readonly path: string;
}

/** The part of the version to bump for a release. */
export type Bump = "major" | "minor" | "patch" | "none";

/** The class of a change code: the digit after `TK7`. */
export function classOf(code: ChangeCode): ChangeClass {
  return changeClasses[Number(code.charAt(3))] ?? "breaking";
}

/** Changes that add features for callers. */
const additions: ReadonlySet<ChangeCode> = new Set(["TK7203", "TK7206", "TK7207"]);

/** The smallest version bump that fits the changes. */
export function bumpOf(changes: readonly Change[]): Bump {
  const classes = new Set(changes.map((change) => change.class));
  if (classes.has("breaking")) return "major";
  if (classes.has("permission") || changes.some(({ code }) => additions.has(code))) return "minor";
  return changes.length > 0 ? "patch" : "none";
}
