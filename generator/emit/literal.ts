import { escapeInvisible } from "./escape-invisible.js";

const lineWidth = 100;
const identifier = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** A constant that a value refers to by its name instead of containing it. No manifest can contain one. */
export class ConstantName {
  readonly name: string;

  /** The name is one of ours. */
  constructor(name: string) {
    this.name = name;
  }
}

/** Writes a value as TypeScript source; `used` is what its first line holds before. The only way by which data becomes code. */
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

/** Whether a value may fit on a line; large ones are not written out only to find that they do not. */
function isShort(value: object): boolean {
  let left = lineWidth;
  const visit = (item: unknown): boolean => {
    left -= typeof item === "string" ? item.length + 2 : 1;
    if (left < 0) return false;
    return typeof item !== "object" || item === null || Object.values(item).every(visit);
  };
  return visit(value);
}

/** A property of an object literal: its name and its value. */
export function property(name: string, value: unknown, indent: number): string {
  const written = literal(value, indent);
  return `${propertyName(name)}:${written.startsWith("\n") ? "" : " "}${written}${assertion(name, value)}`;
}

/** A text of several lines reads best with one literal a line. */
function longString(text: string, indent: number): string {
  const inline = stringLiteral(text);
  const lines = text.split(/(?<=\n)/);
  if (inline.length + indent <= lineWidth || lines.length === 1) return inline;
  const inner = " ".repeat(indent + 2);
  return `\n${lines.map((line) => inner + stringLiteral(line)).join(" +\n")}`;
}

/** Writes a value as TypeScript source on one line. */
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

/** A string as a literal; characters that are not seen are escaped. */
export function stringLiteral(text: string): string {
  return escapeInvisible(JSON.stringify(text));
}

/** A property name; `__proto__` is computed because plain it would set the prototype. */
export function propertyName(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return identifier.test(name) ? name : stringLiteral(name);
}

/** TypeScript expects of a property called `constructor` what every object has; its literals would be widened. */
function assertion(name: string, value: unknown): string {
  return name in Object.prototype && typeof value === "object" && value !== null ? " as const" : "";
}

function presentEntries(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, item]) => item !== undefined);
}
