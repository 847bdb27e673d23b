import { isRecord } from "@toolkiln/runtime/json";

/** Compares expected and actual values: objects may have extra keys, everything else must match exactly. */
export function differences(expected: unknown, found: unknown, path = ""): string[] {
  if (Array.isArray(expected) && Array.isArray(found) && found.length === expected.length)
    return expected.flatMap((item, index) => differences(item, found[index], `${path}[${index}]`));
  if (isRecord(expected) && isRecord(found))
    return Object.entries(expected).flatMap(([key, value]) => {
      const actual = Object.hasOwn(found, key) ? found[key] : undefined;
      return differences(value, actual, path === "" ? key : `${path}.${key}`);
    });
  if (Object.is(expected, found)) return [];
  return [`${path || "it"}: expected ${shorten(expected)}, got ${shorten(found)}`];
}

function shorten(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
