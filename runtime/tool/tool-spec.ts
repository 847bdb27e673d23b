import type { ToolResultEnvelope } from "../envelope/tool-result-envelope.js";
import type { DisplayHints } from "../kinds/tool-result-value.js";
import type { JsonSchemaObject, JsonValue } from "./json-schema.js";
import type { RiskLevel } from "./risk-level.js";
import type { ToolCategory } from "./tool-category.js";

/** A tool as provider-neutral, serialisable data: its manifest with all defaults. */
export interface ToolSpec<Id extends string = string> extends ToolIndexEntry<Id> {
  /** For the model: what the tool does, when to use it, its limits. */
  readonly description: string;
  /** JSON Schema 2020-12 of the input, without injected parameters. */
  readonly inputSchema: JsonSchemaObject;
  readonly result: ResultSpec;
  /** One line for the approver, with `{parameter}` placeholders. */
  readonly executionSummary?: string;
  /** Milliseconds. @default the executor's timeout */
  readonly timeout?: number;
  /** Path parameters, which the executor's path policy resolves and checks. */
  readonly paths?: readonly PathParameter[];
  /** JSON pointers of parameters to mask everywhere; `*` matches every array item or map value, `~2` is a literal `*`. */
  readonly sensitive?: readonly string[];
  /** Parameters that the application supplies; models neither see nor send them. */
  readonly inject?: readonly InjectedParameter[];
  /** Services of the project that the implementation uses, by name. */
  readonly uses?: readonly string[];
  readonly rules?: readonly RuleSpec[];
  readonly concurrency?: readonly ConcurrencyKey[];
  readonly examples?: readonly ToolExample[];
  readonly hints?: ToolHints;
  /** Overrides for one provider, by provider name. */
  readonly targets?: { readonly [provider: string]: TargetOverride };
  /** Old parameter names and their new names; old names are still accepted with a warning. */
  readonly renamedParameters?: { readonly [oldName: string]: string };
  readonly envelope?: EnvelopeSpec;
}

/** The metadata for filters and listings; the registry has it for every tool without loading one. */
export interface ToolIndexEntry<Id extends string = string> {
  readonly id: Id;
  /** The name that models see. */
  readonly wireName: string;
  /** The name that people see. */
  readonly name: string;
  readonly category: ToolCategory;
  readonly risk: RiskLevel;
  /** The kind of result, well-known or custom. */
  readonly kind: string;
  readonly tags?: readonly string[];
  /** Capabilities that the environment must have, such as `workspace`. */
  readonly requires?: readonly string[];
  /** Former ids; they still find the tool. */
  readonly renamedFrom?: readonly string[];
  /** Why it is deprecated, and its replacement. */
  readonly deprecated?: string;
}

/** The type of a tool's result and how to display it. */
export interface ResultSpec {
  /** JSON Schema of the data. @default that of the kind */
  readonly dataSchema?: JsonSchemaObject;
  /** Maximum number of characters of data for a model. */
  readonly maxDataLength?: number;
  readonly mimeType?: string;
  readonly display?: DisplayHints;
}

/** A file or directory parameter. */
export interface PathParameter {
  /** JSON pointer into the parameters; `*` matches every array item or map value, `~2` is a literal `*`. */
  readonly pointer: string;
  readonly within: "workspace" | "anywhere";
  /** An early, advisory check: whether the path must exist or must not. */
  readonly exists?: boolean;
  readonly kind?: "file" | "directory";
}

/** A parameter from the caller's `inject` instead of the model. */
export interface InjectedParameter {
  readonly parameter: string;
  readonly key: string;
  /** Whether the tool runs without it; otherwise, a call without the value fails. */
  readonly optional?: boolean;
}

/** The effect of parameters that match a condition: a warning or a higher risk, never a lower one. */
export interface RuleSpec {
  /** The condition as a JSON Schema of the parameters. */
  readonly when: JsonSchemaObject;
  readonly risk?: RiskLevel;
  readonly warn?: RuleWarning;
}

/** A rule's warning for the approver. */
export interface RuleWarning {
  readonly code: string;
  readonly parameter?: string;
  readonly message: string;
}

/** A resource that a call locks, shared or exclusive, with `{parameter}` placeholders. */
export interface ConcurrencyKey {
  readonly key: string;
  readonly mode: "shared" | "exclusive";
}

/** An example call. */
export interface ToolExample {
  readonly title: string;
  readonly params: { readonly [parameter: string]: JsonValue };
}

/** Behaviour hints beyond the risk level. */
export interface ToolHints {
  /** Whether repeating a call with the same parameters has no further effect; allows retries. */
  readonly idempotent?: boolean;
  /** Whether it accesses other machines. */
  readonly openWorld?: boolean;
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
}

/** A provider's own texts and its specific options. */
export interface TargetOverride {
  readonly wireName?: string;
  readonly description?: string;
  readonly strict?: boolean;
  /** Whether the model finds the tool by search, instead of getting its definition in every request. */
  readonly deferLoading?: boolean;
  /** The tool's group in listings. */
  readonly namespace?: string;
  /** Who may call the tool: the model, or code that it writes. */
  readonly allowedCallers?: readonly string[];
  /** Sets a cache breakpoint after the tool: the provider caches the request up to here. */
  readonly cacheControl?: { readonly ttl?: "5m" | "1h" };
  /** Whether the provider streams arguments before they are complete. */
  readonly eagerInputStreaming?: boolean;
}

/** Envelope fields that the manifest sets. The content type is derived from the kind and the data if absent. */
export interface EnvelopeSpec extends Partial<
  Pick<ToolResultEnvelope, "schemaRef" | "tags" | "compat" | "payloadPath" | "contentType">
> {}
