/** Whether a value is a string. */
export const isString = (value: unknown): value is string => typeof value === "string";

/** Whether a value is a number. */
export const isNumber = (value: unknown): value is number => typeof value === "number";

/** Whether a value is a number without a fraction. */
export const isInteger = (value: unknown): value is number => Number.isInteger(value);

/** Whether a value is true or false. */
export const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";

/** Whether a value is a list of strings. */
export const isStringArray = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(isString);

/** Whether a value is an object or an array. */
export const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Whether a value is an object, but not an array. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && !Array.isArray(value);
