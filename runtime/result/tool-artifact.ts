/** What was done to an artifact. */
export type ArtifactAction = "created" | "modified" | "deleted" | "accessed" | "moved";

/** Something a tool left behind or touched: a file, a directory, a URL, an output. */
export interface ToolArtifact {
  /** `file`, `directory`, `url`, `output`, or an own type. */
  readonly type: string;
  /** Path relative to the workspace, URL, or a name such as `terminal`. */
  readonly path: string;
  readonly action: ArtifactAction;
  readonly isNew: boolean;
  readonly description?: string;
  /** Bytes. */
  readonly size?: number;
  readonly mimeType?: string;
  /** `sha256:` and the hexadecimal digest. */
  readonly contentHash?: string;
  /** ISO 8601. */
  readonly timestamp?: string;
}
