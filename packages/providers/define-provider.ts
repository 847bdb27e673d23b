import type { JsonSchemaObject, ToolSpec } from "@toolkiln/runtime";
import type { TargetOverride } from "@toolkiln/runtime/vocabulary";
import { overrideLimits, type ProviderLimits } from "./limits.js";
import type { Loss, Refusal } from "./written-schema.js";
import { isWellKnownKind, wellKnownSchemas } from "@toolkiln/runtime/kinds";
import { measureSchema } from "./measure-schema.js";
import { narrowSchema } from "./narrow/narrow-schema.js";
import type { AdaptOptions, Adaptation, Provider } from "./provider.js";
import { toWideDialect, type WideDialect } from "./wide/to-wide-dialect.js";
import type { SchemaDialect } from "./schema-dialect.js";
import { decode } from "./wire/decode.js";
import { encode } from "./wire/encode.js";
import type { WrittenSchema } from "./written-schema.js";

/** A mutable JSON value, as SDKs declare it. */
export type SentValue = string | number | boolean | null | SentValue[] | { [key: string]: SentValue };

/** Arguments as a model sends them. */
export interface SentArguments {
  [parameter: string]: SentValue;
}

/** Parts of a definition. */
export interface DefinitionParts {
  readonly spec: ToolSpec;
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchemaObject;
  readonly strict: boolean;
  /** The name of the dialect that the schema is written in. */
  readonly dialect: string;
  /** Examples as the model would send them. */
  readonly examples: readonly SentArguments[];
  /** JSON Schema of the tool's data; undefined for images and if any data is allowed. */
  readonly outputSchema: JsonSchemaObject | undefined;
  /** The manifest's overrides for this provider. */
  readonly target: TargetOverride;
}

/** Defines a provider. */
export interface ProviderDefinition<Definition, Options extends AdaptOptions> {
  readonly name: string;
  readonly limits: ProviderLimits;
  /**
   * The dialects in order of preference: the first that can express a schema is used. Those with `strict` are left out
   * unless strict mode is requested. The last one accepts every schema: a wide dialect, or a narrow one that is `lossy`.
   */
  dialects(options: Options): readonly (SchemaDialect | WideDialect)[];
  /** Where the examples of a tool go. @default "description" */
  readonly examples?: "description" | "definition" | "schema";
  /** The fields of `targets` that a definition carries, besides name, description and `strict`; others are losses. */
  carries?(options: Options): readonly (keyof TargetOverride)[];
  define(parts: DefinitionParts, options: Options): Definition;
  /** An extra entry after this tool in the list of tools. */
  follow?(target: TargetOverride): Definition | undefined;
}

/** Creates a provider from its limits, its dialects and its definition format. */
export function defineProvider<Definition, Options extends AdaptOptions = AdaptOptions>(
  provider: ProviderDefinition<Definition, Options>,
): Provider<Definition, Options> {
  return {
    name: provider.name,
    limits: provider.limits,
    adapt: (spec, options) => adapt(provider, spec, options),
    withLimits: (overrides) =>
      defineProvider({ ...provider, limits: overrideLimits(provider.limits, overrides) }),
  };
}

function adapt<Definition, Options extends AdaptOptions>(
  provider: ProviderDefinition<Definition, Options>,
  spec: ToolSpec,
  options: Options | undefined,
): Adaptation<Definition> {
  const { limits, examples: place = "description" } = provider;
  const { inputSchema } = spec;
  const target = spec.targets?.[provider.name] ?? {};
  // All options are optional, so an empty object is valid.
  const wanted = { ...options, strict: target.strict ?? options?.strict } as Options;
  const { written, dialect, fallback } = writeSchema(provider.dialects(wanted), inputSchema, wanted, limits);
  const { strict = false } = dialect;
  const name = legalName(`${options?.prefix ?? ""}${target.wireName ?? spec.wireName}`, limits);
  // The root is an object before and after encoding.
  const examples = (spec.examples ?? []).map(({ title, params }) => ({
    title,
    input: encode(inputSchema, written, params) as SentArguments,
  }));
  const inputs = examples.map(({ input }) => input);
  const notice = spec.deprecated === undefined ? "" : `Deprecated: ${spec.deprecated}\n\n`;
  const described = describeExamples(
    `${notice}${target.description ?? spec.description}`,
    place === "description" ? examples : [],
    limits.descriptionLength?.value,
  );
  const schema =
    place === "schema" && inputs.length > 0 ? { ...written.sent, examples: inputs } : written.sent;
  const parts: DefinitionParts = {
    spec,
    name,
    description: described.description,
    schema,
    strict,
    dialect: dialect.name,
    examples: place === "definition" ? inputs : [],
    outputSchema: outputSchemaOf(spec),
    target,
  };
  const carried = new Set<string>([
    "wireName",
    "description",
    "strict",
    ...(provider.carries?.(wanted) ?? []),
  ]);
  const lostFields = Object.keys(target).filter((field) => !carried.has(field));
  return {
    id: spec.id,
    spec,
    name,
    definition: provider.define(parts, wanted),
    followedBy: provider.follow?.(target),
    schema,
    strict,
    fallback,
    losses: [
      ...written.losses,
      ...described.losses,
      ...lostFields.map((field) => lostPart(`/targets/${provider.name}/${field}`, field)),
    ],
    decode: (sent) => decode(inputSchema, written, parseText(sent)),
    encode: (params) => encode(inputSchema, written, params),
  };
}

