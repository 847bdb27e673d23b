import type {
  ConcurrencyKey,
  DisplayHints,
  EnvelopeSpec,
  JsonSchemaObject,
  RiskLevel,
  RuleWarning,
  TargetOverride,
  ToolExample,
  ToolHints,
} from "@toolkiln/runtime";

/** A manifest that satisfies its schema, exactly as its author wrote it. */
export interface Manifest {
  readonly toolkiln?: 1;
  readonly id: string;
  readonly wireName?: string;
  readonly name?: string;
  readonly description: string;
  readonly category: string;
  readonly risk: RiskLevel;
  readonly tags?: readonly string[];
  readonly requires?: readonly string[];
  readonly uses?: readonly string[];
  readonly executionSummary?: string;
  readonly timeout?: string | number;
  readonly schema?: JsonSchemaObject;
  readonly rules?: readonly ManifestRule[];
  readonly concurrency?: readonly ConcurrencyKey[];
  readonly result: string | ManifestResult;
  readonly examples?: readonly ToolExample[];
  readonly tests?: readonly ManifestTest[];
  readonly hints?: ToolHints;
  readonly targets?: { readonly [provider: string]: TargetOverride };
  readonly renamedFrom?: readonly string[];
  readonly deprecated?: string;
  readonly envelope?: EnvelopeSpec;
}

/** A rule as an author writes it: conditions by parameter, or one whole schema. */
export interface ManifestRule {
  readonly when?: { readonly [parameter: string]: JsonSchemaObject };
  readonly whenSchema?: JsonSchemaObject;
  readonly risk?: RiskLevel;
  readonly warn?: RuleWarning;
}

/** The result of a tool in its long form. */
export interface ManifestResult {
  readonly kind: string;
  readonly data?: JsonSchemaObject;
  readonly maxDataLength?: number;
  readonly mimeType?: string;
  readonly display?: DisplayHints;
}

/** A test that `toolkiln test` executes. */
export interface ManifestTest extends ManifestTestCall {
  readonly title: string;
  /** A folder that is copied into the workspace, relative to the manifest. */
  readonly fixtures?: string;
  readonly workspace?: { readonly [path: string]: string };
  readonly hermetic?: boolean;
  /** Calls that are made one after another, instead of one. */
  readonly steps?: readonly (ManifestTestCall & { readonly tool?: string })[];
}

/** A call that a test makes, and what it expects. */
export interface ManifestTestCall {
  readonly params?: { readonly [parameter: string]: unknown };
  /** Values for injected parameters, by their key. */
  readonly inject?: { readonly [key: string]: unknown };
  readonly expect?: { readonly [expectation: string]: unknown };
}
