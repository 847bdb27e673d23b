/** Maximum columns of a generated line, where it can be broken. */
export const lineWidth = 100;
const identifier = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** A reference to a constant by name, inside a value. Manifests cannot contain one. */
export class ConstantName {
  readonly name: string;

  /** Takes only names that toolkiln generated: they are printed as code. */
  constructor(name: string) {
    this.name = name;
  }
}

/** Writes a value as TypeScript source. `used`: columns before it on its line. */
export function literal(value: unknown, indent = 0, used: number = indent): string {
  if (value instanceof ConstantName) return value.name;
  if (typeof value === "string") return longString(value, indent);
  if (typeof value !== "object" || value === null) return String(value);
  if (isShort(value)) {
    const inline = inlineLiteral(value);
    if (inline.length + used <= lineWidth) return inline;
  }
  const inner = " ".repeat(indent + 2);
  const outer = " ".repeat(indent);
  if (Array.isArray(value)) {
    const items = value.map((item) => `${inner}${literal(item, indent + 2)},\n`);
    return `[\n${items.join("")}${outer}]`;
  }
  const entries = presentEntries(value).map(([key, item]) => `${inner}${property(key, item, indent + 2)},\n`);
  return `{\n${entries.join("")}${outer}}`;
}

/** Whether a value may fit on one line; avoids writing out large values to find out. */
function isShort(value: object): boolean {
  let left = lineWidth;
  const visit = (item: unknown): boolean => {
    left -= typeof item === "string" ? item.length + 2 : 1;
    if (left < 0) return false;
    return typeof item !== "object" || item === null || Object.values(item).every(visit);
  };
  return visit(value);
}

export function property(name: string, value: unknown, indent: number): string {
  const written = literal(value, indent);
  return `${propertyName(name)}:${written.startsWith("\n") ? "" : " "}${written}${assertion(name, value)}`;
}

/** Splits a multi-line string: one literal per line. */
function longString(text: string, indent: number): string {
  const inline = stringLiteral(text);
  const lines = text.split(/(?<=\n)/);
  if (inline.length + indent <= lineWidth || lines.length === 1) return inline;
  const inner = " ".repeat(indent + 2);
  return `\n${lines.map((line) => inner + stringLiteral(line)).join(" +\n")}`;
}

export function inlineLiteral(value: unknown): string {
  if (value instanceof ConstantName) return value.name;
  if (typeof value === "string") return stringLiteral(value);
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(inlineLiteral).join(", ")}]`;
  const entries = presentEntries(value).map(
    ([key, item]) => `${propertyName(key)}: ${inlineLiteral(item)}${assertion(key, item)}`,
  );
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

/** A string literal with invisible characters escaped. */
export function stringLiteral(text: string): string {
  return escapeInvisible(JSON.stringify(text));
}

/** A property name; `__proto__` is computed, or it would set the prototype. */
export function propertyName(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return identifier.test(name) ? name : stringLiteral(name);
}

export function memberOf(object: string, name: string): string {
  return identifier.test(name) ? `${object}.${name}` : `${object}[${stringLiteral(name)}]`;
}

/** TypeScript gives `constructor` the type of `Object.prototype.constructor` and would widen its literals. */
function assertion(name: string, value: unknown): string {
  return typeof value === "object" && value !== null && name in Object.prototype ? " as const" : "";
}

function presentEntries(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, item]) => item !== undefined);
}

/** Invisible characters, and those that change how others are displayed; not tabs and line feeds. */
const invisible =
  /(?![\t\n])[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/** Fast pre-check: nearly all text has none of them. */
const unusual = /[^\t\n -~]/;

export function escapeInvisible(text: string): string {
  if (!unusual.test(text)) return text;
  return text.replaceAll(invisible, (character) =>
    Array.from({ length: character.length }, (_, unit) => {
      return `\\u${character.charCodeAt(unit).toString(16).padStart(4, "0")}`;
    }).join(""),
  );
}
