import type { DiagnosticCode } from "../diagnostics/catalog.js";
import type { Severity } from "../diagnostics/diagnostic.js";
import type { Place } from "../read/manifest-source.js";

/** Whom a change concerns, the gravest first. */
export const changeClasses = ["breaking", "permission", "model-visible", "safe"] as const;

/** Whom a change concerns: callers, approvers, models, or nobody. */
export type ChangeClass = (typeof changeClasses)[number];

/** The codes of changes. */
export type ChangeCode = Extract<DiagnosticCode, `TK7${string}`>;

/** A difference between two versions of a tool. */
export interface ToolChange {
  readonly code: ChangeCode;
  readonly class: ChangeClass;
  /** The tool's id in the new version, or the one that it had. */
  readonly tool: string;
  /** JSON pointer into the manifest. */
  readonly path: string;
  readonly message: string;
}

/** A change with its places in the manifests, as it was judged. */
export interface Change extends ToolChange {
  readonly severity: Severity;
  readonly before?: Place;
  readonly after?: Place;
}

/** The part of a version that a release has to raise. */
export type Bump = "major" | "minor" | "patch" | "none";

/** Whom changes of a code concern: it is the digit behind `TK7`. */
export function classOf(code: ChangeCode): ChangeClass {
  return changeClasses[Number(code.charAt(3))] ?? "breaking";
}

/** Changes that add to what callers can do or ask. */
const additions: ReadonlySet<ChangeCode> = new Set(["TK7203", "TK7206", "TK7207"]);

/** The smallest version bump that fits the changes. */
export function bumpOf(changes: readonly ToolChange[]): Bump {
  const has = (one: (change: ToolChange) => boolean): boolean => changes.some(one);
  if (has((change) => change.class === "breaking")) return "major";
  if (has((change) => change.class === "permission" || additions.has(change.code))) return "minor";
  return changes.length > 0 ? "patch" : "none";
}
