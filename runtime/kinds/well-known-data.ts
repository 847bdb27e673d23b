/** Data of kind `text`. */
export interface TextData {
  content: string;
}

/** Data of kind `diff`: one file before and after. */
export interface DiffData {
  path: string;
  /** Absent for a new file. */
  original?: string;
  modified: string;
  isNew: boolean;
  bytesWritten?: number;
  hunks?: DiffHunk[];
}

/** A diff hunk with its context. */
export interface DiffHunk {
  oldStart: number;
  oldLines: number;
  newStart: number;
  newLines: number;
  /** Each line with a prefix: a space, `+` or `-`. */
  lines: string[];
}

/** Data of kind `file_content`. */
export interface FileContentData {
  path: string;
  content: string;
  /** Bytes of the whole file. */
  size: number;
  encoding?: string;
  /** Whether `content` is incomplete. */
  truncated?: boolean;
}

/** Data of kind `file_list`. */
export interface FileListData {
  path: string;
  entries: FileEntry[];
  truncated?: boolean;
}

/** One entry of a `file_list`. */
export interface FileEntry {
  name: string;
  type: "file" | "directory" | "symlink";
  size?: number;
  /** ISO 8601. */
  modified?: string;
}

/** Data of kind `table`. */
export interface TableData {
  columns: ColumnDefinition[];
  rows: { [column: string]: unknown }[];
  truncated?: boolean;
}

/** A column of a `table`. */
export interface ColumnDefinition {
  key: string;
  label?: string;
  type?: "string" | "number" | "boolean" | "date";
  align?: "left" | "center" | "right";
}

/** Data of kind `image`: a URL, base64 bytes, or both. */
export type ImageResultData = { alt?: string } & (
  | { url: string; base64?: string }
  | { url?: string; base64: string }
);

/** The data of each well-known kind, by the kind's name. */
export interface WellKnownKinds {
  text: TextData;
  diff: DiffData;
  file_content: FileContentData;
  file_list: FileListData;
  table: TableData;
  image: ImageResultData;
  structured: unknown;
}

/** The name of a well-known kind. */
export type WellKnownKind = keyof WellKnownKinds;
