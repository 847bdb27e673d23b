import type { JsonSchemaObject, ToolSpec } from "@toolkiln/runtime";
import type { LimitOverrides, ProviderLimits } from "./limits.js";
import type { Loss, Refusal } from "./written-schema.js";

/** Options for adapting tools to any provider. */
export interface AdaptOptions {
  /** Whether the provider should enforce the schema. */
  readonly strict?: boolean;
  /** The prefix of every tool's name, such as `mcp__files__`. */
  readonly prefix?: string;
}

/** A tool adapted for one provider. */
export interface Adaptation<Definition = unknown> {
  readonly id: string;
  readonly spec: ToolSpec;
  /** The name that the model sees. */
  readonly name: string;
  readonly definition: Definition;
  /** An extra entry after the definition in the list of tools. */
  readonly followedBy: Definition | undefined;
  /** The definition's schema, before conversion to the provider's own format. */
  readonly schema: JsonSchemaObject;
  /** Whether the definition asks the provider to enforce the schema. */
  readonly strict: boolean;
  /** Why a fallback was used instead of the requested form. */
  readonly fallback: readonly Refusal[];
  /** Parts of the manifest that the definition lacks. */
  readonly losses: readonly Loss[];
  /** Converts the model's arguments, parsed or as JSON text, to the names and shapes of the manifest. Never throws. */
  readonly decode: (sent: unknown) => unknown;
  /** The reverse of `decode`: converts arguments to what the model would send. */
  readonly encode: (params: unknown) => unknown;
}

/** A provider: its limits as data, and how a tool is described to it. */
export interface Provider<Definition = unknown, Options extends AdaptOptions = AdaptOptions> {
  readonly name: string;
  readonly limits: ProviderLimits;
  adapt(spec: ToolSpec, options?: Options): Adaptation<Definition>;
  /** The same provider with other limits. */
  withLimits(overrides: LimitOverrides): Provider<Definition, Options>;
}