/** Returns a valid name unchanged; otherwise builds one from letters, digits and `_`, cut to the limit. */
function legalName(name: string, { namePattern, nameLength }: ProviderLimits): string {
  const pattern = new RegExp(namePattern.value);
  const maxLength = nameLength.value;
  const isLegal = (text: string): boolean =>
    text.length > 0 && text.length <= maxLength && pattern.test(text);
  if (isLegal(name)) return name;
  const folded = name.replaceAll(/[^A-Za-z0-9_]+/g, "_").slice(0, maxLength);
  return isLegal(folded) ? folded : `t_${folded}`.slice(0, maxLength);
}

/** The loss of an example or a `targets` field that a definition cannot contain. */
function lostPart(pointer: string, keyword: string): Loss {
  return { pointer, keyword, effect: "annotation", note: "" };
}

interface DialectChoice {
  readonly written: WrittenSchema;
  readonly dialect: SchemaDialect | WideDialect;
  readonly fallback: readonly Refusal[];
}

/** Writes a schema in the first dialect that can express it; also returns why earlier dialects cannot. */
function writeSchema(
  dialects: readonly (SchemaDialect | WideDialect)[],
  schema: JsonSchemaObject,
  { strict = false }: AdaptOptions,
  limits: ProviderLimits,
): DialectChoice {
  const fallback: Refusal[] = [];
  for (const dialect of dialects) {
    if (dialect.strict === true && !strict) continue;
    const written = "draft" in dialect ? toWideDialect(schema, dialect) : narrowSchema(schema, dialect);
    const refusals = [
      ...written.refusals,
      ...(dialect.strict === true ? findOversize(written.sent, limits) : []),
    ];
    if (refusals.length === 0) return { written, dialect, fallback };
    fallback.push(...refusals);
  }
  throw new TypeError("The last dialect of a provider must accept every schema.");
}

const sizeLimits = [
  ["depth", "strictDepth", "levels"],
  ["properties", "strictProperties", "properties"],
  ["textLength", "strictTextLength", "characters of names and values"],
  ["enumValues", "strictEnumValues", "enum values"],
] as const;

function findOversize(schema: JsonSchemaObject, limits: ProviderLimits): Refusal[] {
  const size = measureSchema(schema);
  return sizeLimits.flatMap(([measure, name, what]) => {
    const most = limits[name]?.value ?? Number.POSITIVE_INFINITY;
    if (size[measure] <= most) return [];
    return [{ pointer: "", keyword: "size", reason: `it has ${size[measure]} ${what}; ${most} are allowed` }];
  });
}

/** Adds examples to the description, except those that exceed the limit. */
function describeExamples(
  description: string,
  examples: readonly { readonly title: string; readonly input: SentArguments }[],
  most: number = Number.POSITIVE_INFINITY,
): { readonly description: string; readonly losses: readonly Loss[] } {
  const losses: Loss[] = [];
  let text = description;
  for (const [index, { title, input }] of examples.entries()) {
    const line = `${text === description ? "\n\nExamples:" : ""}\n- ${title}: ${JSON.stringify(input)}`;
    if (text.length + line.length <= most) text += line;
    else losses.push(lostPart(`/examples/${index}`, "examples"));
  }
  return { description: text, losses };
}

/** Some providers send arguments as text. The validator reports text that is not JSON. */
function parseText(sent: unknown): unknown {
  if (typeof sent !== "string") return sent;
  if (sent.trim() === "") return {};
  try {
    return JSON.parse(sent) as unknown;
  } catch {
    return sent;
  }
}

/** The schema of a tool's data. Undefined for images, which are content, and for a schema that allows anything. */
function outputSchemaOf({ kind, result: { dataSchema } }: ToolSpec): JsonSchemaObject | undefined {
  if (kind === "image") return undefined;
  const schema = dataSchema ?? (isWellKnownKind(kind) ? wellKnownSchemas[kind] : {});
  return Object.keys(schema).length === 0 ? undefined : schema;
}
