import { isRecord } from "@toolkiln/runtime/json";

/** Compares expected and actual values: objects may have extra keys, everything else must match exactly. */
export function differences(expected: unknown, found: unknown, path = ""): string[] {
  if (Array.isArray(expected)) {
    if (!Array.isArray(found) || found.length !== expected.length) return [difference(expected, found, path)];
    return expected.flatMap((item, index) => differences(item, found[index], `${path}[${index}]`));
  }
  if (!isRecord(expected)) return Object.is(expected, found) ? [] : [difference(expected, found, path)];
  if (!isRecord(found)) return [difference(expected, found, path)];
  return Object.entries(expected).flatMap(([key, value]) =>
    differences(
      value,
      Object.hasOwn(found, key) ? found[key] : undefined,
      path === "" ? key : `${path}.${key}`,
    ),
  );
}

function difference(expected: unknown, found: unknown, path: string): string {
  return `${path === "" ? "it" : path}: expected ${shorten(expected)}, got ${shorten(found)}`;
}

function shorten(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
