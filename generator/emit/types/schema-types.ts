import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import type { SharedImports } from "../shared-imports.js";
import { fillsDefaults } from "../validator/default-code.js";
import { localReference } from "../../json-schema/local-reference.js";
import { jsonKey } from "../../values/json-object.js";
import { arrayType } from "./array-type.js";
import {
  type Atom,
  expand,
  isPureReference,
  structuralKeywords,
  type Conjunction,
  type Part,
  withoutEvaluation,
} from "./conjunction.js";
import { objectType } from "./object-type.js";
import {
  intersectionOf,
  literalType,
  neverType,
  reference,
  unionOf,
  unknownType,
  type PlainSchema,
} from "./plain-schema.js";
import type { TypeNames } from "./type-names.js";

/** Maximum number of alternatives written out; more become an intersection with a union. */
const maxAlternatives = 32;

/** Maximum number of merged shapes; beyond it, references get names and alternatives stay unions, to avoid copies. */
const maxShapes = 1000;

const objectKeywords = ["properties", "patternProperties", "additionalProperties", "unevaluatedProperties"];
const arrayKeywords = ["items", "prefixItems", "unevaluatedItems"];
const jsonTypes = ["object", "array", "string", "number", "boolean", "null"] as const;
type JsonType = (typeof jsonTypes)[number];

/**
 * Converts the schemas below one root to plain schemas, one per declared type.
 *
 * A type is never stricter than its schema: the validator checks what a type cannot express.
 */
export class SchemaTypes {
  readonly #root: JsonSchemaObject;
  readonly #rootName: string;
  readonly #names: TypeNames;
  readonly #shared: SharedImports;
  /** References being declared, each with the object and array depth where it started. */
  readonly #open: { readonly key: string; readonly depth: number }[] = [];
  #depth = 0;
  #shapes = 0;

  constructor(root: JsonSchemaObject, rootName: string, names: TypeNames, shared: SharedImports) {
    this.#root = root;
    this.#rootName = rootName;
    this.#names = names;
    this.#shared = shared;
  }

  /** The type of the root; with `filled`, after defaults are filled in. */
  rootType(filled: boolean): PlainSchema {
    return this.#typeOf([{ schema: this.#root, filled }], new Set());
  }

