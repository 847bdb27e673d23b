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

/** Writes what follows the name in a type declaration. `used`: columns before it on its line. */
export async function writeType(
  schema: PlainSchema,
  used: number,
): Promise<{ readonly isInterface: boolean; readonly text: string }> {
  if ("tsType" in schema) return { isInterface: false, text: schema.tsType };
  const members: Member[] = [];
  const structure = structureOf(schema, members);
  const text =
    written.get(structure) ?? last.then(() => compileStructure(JSON.parse(structure) as JSONSchema));
  written.set(structure, text);
  last = text.catch(() => undefined);
  const [, keyword, type] = /^export (interface|type) Declared (?:= )?([^]*)$/.exec(await text) ?? [];
  if (type === undefined) throw new Error("json-schema-to-typescript wrote more than one declaration");
  const isInterface = keyword === "interface";
  return { isInterface, text: layOutType(type, members, isInterface, used) };
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
 * The structure of a type as JSON, with numbered properties: the library throws at some names and changes others, and
 * types that differ only in names and documentation are written once.
 */
function structureOf(schema: PlainSchema, members: Member[]): string {
  return JSON.stringify(schema, (key, value: PlainSchema) => {
    if (key === "docs") return undefined;
    if (typeof value !== "object" || !("properties" in value)) return value;
    const numbers = new Map<string, string>();
    for (const [name, { docs = [] }] of Object.entries(value.properties))
      numbers.set(name, `p$${members.push({ name, docs }) - 1}`);
    const properties = [...numbers].map(([name, number]) => [number, value.properties[name]] as const);
    const required = value.required.flatMap((name) => numbers.get(name) ?? []);
    return { ...value, properties: Object.fromEntries(properties), required };
  });
}
