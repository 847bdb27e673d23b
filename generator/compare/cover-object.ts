import type { JsonSchemaObject } from "@toolkiln/runtime";
import { schemaMap } from "../json-schema/schema-values.js";
import type { ManifestPath } from "../read/manifest-source.js";
import { acceptor } from "./accepts.js";
import { flatten, propertiesNamed, type Conjunction } from "./conjunction.js";
import type { Cover } from "./cover.js";
import { openGap, type Gap } from "./gap.js";

/** What keeps a schema from accepting all objects of a conjunction. */
export function objectGaps(
  cover: Cover,
  narrow: readonly JsonSchemaObject[],
  part: JsonSchemaObject,
  path: ManifestPath,
): Gap[] {
  const objects = new NarrowObjects(cover.narrowRoot, narrow);
  return [
    ...requiredGaps(narrow, part, path),
    ...schemaMap(part.properties).flatMap(([name, schema]) =>
      cover.gaps(objects.property(name), schema, [...path, "properties", name]),
    ),
    ...patternGaps(cover, objects, part, path),
    ...closingGaps(cover, objects, part, path),
    ...nameGaps(cover, objects, part, path),
    ...["dependentRequired", "dependentSchemas"].flatMap((keyword) =>
      part[keyword] === undefined || cover.shares(keyword, narrow, part)
        ? []
        : [openGap(path, keyword, narrow)],
    ),
  ];
}

/** What a conjunction demands of the properties of its objects. */
class NarrowObjects {
  readonly narrow: readonly JsonSchemaObject[];
  /** Every property that it names, in alternatives, too. */
  readonly names: ReadonlySet<string>;
  readonly patterns: ReadonlyMap<string, unknown>;
  readonly #root: JsonSchemaObject;
  readonly #around: ReadonlyMap<JsonSchemaObject, ReturnType<typeof propertiesNamed>>;

