/** The empty list of anything; one for all, because it is a part of most answers. */
export const none: readonly never[] = Object.freeze([]);
