import type { Statement } from "./statement.js";

/** A file to be generated, as plain structures. */
export interface FileStructure {
  /** Relative to the output folder. */
  readonly path: string;
  /** What it is generated from, for its header. */
  readonly source: string;
  /** Whether the type checker is to skip it; only validators are. */
  readonly unchecked?: boolean;
  readonly statements: readonly Statement[];
}
