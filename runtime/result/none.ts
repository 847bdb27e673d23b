/** An empty list; shared, because most results have several. */
export const none: readonly never[] = Object.freeze([]);

/** An empty object; shared, because most calls and results set no options. */
export const nothing: Readonly<Record<string, never>> = Object.freeze({});
