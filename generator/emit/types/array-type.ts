import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { isSchema, schemaList } from "../../json-schema/schema-values.js";
import type { Part } from "./conjunction.js";
import { unevaluatedItems } from "./evaluation.js";
import type { TypeOf } from "./object-type.js";
import { isNever, type TypeNode } from "./type-node.js";

type Atom = Part<JsonSchemaObject>;

/** The array or tuple type of schemas that all apply at one place. */
export function arrayType(atoms: readonly Atom[], typeOf: TypeOf): TypeNode {
  const most = Math.min(...atoms.map(({ schema }) => limit(schema["maxItems"], Infinity)));
  const least = Math.max(0, ...atoms.map(({ schema }) => limit(schema["minItems"], 0)));
  const prefix = Math.min(most, Math.max(0, ...atoms.map((atom) => prefixOf(atom).length)));
  const rest = typeOf([...atoms.flatMap((atom) => restOf(atom)), ...unevaluatedItems(atoms)]);
  const closed = isNever(rest) || most <= prefix;
  if (prefix === 0) return closed ? { kind: "tuple", elements: [] } : { kind: "array", items: rest };
  const elements = Array.from({ length: prefix }, (_, position) => ({
    type: typeOf(atoms.flatMap((atom) => itemAt(atom, position))),
    optional: position >= least,
  }));
  return { kind: "tuple", elements, ...(!closed && { rest }) };
}

function prefixOf({ schema }: Atom): readonly JsonSchema[] {
  return schemaList(schema["prefixItems"]);
}

function itemAt(atom: Atom, position: number): readonly Part[] {
  const item = prefixOf(atom)[position];
  return item === undefined ? restOf(atom) : [{ schema: item, filled: atom.filled }];
}

function restOf({ schema: { items }, filled }: Atom): readonly Part[] {
  return isSchema(items) ? [{ schema: items, filled }] : [];
}

function limit(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}
