export const isString = (value: unknown): value is string => typeof value === "string";
export const isNumber = (value: unknown): value is number => typeof value === "number";
export const isInteger = (value: unknown): value is number => Number.isInteger(value);
export const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";
export const isStringArray = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(isString);

/** Whether a value is an object or an array. */
export const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Whether a value is an object, but not an array. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && !Array.isArray(value);

/** An object's own property; inherited ones, such as `constructor`, are undefined. */
export function ownValue<Value>(holder: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(holder, name) ? holder[name] : undefined;
}
