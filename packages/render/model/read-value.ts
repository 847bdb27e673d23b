const unreadable = "(cannot be read)";

/** Longest text that stands for a nested value in a cell. */
const maxInlineLength = 500;

/** Reads one field; a getter or proxy that throws gives a text saying so. */
export function readField(value: object, key: string | number): unknown {
  try {
    return Reflect.get(value, key) as unknown;
  } catch {
    return unreadable;
  }
}

/** The own field names of an object; none when it refuses to tell. */
export function readKeys(value: object): string[] {
  try {
    return Object.keys(value);
  } catch {
    return [];
  }
}

/** Nested data in one line of JSON, read only as far as it can be shown. */
export function readText(value: unknown): string {
  const pieces: string[] = [];
  let room = maxInlineLength;
  const put = (text: string): boolean => {
    pieces.push(text.length > room ? `${text.slice(0, room)}…` : text);
    room -= text.length;
    return room > 0;
  };
  writeInline(value, put, []);
  return pieces.join("");
}

/** Writes until `put` says that there is no more room; returns whether there still is. */
function writeInline(value: unknown, put: (text: string) => boolean, ancestors: readonly object[]): boolean {
  if (typeof value === "string") return put(JSON.stringify(value.slice(0, maxInlineLength + 1)));
  if (typeof value !== "object" || value === null) return put(describeScalar(value));
  if (ancestors.includes(value)) return put("(circular)");
  if (ancestors.length > 20) return put("…");
  const plain = toPlain(value);
  if (typeof plain !== "object" || plain === null) return writeInline(plain, put, ancestors);
  const inside = [...ancestors, value];
  if (Array.isArray(plain)) {
    if (!put("[")) return false;
    for (let index = 0; index < plain.length; index += 1) {
      if (index > 0 && !put(", ")) return false;
      if (!writeInline(readField(plain, index), put, inside)) return false;
    }
    return put("]");
  }
  if (!put("{")) return false;
  for (const [index, key] of readKeys(plain).entries()) {
    if (!put(`${index > 0 ? ", " : ""}${key.slice(0, maxInlineLength)}: `)) return false;
    if (!writeInline(readField(plain, key), put, inside)) return false;
  }
  return put("}");
}

/** A value that is neither text, list nor object, as text. */
function describeScalar(value: unknown): string {
  if (typeof value === "function") return "(function)";
  if (typeof value === "bigint" || typeof value === "symbol") return String(value).slice(0, maxInlineLength);
  return String(value);
}

/** Dates, maps, sets and bytes as the plain data that they stand for; an object that cannot be read becomes a note. */
export function toPlain(value: object): unknown {
  try {
    return plainForm(value);
  } catch {
    return unreadable;
  }
}

function plainForm(value: object): unknown {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "(invalid date)" : value.toISOString();
  if (value instanceof Set) return [...value];
  if (value instanceof Map)
    return [...value].map(([key, entry]: [unknown, unknown]) => ({ key, value: entry }));
  if (ArrayBuffer.isView(value)) return `(${value.byteLength} bytes)`;
  if (value instanceof Error) return { name: value.name, message: value.message };
  return value;
}
