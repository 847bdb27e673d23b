// What Ajv's standalone code asks for by `require`, under the names it uses, as modules that need no CommonJS.

/** Length of a string in characters as JSON Schema counts them: a surrogate pair is one. */
export function ucs2length(text: string): number {
  let length = 0;
  for (let index = 0; index < text.length; index++, length++) {
    const unit = text.charCodeAt(index);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(index + 1);
    if (next >= 0xdc00 && next <= 0xdfff) index++;
  }
  return length;
}

/** Whether two JSON values are the same, whatever the order of their properties. */
export function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a !== a && b !== b;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => equal(item, b[index]));
  }
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && equal(Reflect.get(a, key), Reflect.get(b, key)))
  );
}
