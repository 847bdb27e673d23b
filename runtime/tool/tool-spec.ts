import type { ToolResultContentType } from "../envelope/content-type.js";
import type { DisplayHints } from "../kinds/display-hints.js";
import type { JsonSchemaObject, JsonValue } from "./json-schema.js";
import type { RiskLevel } from "./risk-level.js";
import type { ToolCategory } from "./tool-category.js";

/**
 * A tool as provider-neutral, serialisable data: everything its manifest says once every default is decided.
 *
 * The same record stands in the tool's contract and as its entry in the catalogue.
 */
export interface ToolSpec<Id extends string = string> extends ToolIndexEntry<Id> {
  /** For the model: what the tool does, when to use it, its limits. */
  readonly description: string;
  /** JSON Schema 2020-12 of what a caller sends; injected parameters are not part of it. */
  readonly inputSchema: JsonSchemaObject;
  readonly result: ResultSpec;
  /** One line for the approver, with `{parameter}` placeholders. */
  readonly executionSummary?: string;
  /** Milliseconds; the executor's own limit applies when absent. */
  readonly timeout?: number;
  /** Parameters that name a path, which the executor's path policy resolves and checks. */
  readonly paths?: readonly PathParameter[];
  /** JSON pointers of parameters whose values are shown to nobody; `*` stands for every array item or map value, `~2` for a name `*`. */
  readonly sensitive?: readonly string[];
  /** Parameters that the application supplies; models neither see nor send them. */
  readonly inject?: readonly InjectedParameter[];
  /** Services of the project that the implementation uses, by their names. */
  readonly uses?: readonly string[];
  readonly rules?: readonly RuleSpec[];
  readonly concurrency?: readonly ConcurrencyKey[];
  readonly examples?: readonly ToolExample[];
  readonly hints?: ToolHints;
  /** What to say differently to one provider, by the provider's name. */
  readonly targets?: { readonly [provider: string]: TargetOverride };
  /** Old parameter names and the names that replaced them; old arguments stay accepted with a warning. */
  readonly renamedParameters?: { readonly [oldName: string]: string };
  readonly envelope?: EnvelopeSpec;
}

/** The part of a tool's data that filters and listings need; the registry holds it for every tool without loading one. */
export interface ToolIndexEntry<Id extends string = string> {
  readonly id: Id;
  /** The name that models see. */
  readonly wireName: string;
  /** The name that people see. */
  readonly name: string;
  readonly category: ToolCategory;
  readonly risk: RiskLevel;
  /** The kind of result, well-known or the author's own. */
  readonly kind: string;
  readonly tags?: readonly string[];
  /** Capabilities that the caller's surroundings must have, such as `workspace`. */
  readonly requires?: readonly string[];
  /** Ids that the tool had before; they still find it. */
  readonly renamedFrom?: readonly string[];
  /** Why not to use it any more, and what to use instead. */
  readonly deprecated?: string;
}

/** What a tool's result is and how it would like to be shown. */
export interface ResultSpec {
  /** JSON Schema of the data of the author's own kinds. */
  readonly dataSchema?: JsonSchemaObject;
  /** Characters of serialised data that a model is shown at most. */
  readonly maxDataLength?: number;
  readonly mimeType?: string;
  readonly display?: DisplayHints;
}

/** A parameter that names a file or directory. */
export interface PathParameter {
  /** JSON pointer into the parameters; `*` stands for every array item or map value, `~2` for a name `*`. */
  readonly pointer: string;
  readonly within: "workspace" | "anywhere";
  /** An early, advisory check: whether the path has to exist, or must not. */
  readonly exists?: boolean;
  readonly kind?: "file" | "directory";
}

/** A parameter that is supplied by the caller's `inject` instead of the model. */
export interface InjectedParameter {
  readonly parameter: string;
  readonly key: string;
  /** Whether the tool runs without it; a call fails when a value that is not optional is missing. */
  readonly optional?: boolean;
}

/** What follows when validated parameters match a condition. Risk only ever rises. */
export interface RuleSpec {
  /** The condition as a JSON Schema of the parameters. */
  readonly when: JsonSchemaObject;
  readonly risk?: RiskLevel;
  readonly warn?: RuleWarning;
}

/** A warning that a rule puts before the approver. */
export interface RuleWarning {
  readonly code: string;
  readonly parameter?: string;
  readonly message: string;
}

/** A resource that calls share or exclude each other from, with `{parameter}` placeholders. */
export interface ConcurrencyKey {
  readonly key: string;
  readonly mode: "shared" | "exclusive";
}

/** A call that shows how the tool is meant to be used. */
export interface ToolExample {
  readonly title: string;
  readonly params: { readonly [parameter: string]: JsonValue };
}

/** Behaviour that risk does not already imply. */
export interface ToolHints {
  /** Calling it again with the same parameters changes nothing more; makes retries legal. */
  readonly idempotent?: boolean;
  /** Whether it reaches beyond the local machine. */
  readonly openWorld?: boolean;
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
}

/** What one provider receives instead of the general text, and what only it understands. */
export interface TargetOverride {
  readonly wireName?: string;
  readonly description?: string;
  readonly strict?: boolean;
  /** The model finds the tool by searching instead of reading its definition in every request. */
  readonly deferLoading?: boolean;
  /** The group that the tool is listed in. */
  readonly namespace?: string;
  /** Who may call the tool: the model, or code that it writes. */
  readonly allowedCallers?: readonly string[];
  /** Ends the part of a request that the provider caches. */
  readonly cacheControl?: { readonly ttl?: "5m" | "1h" };
  /** Arguments are sent before they are complete. */
  readonly eagerInputStreaming?: boolean;
}

/** Fields of the result's envelope that the manifest fixes. */
export interface EnvelopeSpec {
  readonly schemaRef?: string;
  readonly tags?: readonly string[];
  readonly compat?: { readonly [key: string]: JsonValue };
  readonly payloadPath?: string;
  /** Follows from the kind and the data when absent. */
  readonly contentType?: ToolResultContentType;
}
