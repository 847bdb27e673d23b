/** The empty list of anything; one for all, because it is a part of most answers. */
export const none: readonly never[] = Object.freeze([]);

/** The object that says nothing; one for all, because most calls and results leave everything open. */
export const nothing: Readonly<Record<string, never>> = Object.freeze({});
