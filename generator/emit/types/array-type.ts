import { isSchema, schemaList } from "../../json-schema/schema-values.js";
import { type Atom, type Part, unevaluatedItems } from "./conjunction.js";
import type { TypeOf } from "./object-type.js";
import { isNever, unionOf, type PlainSchema } from "./plain-schema.js";

/** The array or tuple type of schemas that all apply to one value. */
export function arrayType(atoms: readonly Atom[], typeOf: TypeOf): PlainSchema {
  const maxLength = Math.min(...atoms.map(({ schema }) => limit(schema["maxItems"], Infinity)));
  const minLength = Math.max(0, ...atoms.map(({ schema }) => limit(schema["minItems"], 0)));
  const prefixes = atoms.map(({ schema }) => schemaList(schema["prefixItems"]).length);
  const prefix = Math.min(maxLength, Math.max(0, ...prefixes));
  const rest = typeOf([...atoms.flatMap((atom) => restOf(atom)), ...unevaluatedItems(atoms)]);
  const closed = isNever(rest) || maxLength <= prefix;
  if (prefix === 0 && !closed) return { type: "array", items: rest };
  const items = Array.from({ length: prefix }, (_, position) =>
    typeOf(atoms.flatMap((atom) => itemAt(atom, position))),
  );
  if (prefix - minLength <= maxOptional) return tuples(items, minLength, closed ? false : rest);
  const others = unionOf([...items.slice(minLength), ...(closed ? [] : [rest])]);
  return tuple(items.slice(0, minLength), others);
}

/** Maximum number of optional tuple items; with more, each gets the union of their types. */
const maxOptional = 8;

function tuples(items: readonly PlainSchema[], minLength: number, rest: false | PlainSchema): PlainSchema {
  const lengths = items.map((_, length) => length).filter((length) => length >= minLength);
  const shorter = lengths.map((length) => tuple(items.slice(0, length), false));
  return unionOf([...shorter, tuple(items, rest)]);
}

function tuple(items: readonly PlainSchema[], additionalItems: false | PlainSchema): PlainSchema {
  return { type: "array", items, additionalItems };
}

function itemAt(atom: Atom, position: number): readonly Part[] {
  const item = schemaList(atom.schema["prefixItems"])[position];
  return item === undefined ? restOf(atom) : [{ schema: item, filled: atom.filled }];
}

function restOf({ schema: { items }, filled }: Atom): readonly Part[] {
  return isSchema(items) ? [{ schema: items, filled }] : [];
}

const limit = (value: unknown, otherwise: number): number => (typeof value === "number" ? value : otherwise);
