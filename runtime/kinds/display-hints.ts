/** The views a user interface may offer for a result. */
export const preferredViews = [
  "text",
  "markdown",
  "code",
  "diff",
  "table",
  "tree",
  "image",
  "raw",
  "hidden",
] as const;

/** A view that a result may ask for. */
export type PreferredView = (typeof preferredViews)[number];

/** How a value in the data is to be formatted. */
export type FieldType = "string" | "number" | "boolean" | "date" | "url" | "path";

/** How a result would like to be shown. Hints only: a user interface does what it can. */
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
