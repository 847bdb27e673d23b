import type { JsonSchemaObject, ToolSpec } from "@toolkiln/runtime";
import type { LimitOverrides, ProviderLimits } from "./limits.js";
import type { Loss, Refusal } from "./loss.js";

/** How a tool is adapted, whatever the provider. */
export interface AdaptOptions {
  /** Whether the provider is to hold the model to the schema. */
  readonly strict?: boolean;
  /** What a client puts before every tool's name, such as `mcp__files__`. */
  readonly prefix?: string;
}

/** A tool as it is sent to one provider. */
export interface Adaptation<Definition = unknown> {
  readonly id: string;
  /** The name that the model sees. */
  readonly name: string;
  /** What is sent. */
  readonly definition: Definition;
  /** An entry of its own that stands after the definition in the list of tools. */
  readonly followedBy: Definition | undefined;
  /** The schema inside the definition, before the provider's own spelling. */
  readonly schema: JsonSchemaObject;
  /** Whether the definition asks the provider to hold the model to the schema. */
  readonly strict: boolean;
  /** Why the form that was asked for could not be used, when another was. */
  readonly fallback: readonly Refusal[];
  /** What the definition does not carry as the manifest has it. */
  readonly losses: readonly Loss[];
  /** Turns arguments as the model sends them, parsed or as text, into arguments of the manifest. Never throws. */
  readonly decode: (sent: unknown) => unknown;
  /** Turns arguments of the manifest into what the model would send for them. */
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
