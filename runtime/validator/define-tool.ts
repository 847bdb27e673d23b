import { matchRules } from "../codegen/validator-helpers.js";
import type { NoServices } from "../context/tool-services.js";
import { defineContract } from "../tool/define-contract.js";
import { toolSpecOf, type ServiceNames, type ToolDefinition } from "../tool/define-tool.js";
import type { JsonSchemaBuilder, JsonSchemaObject } from "../tool/json-schema.js";
import { rejectManifestKeys } from "../tool/schema-extensions.js";
import type { StandardSchema } from "../tool/standard-schema.js";
import type { NothingInjected, ToolContract } from "../tool/tool-contract.js";
import type { ResultSpec } from "../tool/tool-spec.js";
import type { AnyTool, Tool } from "../tool/tool.js";
import { compileSchema } from "./compile-schema.js";

/** A tool that is written in code, with a JSON Schema or a schema builder for its input. */
export interface JsonSchemaToolDefinition<
  Id extends string,
  Schema extends JsonSchemaObject | JsonSchemaBuilder,
  Data,
  Services extends object = NoServices,
> extends Omit<
  ToolDefinition<Id, StandardSchema<unknown, FromSchema<Schema, true>>, Data, Services>,
  "input" | "data" | "result"
> {
  readonly input: Schema;
  /** `dataSchema` is the data's JSON Schema; without it only well-known kinds are validated. */
  readonly result?: ResultSpec;
}

/** Creates a tool from code and a JSON Schema, validated by Ajv. Throws for invalid schemas. */
export function defineTool<
  const Id extends string,
  const Schema extends JsonSchemaObject | JsonSchemaBuilder,
  Data,
  Services extends object = NoServices,
>(
  definition: JsonSchemaToolDefinition<Id, Schema, Data, Services> & ServiceNames<Services>,
): Tool<FromSchema<Schema>, FromSchema<Schema, true>, Data, Id, NothingInjected, Services>;
export function defineTool(
  definition: JsonSchemaToolDefinition<string, JsonSchemaObject | JsonSchemaBuilder, unknown>,
): AnyTool {
  const schema = isBuilder(definition.input) ? definition.input.build() : definition.input;
  rejectManifestKeys(definition, schema);
  return { ...definition, contract: contractOf(definition, schema) };
}

/** The contract of a tool that is written in code, with schemas compiled by Ajv. */
export function contractOf<Params>(
  definition: { readonly id: string },
  schema: JsonSchemaObject,
): ToolContract<Params, Params, unknown> {
  const spec = toolSpecOf(definition, schema);
  const { rules = [], result } = spec;
  const conditions = rules.map(({ when }) => compileSchema(when));
  const validators = {
    params: compileSchema(spec.inputSchema),
    rules: matchRules(conditions),
    ...(result.dataSchema && { data: compileSchema(result.dataSchema) }),
  };
  return defineContract({ ...spec, validators: () => validators });
}

function isBuilder(input: JsonSchemaObject | JsonSchemaBuilder): input is JsonSchemaBuilder {
  return typeof input.build === "function";
}

/**
 * The type of a JSON Schema's values, as far as its literal type shows: `const`, `enum`, and `type` with `items`,
 * `properties` and `required`. Everything else is `unknown`. `Filled` makes properties with a default required.
 */
export type FromSchema<Schema, Filled extends boolean = false> = Schema extends JsonSchemaBuilder
  ? Record<string, unknown>
  : Schema extends { readonly const: infer Value }
    ? Value
    : Schema extends { readonly enum: readonly (infer Value)[] }
      ? Value
      : Schema extends { readonly type: infer Type }
        ? OfType<Schema, Type extends readonly (infer Each)[] ? Each : Type, Filled>
        : unknown;

interface PrimitiveTypes {
  string: string;
  number: number;
  integer: number;
  boolean: boolean;
  null: null;
}

type OfType<Schema, Type, Filled extends boolean> = Type extends keyof PrimitiveTypes
  ? PrimitiveTypes[Type]
  : Type extends "array"
    ? Schema extends { readonly items: infer Items }
      ? FromSchema<Items, Filled>[]
      : unknown[]
    : Type extends "object"
      ? Schema extends { readonly properties: infer Properties }
        ? ObjectOf<Properties, PresentKeys<Schema, Properties, Filled>, Filled>
        : Record<string, unknown>
      : unknown;

type ObjectOf<Properties, Present, Filled extends boolean> = {
  [Key in keyof Properties as Key extends Present ? Key : never]: FromSchema<Properties[Key], Filled>;
} & {
  [Key in keyof Properties as Key extends Present ? never : Key]?: FromSchema<Properties[Key], Filled>;
};

/** The properties that always exist. */
type PresentKeys<Schema, Properties, Filled extends boolean> =
  | (Schema extends { readonly required: readonly (infer Name)[] } ? Name : never)
  | (Filled extends true
      ? {
          [Key in keyof Properties]: Properties[Key] extends { readonly default: unknown } ? Key : never;
        }[keyof Properties]
      : never);
