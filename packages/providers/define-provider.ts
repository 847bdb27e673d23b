import type { JsonSchemaObject, ToolSpec } from "@toolkiln/runtime";
import type { TargetOverride } from "@toolkiln/runtime/vocabulary";
import { overrideLimits, type ProviderLimits } from "./limits.js";
import type { Loss, Refusal } from "./written-schema.js";
import { isWellKnownKind, wellKnownSchemas } from "@toolkiln/runtime/kinds";
import { measureSchema } from "./measure-schema.js";
import { narrowSchema } from "./narrow/narrow-schema.js";
import type { AdaptOptions, Adaptation, Provider } from "./provider.js";
import { relaySchema, type WideDialect } from "./relay/relay-schema.js";
import type { SchemaDialect } from "./schema-dialect.js";
import { legalName } from "./tool-name.js";
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
  /** JSON Schema of the tool's data; undefined for images or any data. */
  readonly outputSchema: JsonSchemaObject | undefined;
  /** The manifest's overrides for this provider. */
  readonly target: TargetOverride;
}

/** Defines a provider. */
export interface ProviderDefinition<Definition, Options extends AdaptOptions> {
  readonly name: string;
  readonly limits: ProviderLimits;
  /** The dialect for every schema: nearly full JSON Schema, or a narrow dialect that is `total`. */
  dialect(options: Options): WideDialect | SchemaDialect;
  /** The dialect of schemas in strict mode. */
  readonly strictDialect?: SchemaDialect;
  /** A dialect that is not strict and accepts only some schemas; others use `dialect`. */
  preferredDialect?(options: Options): SchemaDialect | undefined;
  /** Where the examples of a tool go. @default in the description */
  readonly examples?: "description" | "definition" | "schema";
  /** The fields of `targets` that a definition carries; others are reported as losses. */
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
  const { limits } = provider;
  const override = spec.targets?.[provider.name];
  // All options are optional, so an empty object is valid.
  const wanted = {
    ...options,
    ...(override?.strict !== undefined && { strict: override.strict }),
  } as Options;
  const { written, dialect, strict, fallback } = writeSchema(provider, spec.inputSchema, wanted);
  const rule = { pattern: new RegExp(limits.namePattern.value), maxLength: limits.nameLength.value };
  const name = legalName(`${options?.prefix ?? ""}${override?.wireName ?? spec.wireName}`, rule);
  const text = describeTool(spec, override?.description);
  // The root is always an object, and stays JSON.
  const examples = (spec.examples ?? []).map(
    ({ params }) => encode(spec.inputSchema, written, params) as SentArguments,
  );
  const told = tellExamples(spec, text, examples, provider);
  const schema =
    provider.examples === "schema" && examples.length > 0 ? { ...written.sent, examples } : written.sent;
  const parts: DefinitionParts = {
    spec,
    name,
    description: told.description,
    schema,
    strict,
    dialect,
    examples: provider.examples === "definition" ? examples : [],
    outputSchema: outputSchemaOf(spec),
    target: override ?? {},
  };
  return {
    id: spec.id,
    name,
    definition: provider.define(parts, wanted),
    followedBy: provider.follow?.(parts.target),
    schema,
    strict,
    fallback,
    losses: [...written.losses, ...told.losses, ...lostFields(provider, override, wanted)],
    decode: (sent) => decode(spec.inputSchema, written, parseText(sent)),
    encode: (params) => encode(spec.inputSchema, written, params),
  };
}

/** Fields of `targets` for this provider that this form of its definitions cannot contain. */
function lostFields<Definition, Options extends AdaptOptions>(
  provider: ProviderDefinition<Definition, Options>,
  override: TargetOverride = {},
  options: Options,
): Loss[] {
  const own = provider.carries?.(options) ?? [];
  const carried = new Set<string>(["wireName", "description", "strict", ...own]);
  return Object.keys(override)
    .filter((field) => !carried.has(field))
    .map((field) => ({
      pointer: `/targets/${provider.name}/${field}`,
      keyword: field,
      effect: "annotation",
      told: "",
    }));
}

interface DialectChoice {
  readonly written: WrittenSchema;
  readonly dialect: string;
  readonly strict: boolean;
  readonly fallback: readonly Refusal[];
}

/** The strict or preferred schema if possible, else the default dialect with the reasons. */
function writeSchema<Definition, Options extends AdaptOptions>(
  provider: ProviderDefinition<Definition, Options>,
  schema: JsonSchemaObject,
  options: Options,
): DialectChoice {
  const { strictDialect, limits } = provider;
  const fallback: Refusal[] = [];
  const strict = options.strict === true && strictDialect !== undefined;
  const preferred = strict ? strictDialect : provider.preferredDialect?.(options);
  if (preferred !== undefined) {
    const written = narrowSchema(schema, preferred);
    fallback.push(...written.refusals, ...findOversize(written.sent, limits));
    if (fallback.length === 0) return { written, dialect: preferred.name, strict, fallback };
  }
  const dialect = provider.dialect(options);
  const written = "draft" in dialect ? relaySchema(schema, dialect) : narrowSchema(schema, dialect);
  return { written, dialect: dialect.name, strict: false, fallback };
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

function describeTool(spec: ToolSpec, override: string | undefined): string {
  const text = override ?? spec.description;
  return spec.deprecated === undefined ? text : `Deprecated: ${spec.deprecated}\n\n${text}`;
}

/** Adds the examples that fit to the description. */
function tellExamples<Definition, Options extends AdaptOptions>(
  spec: ToolSpec,
  description: string,
  examples: readonly SentArguments[],
  { examples: place = "description", limits }: ProviderDefinition<Definition, Options>,
): { readonly description: string; readonly losses: readonly Loss[] } {
  if (place !== "description" || spec.examples === undefined) return { description, losses: [] };
  const most = limits.descriptionLength?.value ?? Number.POSITIVE_INFINITY;
  const losses: Loss[] = [];
  let text = description;
  spec.examples.forEach(({ title }, index) => {
    const line = `${text === description ? "\n\nExamples:" : ""}\n- ${title}: ${JSON.stringify(examples[index])}`;
    if (text.length + line.length <= most) text += line;
    else losses.push({ pointer: `/examples/${index}`, keyword: "examples", effect: "annotation", told: "" });
  });
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
