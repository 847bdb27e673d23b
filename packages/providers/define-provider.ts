import type { JsonSchemaObject, ToolSpec } from "@toolkiln/runtime";
import type { TargetOverride } from "@toolkiln/runtime/vocabulary";
import { carrySchema } from "./carry/carry-schema.js";
import { decode, encode } from "./codec/transcode.js";
import { same, type Codec } from "./codec/codec.js";
import { overrideLimits, type Limit, type ProviderLimits } from "./limits.js";
import type { Loss, Refusal } from "./loss.js";
import { outputSchemaOf } from "./output-schema.js";
import { measureSchema } from "./measure-schema.js";
import type { AdaptOptions, Adaptation, Provider } from "./provider.js";
import { relaySchema, type WideDialect } from "./relay/relay-schema.js";
import type { SchemaDialect } from "./schema-dialect.js";
import { legalName } from "./tool-name.js";

/** One way in which a provider takes schemas: a narrow dialect, or JSON Schema nearly as it is. */
export type SchemaForm =
  | { readonly kind: "carried"; readonly dialect: SchemaDialect }
  | { readonly kind: "relayed"; readonly dialect: WideDialect };

/** At least one form. */
export type SchemaForms = readonly [SchemaForm, ...SchemaForm[]];

/** A JSON value that belongs to whoever holds it, as SDKs want theirs. */
export type SentValue = string | number | boolean | null | SentValue[] | { [key: string]: SentValue };

/** Arguments as a model sends them. */
export interface SentArguments {
  [parameter: string]: SentValue;
}

/** What a definition is made of. */
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
  /** JSON Schema of the tool's data, unless it is an image or may be anything. */
  readonly outputSchema: JsonSchemaObject | undefined;
  /** What the manifest sets for this provider alone. */
  readonly target: TargetOverride;
}

/** What makes a provider. */
export interface ProviderDefinition<Definition, Options extends AdaptOptions> {
  readonly name: string;
  readonly limits: ProviderLimits;
  /** The forms to try in order; the last one takes every schema. */
  forms(options: Options): SchemaForms;
  /** Where the examples of a tool go. @default in the description */
  readonly examples?: "description" | "definition" | "schema";
  /** The fields of `targets` that a definition carries; others are reported as losses. */
  carries?(options: Options): readonly (keyof TargetOverride)[];
  define(parts: DefinitionParts, options: Options): Definition;
  /** An entry of its own that the list of tools has after this tool. */
  follow?(target: TargetOverride): Definition | undefined;
}

interface Written {
  readonly sent: JsonSchemaObject;
  readonly codec: Codec;
  readonly losses: readonly Loss[];
  readonly refusals: readonly Refusal[];
  readonly form: SchemaForm;
}

/** Makes a provider from its limits, its dialects and the shape of its definitions. */
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
  // Every option may be left out, so what is missing is an Options too.
  const wanted = {
    ...options,
    ...(override?.strict !== undefined && { strict: override.strict }),
  } as Options;
  const { written, fallback } = writeSchema(spec, provider.forms(wanted), limits);
  const { codec, form } = written;
  const rule = { pattern: new RegExp(limits.namePattern.value), maxLength: limits.nameLength.value };
  const name = legalName(`${options?.prefix ?? ""}${override?.wireName ?? spec.wireName}`, rule);
  const text = describeTool(spec, override?.description);
  // The root is always an object, and encoding JSON gives JSON.
  const examples = (spec.examples ?? []).map(({ params }) => encode(codec, params) as SentArguments);
  const told = tellExamples(spec, text, examples, provider);
  const strict = form.kind === "carried" && form.dialect.strict;
  const schema =
    provider.examples === "schema" && examples.length > 0 ? { ...written.sent, examples } : written.sent;
  const parts: DefinitionParts = {
    spec,
    name,
    description: told.description,
    schema,
    strict,
    dialect: form.dialect.name,
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
    decode: (sent) => decode(codec, parseText(sent)),
    encode: (params) => encode(codec, params),
  };
}

/** Fields that only this provider understands, and that this form of its definitions has no place for. */
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

/** The first form that carries the schema; the refusals of the forms before it are the reasons. */
function writeSchema(
  spec: ToolSpec,
  forms: SchemaForms,
  limits: ProviderLimits,
): { readonly written: Written; readonly fallback: readonly Refusal[] } {
  const [form, ...others] = forms;
  const written = writeIn(form, spec.inputSchema, limits);
  const [next, ...rest] = others;
  if (written.refusals.length === 0 || next === undefined) return { written, fallback: [] };
  const other = writeSchema(spec, [next, ...rest], limits);
  return { ...other, fallback: [...written.refusals, ...other.fallback] };
}

function writeIn(form: SchemaForm, schema: JsonSchemaObject, limits: ProviderLimits): Written {
  if (form.kind === "relayed") {
    return { ...relaySchema(schema, form.dialect), codec: same, form };
  }
  const carried = carrySchema(schema, form.dialect);
  const oversize = form.dialect.strict ? findOversize(carried.sent, limits) : [];
  return { ...carried, refusals: [...carried.refusals, ...oversize], form };
}

function findOversize(schema: JsonSchemaObject, limits: ProviderLimits): Refusal[] {
  const size = measureSchema(schema);
  const check = (actual: number, limit: Limit | undefined, what: string): Refusal[] =>
    limit === undefined || actual <= limit.value
      ? []
      : [{ pointer: "", keyword: "size", reason: `it has ${actual} ${what}; ${limit.value} are allowed` }];
  return [
    ...check(size.depth, limits.strictDepth, "levels"),
    ...check(size.properties, limits.strictProperties, "properties"),
    ...check(size.textLength, limits.strictTextLength, "characters of names and values"),
    ...check(size.enumValues, limits.strictEnumValues, "enum values"),
  ];
}

function describeTool(spec: ToolSpec, override: string | undefined): string {
  const text = override ?? spec.description;
  return spec.deprecated === undefined ? text : `Deprecated: ${spec.deprecated}\n\n${text}`;
}

/** Examples stand in the description as far as it has room for them. */
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

/** Some providers send arguments as text. What is not JSON stays text, and the validator reports it. */
function parseText(sent: unknown): unknown {
  if (typeof sent !== "string") return sent;
  if (sent.trim() === "") return {};
  try {
    return JSON.parse(sent) as unknown;
  } catch {
    return sent;
  }
}
