import type { JSONSchema } from "json-schema-to-typescript";
import { unionOf, type ObjectSchema, type PlainSchema } from "../emit/types/plain-schema.js";
import { layOutMembers, layOutType, parseType, type Member, type Piece } from "./lay-out-type.js";

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
  if ("properties" in schema) return { isInterface: true, text: layOutMembers(await membersOf(schema)) };
  return { isInterface: false, text: layOutType(await piecesOf(schema), "", used) };
}

/**
 * The members of an object type. Tools share the types of members more often than whole objects, so the library writes
 * only those; besides, it throws at some names and changes others.
 */
async function membersOf({ properties, required, additionalProperties }: ObjectSchema): Promise<Member[]> {
  const members = Object.entries(properties).map(async ([name, { docs = [], ...type }]): Promise<Member> => {
    return { name, docs, isOptional: !required.includes(name), type: await piecesOf(type) };
  });
  if (additionalProperties === false) return Promise.all(members);
  // TypeScript requires an index signature that accepts every property.
  const types = Object.values(properties).map(({ docs: _docs, ...type }) => type);
  const missing = required.length < types.length ? [{ tsType: "undefined" }] : [];
  const type = await piecesOf(unionOf([additionalProperties, ...types, ...missing]));
  return [...(await Promise.all(members)), { docs: [], isOptional: false, type }];
}

async function piecesOf(schema: PlainSchema): Promise<readonly Piece[]> {
  if ("tsType" in schema) return [schema.tsType];
  if ("properties" in schema) return [{ members: await membersOf(schema) }];
  // For the library, an object inside of a list or a union is a name.
  const objects = new Map<string, ObjectSchema>();
  const structure = JSON.stringify(schema, (_key, value: PlainSchema) => {
    if (typeof value !== "object" || !("properties" in value)) return value;
    const name = `o$${objects.size}`;
    objects.set(name, value);
    return { tsType: name };
  });
  const text =
    written.get(structure) ?? last.then(() => compileStructure(JSON.parse(structure) as JSONSchema));
  written.set(structure, text);
  last = text.catch(() => undefined);
  const start = "export type Declared = ";
  const type = await text;
  if (!type.startsWith(start)) throw new Error("json-schema-to-typescript wrote more than one declaration");
  const pieces = Array.from(objects, async ([name, object]): Promise<[string, Piece]> => [
    name,
    { members: await membersOf(object) },
  ]);
  return parseType(type.slice(start.length), new Map(await Promise.all(pieces)));
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