  #typeOf(parts: readonly Part[], merging: ReadonlySet<string>): PlainSchema {
    const typed = parts.filter(
      ({ schema }) => typeof schema !== "object" || structuralKeywords(schema).length > 0,
    );
    const [only] = typed;
    if (only && typed.length === 1 && isPureReference(only.schema)) return this.#named(only);
    return this.#build(this.#expand(typed, merging), 1);
  }

  #build(conjunction: Conjunction, alternatives: number): PlainSchema {
    const { atoms, choices, unmerged, merged, impossible } = conjunction;
    if (impossible) return neverType;
    const [choice, ...others] = choices;
    if (choice === undefined) {
      const seen = unmerged.length > 0 ? withoutEvaluation(atoms) : atoms;
      return intersectionOf([this.#mergedType(seen, merged), ...unmerged.map((part) => this.#named(part))]);
    }
    const plain = atoms.every(({ schema }) => onlyCombines(schema)) && unmerged.length === 0;
    if (plain && others.length === 0) return unionOf(choice.map((part) => this.#typeOf([part], merged)));
    const width = alternatives * choice.length;
    if (width > maxAlternatives || this.#shapes > maxShapes) {
      const type = [...(typesOf(atoms) ?? [])];
      const narrowing = type.length > 0 ? [{ schema: { type }, filled: false }] : [];
      const open = { ...conjunction, atoms: withoutEvaluation(atoms), choices: others };
      const rest = this.#build(open, alternatives);
      return intersectionOf([
        rest,
        unionOf(choice.map((part) => this.#typeOf([...narrowing, part], merged))),
      ]);
    }
    return unionOf(
      choice.map((part) => {
        if (others.length === 0 && unmerged.length === 0 && this.#addsNothing(atoms, part.schema)) {
          return this.#named(part);
        }
        return this.#build(join(conjunction, others, this.#expand([part], merged)), width);
      }),
    );
  }

  #expand(parts: readonly Part[], merging: ReadonlySet<string>): Conjunction {
    return expand(this.#root, parts, merging, this.#shapes <= maxShapes);
  }

  /** Whether the keywords beside a reference add nothing to its type. */
  #addsNothing(atoms: readonly Atom[], schema: JsonSchema): boolean {
    if (!isPureReference(schema)) return false;
    const outer = typesOf(atoms);
    const inner = typesOf(expand(this.#root, [{ schema, filled: false }], new Set()).atoms);
    const onlyTypes = atoms.every((atom) => onlyCombines(atom.schema, "type"));
    return (
      onlyTypes && outer !== undefined && inner !== undefined && [...inner].every((type) => outer.has(type))
    );
  }

  #mergedType(atoms: readonly Atom[], merged: ReadonlySet<string>): PlainSchema {
    const types = typesOf(atoms);
    const values = valuesOf(atoms);
    if (values !== undefined) {
      return unionOf(values.filter((value) => types?.has(typeName(value)) ?? true).map(literalType));
    }
    const hasShape = atoms.some(({ schema }) =>
      [...objectKeywords, ...arrayKeywords, "required"].some((key) => key in schema),
    );
    if (types === undefined && !hasShape) return unknownType;
    this.#depth++;
    this.#shapes++;
    const typeOf = (parts: readonly Part[]) => this.#typeOf(parts, merged);
    const members = [...(types ?? jsonTypes)].map((type): PlainSchema => {
      if (type === "object") return objectType(atoms, typeOf);
      return type === "array" ? arrayType(atoms, typeOf) : { type };
    });
    this.#depth--;
    return unionOf(members);
  }

  #named({ schema, filled }: Part): PlainSchema {
    const shared = isPureReference(schema) ? this.#sharedType(schema.$ref, filled) : undefined;
    if (shared !== undefined) return shared;
    const found = this.#follow(schema);
    if (found === undefined || found.target === true) return unknownType;
    const { pointer, target } = found;
    if (target === false) return neverType;
    if (target === this.#root) return reference(this.#rootName);
    const fills = filled && fillsDefaults(this.#root, target);
    const key = `${pointer}${fills ? " filled" : ""}`;
    const open = this.#open.find((entry) => entry.key === key);
    // A type that only refers to itself would not compile.
    if (open?.depth === this.#depth) return this.#open.at(-1) === open ? neverType : unknownType;
    return this.#names.declare(key, target, fills, () => {
      this.#open.push({ key, depth: this.#depth });
      const type = this.#typeOf([{ schema: target, filled: fills }], new Set());
      this.#open.pop();
      return type;
    });
  }

  /** The type of a shared definition; undefined for other references. */
  #sharedType(pointer: string, filled: boolean): PlainSchema | undefined {
    const target = localReference(this.#root, pointer);
    if (target === undefined) return undefined;
    const name = this.#shared.typeOf(pointer, filled && fillsDefaults(this.#root, target));
    if (name === undefined) return undefined;
    // A type that only refers to itself would not compile.
    return name === this.#rootName && this.#depth === 0 ? neverType : reference(name);
  }

  #follow(schema: JsonSchema): { pointer: string; target: JsonSchema } | undefined {
    const seen = new Set<string>();
    let target: JsonSchema | undefined = schema;
    let pointer = "";
    while (target !== undefined && isPureReference(target)) {
      pointer = target.$ref;
      if (seen.has(pointer)) return undefined;
      seen.add(pointer);
      target = localReference(this.#root, pointer);
    }
    return target === undefined ? undefined : { pointer, target };
  }
}

function join(base: Conjunction, choices: Conjunction["choices"], added: Conjunction): Conjunction {
  return {
    atoms: [...base.atoms, ...added.atoms],
    choices: [...choices, ...added.choices],
    unmerged: [...base.unmerged, ...added.unmerged],
    merged: new Set([...base.merged, ...added.merged]),
    impossible: base.impossible || added.impossible,
  };
}

function onlyCombines(schema: JsonSchemaObject, ...besides: readonly string[]): boolean {
  const allowed = new Set(["allOf", "anyOf", "oneOf", "$ref", ...besides]);
  return structuralKeywords(schema).every((key) => allowed.has(key));
}

/** The JSON types that all schemas allow, in the order of the first schema with types; undefined if all are allowed. */
function typesOf(atoms: readonly Atom[]): ReadonlySet<JsonType> | undefined {
  let types: Set<JsonType> | undefined;
  for (const { schema } of atoms) {
    if (schema.type === undefined) continue;
    const named = [schema.type].flat().map((type) => (type === "integer" ? "number" : type));
    types = new Set(types === undefined ? named : [...types].filter((type) => named.includes(type)));
  }
  return types;
}

/** The values that all of `enum` and `const` allow; undefined when there is neither. */
function valuesOf(atoms: readonly Atom[]): readonly unknown[] | undefined {
  let values: unknown[] | undefined;
  for (const { schema } of atoms) {
    const lists = [
      ...(Array.isArray(schema.enum) ? [schema.enum] : []),
      ...(schema.const === undefined ? [] : [[schema.const]]),
    ];
    for (const list of lists) {
      const allowed = new Set(list.map(jsonKey));
      values = (values ?? list).filter((value: unknown) => allowed.has(jsonKey(value)));
    }
  }
  return values;
}

function typeName(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const name = typeof value;
  return name === "string" || name === "number" || name === "boolean" ? name : "object";
}