  constructor(root: JsonSchemaObject, narrow: readonly JsonSchemaObject[]) {
    this.#root = root;
    this.narrow = narrow;
    this.#around = new Map(narrow.map((schema) => [schema, propertiesNamed(schema, root)]));
    this.names = new Set([...this.#around.values()].flatMap(({ names }) => [...names]));
    this.patterns = new Map(narrow.flatMap((schema) => schemaMap(schema["patternProperties"])));
  }

  /** What a property has to satisfy. */
  property(name: string): Conjunction {
    return flatten(this.#root, ...this.narrow.flatMap((schema) => this.#demands(schema, name)));
  }

  /** What a property has to satisfy that nobody names. */
  rest(): Conjunction {
    return flatten(this.#root, ...this.narrow.flatMap((schema) => this.#demands(schema)));
  }

  #demands(schema: JsonSchemaObject, name?: string): unknown[] {
    const { properties = {}, additionalProperties = true, unevaluatedProperties = true } = schema;
    const patterns = schemaMap(schema["patternProperties"]);
    const named = name !== undefined && Object.hasOwn(properties, name) ? [properties[name]] : [];
    const matching = name === undefined ? [] : patterns.filter(([pattern]) => matches(pattern, name));
    const own = [...named, ...matching.map(([, inner]) => inner)];
    if (own.length > 0) return own;
    const { names, open } = this.#around.get(schema) ?? { names: new Set(), open: true };
    const isUnevaluated = !open && !(name !== undefined && names.has(name));
    return isUnevaluated ? [additionalProperties, unevaluatedProperties] : [additionalProperties];
  }
}

function matches(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, "u").test(name);
  } catch {
    return false;
  }
}

function requiredGaps(
  narrow: readonly JsonSchemaObject[],
  part: JsonSchemaObject,
  path: ManifestPath,
): Gap[] {
  const given = new Set(narrow.flatMap((schema) => schema.required ?? []));
  return (part.required ?? [])
    .filter((name) => !given.has(name))
    .map((name) => ({ path: [...path, "properties", name], keyword: "required" }));
}

function patternGaps(
  cover: Cover,
  objects: NarrowObjects,
  part: JsonSchemaObject,
  path: ManifestPath,
): readonly Gap[] {
  return schemaMap(part["patternProperties"]).flatMap(([pattern, schema]) => {
    const at = [...path, "patternProperties", pattern];
    const named = [...objects.names].filter((name) => matches(pattern, name));
    const same = objects.patterns.get(pattern);
    const others = [...objects.patterns.values()].map((inner) => flatten(cover.narrowRoot, inner));
    const unnamed = same === undefined ? [...others, objects.rest()] : [flatten(cover.narrowRoot, same)];
    return [
      ...named.flatMap((name) => cover.gaps(objects.property(name), schema, [...path, "properties", name])),
      ...unnamed.flatMap((inner) => cover.gaps(inner, schema, at)),
    ];
  });
}

/** `additionalProperties` and `unevaluatedProperties`: properties that the schema does not name. */
function closingGaps(
  cover: Cover,
  objects: NarrowObjects,
  part: JsonSchemaObject,
  path: ManifestPath,
): readonly Gap[] {
  const own = schemaMap(part["patternProperties"]).map(([pattern]) => pattern);
  const matchesOwn = (name: string): boolean => own.some((pattern) => matches(pattern, name));
  const compare = (
    keyword: string,
    knows: (name: string) => boolean,
    isRestKnown = false,
  ): readonly Gap[] => {
    const schema = part[keyword] ?? true;
    if (schema === true) return [];
    const patterns = [...objects.patterns].filter(([pattern]) => !own.includes(pattern));
    const unnamed = [objects.rest(), ...patterns.map(([, inner]) => flatten(cover.narrowRoot, inner))];
    return [
      ...[...objects.names]
        .filter((name) => !knows(name) && !matchesOwn(name))
        .flatMap((name) => cover.gaps(objects.property(name), schema, [...path, "properties", name])),
      ...(isRestKnown ? [] : unnamed).flatMap((inner) =>
        cover
          .gaps(inner, schema, [...path, keyword])
          .map((gap) => (gap.keyword === "false" ? { path, keyword } : gap)),
      ),
    ];
  };
  const additional = compare("additionalProperties", (name) => Object.hasOwn(part.properties ?? {}, name));
  // Where additional properties are described, none is left unevaluated.
  if (part.additionalProperties !== undefined) return additional;
  const certain = certainNames(part, cover.wideRoot);
  const twin = objects.narrow.find(
    (schema) =>
      schema["unevaluatedProperties"] === false &&
      schema.additionalProperties === undefined &&
      cover.shares("anyOf oneOf if then else dependentSchemas", [schema], part),
  );
  // Alternatives that both sides share let the same properties pass; a twin refuses all others but its own.
  const ownOfTwin = twin && certainNames(twin, cover.narrowRoot);
  const isClosed = ownOfTwin !== undefined && !ownOfTwin.open;
  return compare(
    "unevaluatedProperties",
    (name) => certain.names.has(name) || (isClosed && !ownOfTwin.names.has(name)),
    isClosed,
  );
}

/** The properties that a schema evaluates whatever the value. */
function certainNames(schema: JsonSchemaObject, root: JsonSchemaObject): ReturnType<typeof propertiesNamed> {
  return propertiesNamed(schema, root, (keyword) => keyword === "allOf");
}

function nameGaps(
  cover: Cover,
  objects: NarrowObjects,
  part: JsonSchemaObject,
  path: ManifestPath,
): readonly Gap[] {
  const { propertyNames = true } = part;
  if (propertyNames === true || cover.shares("propertyNames", objects.narrow, part)) return [];
  const isName = acceptor([propertyNames], cover.wideRoot);
  const isClosed = objects.rest() === undefined && objects.patterns.size === 0;
  const isProved =
    isName !== undefined &&
    isClosed &&
    [...objects.names].every((name) => objects.property(name) === undefined || isName(name));
  return isProved ? [] : [openGap(path, "propertyNames", objects.narrow)];
}
