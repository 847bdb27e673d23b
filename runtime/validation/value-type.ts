/** Whether a value is a string. */
export const isString = (value: unknown): value is string => typeof value === "string";

/** Whether a value is a list of strings. */
export const isStringArray = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(isString);
