/** How much of a result is shown; the rest is counted in a note. */
export interface RenderLimits {
  /** Lines of text, code or difference. */
  readonly maxLines: number;
  /** Characters of one text. */
  readonly maxCharacters: number;
  /** Rows of a table, entries of a listing. */
  readonly maxRows: number;
  /** Columns of a table. */
  readonly maxColumns: number;
  /** Values of a tree, over all its levels. */
  readonly maxNodes: number;
  /** Levels of a tree. */
  readonly maxDepth: number;
}

/** The limits unless the caller sets others: a few screens, whatever the size of the data. */
const defaultLimits: RenderLimits = {
  maxLines: 1_000,
  maxCharacters: 200_000,
  maxRows: 500,
  maxColumns: 30,
  maxNodes: 1_000,
  maxDepth: 12,
};

/** The limits a caller asked for, where they can be used: whole numbers from 1. */
export function limitsFrom(wanted: Partial<RenderLimits> = {}, maxHeight?: number): RenderLimits {
  const limit = (name: keyof RenderLimits): number => usable(wanted[name]) ?? defaultLimits[name];
  const height = usable(maxHeight) ?? Number.POSITIVE_INFINITY;
  return {
    maxLines: Math.min(limit("maxLines"), height),
    maxCharacters: limit("maxCharacters"),
    maxRows: Math.min(limit("maxRows"), height),
    maxColumns: limit("maxColumns"),
    maxNodes: Math.min(limit("maxNodes"), height),
    maxDepth: limit("maxDepth"),
  };
}

function usable(limit: number | undefined): number | undefined {
  return typeof limit === "number" && limit >= 1 ? Math.floor(limit) : undefined;
}
