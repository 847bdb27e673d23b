/** A view that a result may request. */
export type PreferredView =
  | "text"
  | "markdown"
  | "code"
  | "diff"
  | "table"
  | "tree"
  | "image"
  | "raw"
  | "hidden";

/** How to format a value in the data. */
export type FieldType = "string" | "number" | "boolean" | "date" | "url" | "path";

/** How to display a result. Only hints: a user interface may ignore them. */
export interface DisplayHints {
  readonly preferredView?: PreferredView;
  /** Language of the code, for highlighting. */
  readonly language?: string;
  readonly collapsed?: boolean;
  /** Lines before scrolling or cutting. */
  readonly maxHeight?: number;
  /** Higher is more prominent. */
  readonly priority?: number;
  readonly fieldTypes?: { readonly [field: string]: FieldType };
}
