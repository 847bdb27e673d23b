/** An object's own property; inherited ones, such as `constructor`, are undefined. */
export function ownValue<Value>(holder: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(holder, name) ? holder[name] : undefined;
}
