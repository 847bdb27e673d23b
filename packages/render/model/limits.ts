/** Maximum output per result; a note counts the rest. */
export interface RenderLimits {
  /** Lines of text, code or diff. */
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

/** The default limits: a few screens. */
const defaultLimits: RenderLimits = {
  maxLines: 1_000,
  maxCharacters: 200_000,
  maxRows: 500,
  maxColumns: 30,
  maxNodes: 1_000,
  maxDepth: 12,
};

/** Resolves the limits; ignores values below 1. */
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
