const unreadable = "(cannot be read)";

const maxInlineLength = 500;

/** Reads a field; returns a note if a getter or proxy throws. */
export function readField(value: object, key: string | number): unknown {
  try {
    return Reflect.get(value, key) as unknown;
  } catch {
    return unreadable;
  }
}

export function readKeys(value: object): string[] {
  try {
    return Object.keys(value);
  } catch {
    return [];
  }
}

/** Nested data as one line of JSON, read only up to the limit. */
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

/** Writes until `put` returns false; returns whether room is left. */
function writeInline(value: unknown, put: (text: string) => boolean, ancestors: readonly object[]): boolean {
  if (typeof value === "string") return put(JSON.stringify(value.slice(0, maxInlineLength + 1)));
  if (typeof value !== "object" || value === null) return put(describeScalar(value));
  if (ancestors.includes(value)) return put("(circular)");
  if (ancestors.length > 20) return put("…");
  const plain = toPlain(value);
  if (typeof plain !== "object" || plain === null) return writeInline(plain, put, ancestors);
  const inside = [...ancestors, value];
  const keys = Array.isArray(plain) ? undefined : readKeys(plain);
  const size = Array.isArray(plain) ? plain.length : (keys?.length ?? 0);
  if (!put(keys === undefined ? "[" : "{")) return false;
  for (let index = 0; index < size; index += 1) {
    const key = keys?.[index];
    const name = key === undefined ? "" : `${key.slice(0, maxInlineLength)}: `;
    if (!put(`${index > 0 ? ", " : ""}${name}`)) return false;
    if (!writeInline(readField(plain, key ?? index), put, inside)) return false;
  }
  return put(keys === undefined ? "]" : "}");
}

function describeScalar(value: unknown): string {
  if (typeof value === "function") return "(function)";
  if (typeof value === "bigint" || typeof value === "symbol") return String(value).slice(0, maxInlineLength);
  return String(value);
}

/** Converts dates, maps, sets and bytes to plain data, and unreadable objects to a note. */
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

const maxMessage = 4_000;

/** Text of limited length. Checks the type: a tool may be plain JavaScript. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value.slice(0, maxMessage) : readText(value);
}

export function optionalText(value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : textOf(value);
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
