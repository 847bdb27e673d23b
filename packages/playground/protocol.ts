import type { Diagnostic } from "@toolkiln/generator";
import type {
  ApprovalRequest,
  RiskLevel,
  ToolArtifact,
  ToolExecution,
  ToolProgressInit,
  ToolSpec,
  ToolValidationResult,
} from "@toolkiln/runtime";
import type { ResultJson } from "@toolkiln/runtime/json";
import type { RuleSpec } from "@toolkiln/runtime/vocabulary";

/** Parameters of a call by their names. */
export type Params = Readonly<Record<string, unknown>>;

/** Everything that the page shows before a tool is chosen. */
export interface Catalogue {
  /** Rises whenever the project or the executor changes; 0 before anything is known. */
  readonly version: number;
  readonly project: string;
  readonly workspace: string;
  readonly readOnly: boolean;
  readonly tools: readonly CatalogueTool[];
  readonly toolsets: readonly { readonly name: string; readonly ids: readonly string[] }[];
  /** Whether calls can be made; the process that runs tools starts again when code changes. */
  readonly executor: { readonly status: "starting" | "ready" | "failed"; readonly message?: string };
}

/** One line of the catalogue. */
export interface CatalogueTool extends Partial<Pick<ToolSpec, "risk" | "deprecated">> {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly tags: readonly string[];
  /** The first line of the description. */
  readonly about: string;
  /** Whether the generated code is older than the manifest. */
  readonly stale: boolean;
  readonly errors: number;
}

/** A tool as its own view shows it. */
export interface ToolDetail extends CatalogueTool {
  /** The last version of the manifest that had no errors. */
  readonly spec?: ToolSpec;
  readonly file: string;
  readonly manifest: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly tests: readonly string[];
  /** Parameters that the application supplies, and whether this session does. */
  readonly injected: readonly { readonly parameter: string; readonly key: string; readonly given: boolean }[];
  /** Milliseconds that a call may take. */
  readonly timeout: number;
}

/** What a call would do, and what keeps it from running. */
export interface CallCheck extends Pick<ToolValidationResult, "errors" | "warnings"> {
  readonly risk: RiskLevel;
  readonly needsApproval: boolean;
  readonly summary: string;
  /** The rules that apply, by their position in the manifest. */
  readonly rules: readonly { readonly index: number; readonly rule: RuleSpec }[];
}

/** What happens to a call while it runs. */
export interface RunChange {
  readonly progress?: ToolProgressInit;
  /** The request for approval that the call waits for. */
  readonly question?: Pick<ApprovalRequest, "summary" | "risk" | "warnings" | "params"> & {
    readonly expiresAt: number;
  };
}

/** A call of this session. */
export interface Run extends RunChange {
  readonly id: string;
  readonly toolId: string;
  readonly params: Params;
  readonly startedAt: number;
  readonly deadline: number;
  readonly status: "running" | "waiting" | ToolExecution["status"];
  readonly outcome?: OutcomeSummary;
}

/** The outcome of a call, as the process that ran it reports it. */
export interface Outcome extends Pick<ToolExecution, "status" | "approval" | "durationMs"> {
  readonly result: ResultJson;
  readonly envelope: unknown;
  /** Why the implementation could not be loaded, or where it threw. */
  readonly trace: string;
}

/** The outcome of a call without its data. */
export interface OutcomeSummary extends Pick<Outcome, "approval" | "durationMs" | "trace"> {
  readonly success: boolean;
  readonly kind: string;
  readonly artifacts: readonly Pick<ToolArtifact, "type" | "path" | "action">[];
  /** Lines of the text and rows of the table in the data, when there are any. */
  readonly lines?: number;
  readonly rows?: number;
}

/** The texts of an outcome that can be read line by line. */
export type TextView = "text" | "model" | "json" | "envelope";

/** A table as texts. */
export interface ResultTable {
  readonly columns: readonly { readonly key: string; readonly label: string; readonly numeric: boolean }[];
  readonly rows: readonly (readonly string[])[];
}

/** A call in a form that can be pasted elsewhere. */
export interface CopyForm {
  readonly title: string;
  readonly text: string;
}
