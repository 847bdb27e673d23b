import { isRecord } from "@toolkiln/runtime/json";
import type { ChoiceCodec, Codec, FieldCodec, ObjectCodec, TupleCodec } from "./codec.js";
import { matchesSent } from "./matches-sent.js";

/** Values nested deeper than this are handed on as they are; the validator refuses them anyway. */
const deepest = 256;

/** Turns arguments as a model sends them into arguments of the manifest. What it does not understand it leaves alone. */
export function decode(codec: Codec, value: unknown): unknown {
  return transcode(codec, value, (part, child, inner) => {
    switch (part.kind) {
      case "object":
        return isRecord(child) ? decodeObject(part, child, inner) : child;
      case "entries":
        return decodeEntries(part.values, child, inner);
      case "tuple":
        return decodeTuple(part, child, inner);
      case "literal":
        return part.values.find(([sent]) => sent === child)?.[1] ?? child;
      case "choice":
        return inner(findBranch(part, child), child);
      default:
        return part satisfies never;
    }
  });
}

/** Turns arguments of the manifest into what a model would send for them. */
export function encode(codec: Codec, value: unknown): unknown {
  return transcode(codec, value, (part, child, inner) => {
    switch (part.kind) {
      case "object":
        return isRecord(child) ? encodeObject(part, child, inner) : child;
      case "entries":
        return isRecord(child)
          ? Object.entries(child).map(([key, item]) => ({ key, value: inner(part.values, item) }))
          : child;
      case "tuple":
        return encodeTuple(part, child, inner);
      case "literal":
        return part.values.find(([, known]) => known === child)?.[0] ?? child;
      case "choice":
        return encodeChoice(part, child, inner);
      default:
        return part satisfies never;
    }
  });
}

/** A codec whose two directions differ. */
type DirectedCodec = Exclude<Codec, { kind: "same" | "array" | "reference" }>;

/** Follows a codec into a value; `convert` knows one direction. */
function transcode(
  codec: Codec,
  value: unknown,
  convert: (codec: DirectedCodec, value: unknown, inner: Inner) => unknown,
  depth: number = 0,
): unknown {
  if (depth > deepest || codec.kind === "same") return value;
  const inner: Inner = (part, child) => transcode(part, child, convert, depth + 1);
  if (codec.kind === "reference") return inner(codec.resolve(), value);
  if (codec.kind !== "array") return convert(codec, value, inner);
  if (!Array.isArray(value)) return value;
  return value.map((item, index) => inner(codec.prefix[index] ?? codec.items, item));
}

type Inner = (codec: Codec, value: unknown) => unknown;

function decodeObject(codec: ObjectCodec, value: Readonly<Record<string, unknown>>, inner: Inner): unknown {
  const fields = new Map(codec.fields.map((field) => [field.sentName, field]));
  return Object.fromEntries(
    Object.entries(value).flatMap(([sentName, part]) => {
      const field = fields.get(sentName);
      if (field === undefined) return [[sentName, inner(codec.rest, part)]];
      return part === null && field.nullMeansAbsent ? [] : [[field.name, inner(field.codec, part)]];
    }),
  );
}

function encodeObject(codec: ObjectCodec, value: Readonly<Record<string, unknown>>, inner: Inner): unknown {
  const declared = new Set(codec.fields.map(({ name }) => name));
  const known = codec.fields.flatMap((field): [string, unknown][] => {
    if (Object.hasOwn(value, field.name)) return [[field.sentName, inner(field.codec, value[field.name])]];
    return field.nullMeansAbsent ? [[field.sentName, null]] : [];
  });
  const others = Object.entries(value).filter(([name]) => !declared.has(name));
  return Object.fromEntries([...known, ...others.map(([name, part]) => [name, inner(codec.rest, part)])]);
}

/** A key that is sent twice would lose one of its values, so such a list stays a list, which the validator refuses. */
function decodeEntries(values: Codec, value: unknown, inner: Inner): unknown {
  if (!Array.isArray(value)) return value;
  const entries = new Map<string, unknown>();
  for (const entry of value) {
    if (!isRecord(entry) || typeof entry["key"] !== "string" || entries.has(entry["key"])) return value;
    entries.set(entry["key"], inner(values, entry["value"]));
  }
  return Object.fromEntries(entries);
}

/** A list cannot express a gap before a filled place, so such an object stays an object. */
function decodeTuple({ places, rest }: TupleCodec, value: unknown, inner: Inner): unknown {
  if (!isRecord(value)) return value;
  const known = new Set([
    ...places.map(({ sentName }) => sentName),
    ...(rest === undefined ? [] : [rest.name]),
  ]);
  if (Object.keys(value).some((name) => !known.has(name))) return value;
  const given = places.map((place) => isGiven(place, value));
  const end = given.indexOf(false);
  const others = rest === undefined ? [] : (value[rest.name] ?? []);
  if (!Array.isArray(others)) return value;
  if (end !== -1 && (given.includes(true, end) || others.length > 0)) return value;
  const items = (end === -1 ? places : places.slice(0, end)).map(({ sentName, codec }) =>
    inner(codec, value[sentName]),
  );
  return rest === undefined ? items : [...items, ...others.map((item) => inner(rest.items, item))];
}

function isGiven(
  { sentName, nullMeansAbsent }: FieldCodec,
  value: Readonly<Record<string, unknown>>,
): boolean {
  return Object.hasOwn(value, sentName) && !(nullMeansAbsent && value[sentName] === null);
}

function encodeTuple({ places, rest }: TupleCodec, value: unknown, inner: Inner): unknown {
  if (!Array.isArray(value)) return value;
  const items: readonly unknown[] = value;
  if (rest === undefined && items.length > places.length) return value;
  const fields = places.flatMap(({ sentName, codec, nullMeansAbsent }, index): [string, unknown][] => {
    if (index < items.length) return [[sentName, inner(codec, items[index])]];
    return nullMeansAbsent ? [[sentName, null]] : [];
  });
  if (rest === undefined) return Object.fromEntries(fields);
  const others = items.slice(places.length).map((item) => inner(rest.items, item));
  return Object.fromEntries([...fields, [rest.name, others]]);
}

function findBranch({ branches, definitions }: ChoiceCodec, value: unknown): Codec {
  const found = branches.find(({ sent }) => matchesSent(sent, value, definitions()));
  return found?.codec ?? { kind: "same" };
}

function encodeChoice({ branches, definitions }: ChoiceCodec, value: unknown, inner: Inner): unknown {
  const known = definitions();
  const encoded = branches.map(({ sent, codec }) => ({ sent, value: inner(codec, value) }));
  for (const closeness of ["constraints", "structure"] as const) {
    const fitting = encoded.find((branch) => matchesSent(branch.sent, branch.value, known, closeness));
    if (fitting !== undefined) return fitting.value;
  }
  return value;
}
