import type { JSONSchema } from "json-schema-to-typescript";
import type { PlainSchema } from "../emit/types/plain-schema.js";
import { layOutType, type Member } from "./lay-out-type.js";

const options = {
  bannerComment: "",
  format: false,
  ignoreMinAndMaxItems: true,
  $refOptions: { resolve: { external: false } },
};

/** Cache of json-schema-to-typescript output by structure, independent of names and documentation. */
const written = new Map<string, Promise<string>>();

/** Queue: structures are written one after the other. */
let last: Promise<unknown> = Promise.resolve();

/** The part after a type's name in its declaration: the members of an interface, or the aliased type. */
export interface WrittenType {
  readonly kind: "interface" | "alias";
  readonly text: string;
}

/** Writes a type with json-schema-to-typescript; the declaration takes `used` columns of the first line. */
export async function writeType(schema: PlainSchema, used: number): Promise<WrittenType> {
  if ("tsType" in schema) return { kind: "alias", text: schema.tsType };
  const members: Member[] = [];
  const structure = withoutNames(schema, members);
  const key = JSON.stringify(structure);
  const text = written.get(key) ?? last.then(() => compileStructure(structure));
  written.set(key, text);
  last = text.catch(() => undefined);
  const [, keyword, type] = /^export (interface|type) Declared (?:= )?([^]*)$/.exec(await text) ?? [];
  if (type === undefined) throw new Error("json-schema-to-typescript wrote more than one declaration");
  const kind = keyword === "interface" ? "interface" : "alias";
  return { kind, text: layOutType(type, members, { isInterface: kind === "interface", used }) };
}

async function compileStructure(structure: JSONSchema): Promise<string> {
  const { compile } = await import("json-schema-to-typescript");
  // The library logs to standard output when this is set.
  const { VERBOSE } = process.env;
  delete process.env["VERBOSE"];
  try {
    return (await compile(structure, "Declared", options)).trim();
  } finally {
    if (VERBOSE !== undefined) process.env["VERBOSE"] = VERBOSE;
  }
}

/**
 * The structure of a type, with numbered properties: the library throws at some names and changes others, and types
 * that differ only in names and documentation are written once.
 */
function withoutNames(schema: PlainSchema, members: Member[]): JSONSchema {
  const inside = (inner: PlainSchema) => withoutNames(inner, members);
  if ("anyOf" in schema) return { anyOf: schema.anyOf.map(inside) };
  if ("allOf" in schema) return { allOf: schema.allOf.map(inside) };
  if ("enum" in schema) return { enum: [...schema.enum] };
  if ("tsType" in schema) return { tsType: schema.tsType };
  if ("properties" in schema) {
    const { properties, required, additionalProperties: others } = schema;
    const numbered = new Map(
      Object.entries(properties).map(([name, { docs = [] }]) => [
        name,
        `p$${members.push({ name, docs }) - 1}`,
      ]),
    );
    return {
      type: "object",
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [numbered.get(name), inside(property)]),
      ),
      required: required.flatMap((name) => numbered.get(name) ?? []),
      additionalProperties: others === false ? false : inside(others),
    };
  }
  if ("additionalItems" in schema) {
    const { items, additionalItems: rest } = schema;
    return {
      type: "array",
      items: items.map(inside),
      additionalItems: rest === false ? false : inside(rest),
    };
  }
  return "items" in schema ? { type: "array", items: inside(schema.items) } : { type: schema.type };
}
