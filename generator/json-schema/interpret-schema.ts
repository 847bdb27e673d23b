import { isJsonObject, type JsonObject } from "../model/json-object.js";

/** Whether a value certainly satisfies a schema; no also means that only a validator can tell. */
export type Check = (value: unknown) => boolean;

/**
 * Makes a check of a schema without compiling it, which takes longer than checking a hundred values.
 *
 * It knows the keywords that toolkiln's own schemas and plain ones are written with, and throws at any other.
 */
export function interpretSchema(root: JsonObject): Check {
  return new Interpreter(root).checkOf(root);
}

class Interpreter {
  readonly #root: JsonObject;
  readonly #checks = new Map<unknown, Check>();

  constructor(root: JsonObject) {
    this.#root = root;
  }

  checkOf(schema: unknown): Check {
    const known = this.#checks.get(schema);
    if (known !== undefined) return known;
    if (typeof schema === "boolean") return () => schema;
    if (!isJsonObject(schema)) throw new Error("a schema is a mapping, `true` or `false`");
    const parts = Object.keys(schema).flatMap((keyword) => this.#partOf(keyword, schema) ?? []);
    const check: Check = (value) => {
      for (const part of parts) if (!part(value)) return false;
      return true;
    };
    this.#checks.set(schema, check);
    return check;
  }

  /** What a keyword asks for; nothing when it is none of its own. */
  #partOf(keyword: string, schema: JsonObject): Check | undefined {
    if (silent.has(keyword) || keyword.startsWith("x-")) return undefined;
    const operand = schema[keyword];
    const limit = limits.get(keyword);
    if (limit !== undefined) return limitCheck(limit, Number(operand));
    switch (keyword) {
      case "type":
        return typeCheck(listOf(operand));
      case "enum":
        return (value) => listOf(operand).includes(value);
      case "const":
        return (value) => value === operand;
      case "pattern": {
        const pattern = new RegExp(String(operand), "u");
        return (value) => typeof value !== "string" || pattern.test(value);
      }
      case "uniqueItems":
        return (value) => operand === false || !Array.isArray(value) || areDifferent(value);
      case "items":
        return this.#itemsCheck(operand);
      case "required":
        return (value) => !isJsonObject(value) || listOf(operand).every((name) => has(value, String(name)));
      case "properties":
        return this.#propertiesCheck(operand, schema["additionalProperties"]);
      case "additionalProperties":
        return Object.hasOwn(schema, "properties") ? undefined : this.#propertiesCheck({}, operand);
      case "allOf": {
        const checks = listOf(operand).map((part) => this.checkOf(part));
        return (value) => checks.every((check) => check(value));
      }
      case "if":
        return this.#choice(operand, schema["then"], schema["else"]);
      case "$ref":
        return this.#reference(String(operand));
      default:
        throw new Error(`\`${keyword}\` is none of the keywords that can be interpreted`);
    }
  }

  #itemsCheck(schema: unknown): Check {
    const item = this.checkOf(schema);
    return (value) => !Array.isArray(value) || value.every((element) => item(element));
  }

  /** Checks of properties are made when a value has them: few values have many of those that there are. */
  #propertiesCheck(properties: unknown, others: unknown = true): Check {
    const named = isJsonObject(properties) ? properties : {};
    return (value) => {
      if (!isJsonObject(value)) return true;
      for (const name of Object.keys(value)) {
        const schema = Object.hasOwn(named, name) ? named[name] : others;
        if (!this.checkOf(schema)(value[name])) return false;
      }
      return true;
    };
  }

  /** Only of a type can be told for certain that a value is not of it, so that the other branch applies. */
  #choice(condition: unknown, positive: unknown, negative: unknown): Check {
    if (!isJsonObject(condition) || Object.keys(condition).join() !== "type")
      throw new Error("`if` with anything but a type cannot be interpreted");
    const isMet = this.checkOf(condition);
    const [fulfilled, otherwise] = [this.checkOf(positive), this.checkOf(negative)];
    return (value) => (isMet(value) ? fulfilled(value) : otherwise(value));
  }

  /** A definition may point at itself, so that it is looked up when there is a value. */
  #reference(pointer: string): Check {
    const [start, name = ""] = pointer.split("#/definitions/");
    const { definitions } = this.#root;
    if (start !== "" || !isJsonObject(definitions) || !Object.hasOwn(definitions, name))
      throw new Error(`${pointer} points at no definition`);
    return (value) => this.checkOf(definitions[name])(value);
  }
}

/** Keywords that ask for nothing, or that another one reads. */
const silent = new Set("title description default examples definitions then else".split(" "));

/** A size of values of one type, and how it compares with the number that a keyword gives. */
interface Limit {
  readonly size: (value: unknown) => number | undefined;
  readonly holds: (size: number, limit: number) => boolean;
}

const atLeast: Limit["holds"] = (size, limit) => size >= limit;
const atMost: Limit["holds"] = (size, limit) => size <= limit;
const number: Limit["size"] = (value) => (typeof value === "number" ? value : undefined);
const length: Limit["size"] = (value) => (typeof value === "string" ? Array.from(value).length : undefined);
const items: Limit["size"] = (value) => (Array.isArray(value) ? value.length : undefined);
const properties: Limit["size"] = (value) => (isJsonObject(value) ? Object.keys(value).length : undefined);

const limits: ReadonlyMap<string, Limit> = new Map<string, Limit>([
  ["minimum", { size: number, holds: atLeast }],
  ["maximum", { size: number, holds: atMost }],
  ["exclusiveMinimum", { size: number, holds: (size, limit) => size > limit }],
  ["exclusiveMaximum", { size: number, holds: (size, limit) => size < limit }],
  ["minLength", { size: length, holds: atLeast }],
  ["maxLength", { size: length, holds: atMost }],
  ["minItems", { size: items, holds: atLeast }],
  ["maxItems", { size: items, holds: atMost }],
  ["minProperties", { size: properties, holds: atLeast }],
  ["maxProperties", { size: properties, holds: atMost }],
]);

/** Values of other types have no such size, and are none of the keyword's business. */
function limitCheck({ size, holds }: Limit, limit: number): Check {
  return (value) => {
    const measured = size(value);
    return measured === undefined || holds(measured, limit);
  };
}

function typeCheck(types: readonly unknown[]): Check {
  return (value) => {
    const actual = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
    if (actual !== "number") return types.includes(actual);
    return (
      (types.includes("number") && Number.isFinite(value)) ||
      (types.includes("integer") && Number.isInteger(value))
    );
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function has(value: JsonObject, name: string): boolean {
  return Object.hasOwn(value, name) && value[name] !== undefined;
}

/** Lists and mappings would have to be compared part by part, which is left to a validator. */
function areDifferent(values: readonly unknown[]): boolean {
  return (
    values.every((value) => typeof value !== "object" || value === null) &&
    new Set(values).size === values.length
  );
}
