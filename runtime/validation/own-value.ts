/** What an object itself has under a name; what it inherits, such as `constructor`, is not there. */
export function ownValue<Value>(holder: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(holder, name) ? holder[name] : undefined;
}
