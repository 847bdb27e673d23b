import type { Diagnostic } from "@toolkiln/generator";
import type {
  ApprovalRequest,
  RiskLevel,
  ToolExecution,
  ToolProgressInit,
  ToolSpec,
  ToolValidationResult,
} from "@toolkiln/runtime";
import type { RenderableResult } from "@toolkiln/render/html";
import type { ResultJson } from "@toolkiln/runtime/json";
import type { RuleSpec } from "@toolkiln/runtime/vocabulary";

export type Params = Readonly<Record<string, unknown>>;

/** Everything that the page shows before a tool is chosen. */
export interface Catalogue {
  /** Rises whenever the project or the executor changes. */
  readonly version: number;
  readonly project: string;
  readonly workspace: string;
  readonly readOnly: boolean;
  readonly tools: readonly CatalogueTool[];
  readonly toolsets: readonly { readonly name: string; readonly ids: readonly string[] }[];
  /** Whether calls can be made; the process that runs tools starts again when code changes. */
  readonly executor: { readonly status: "starting" | "ready" | "failed"; readonly message?: string };
}

export interface CatalogueTool extends Partial<Pick<ToolSpec, "risk" | "deprecated">> {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly about: string;
  readonly stale: boolean;
  readonly errors: number;
  /** Milliseconds that a call may take. */
  readonly timeout: number;
}

export interface ToolDetail extends CatalogueTool {
  /** The last version of the manifest that had no errors. */
  readonly spec?: ToolSpec;
  readonly file: string;
  readonly manifest: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly tests: readonly string[];
  /** Parameters that the application supplies, and whether this session does. */
  readonly injected: readonly { readonly parameter: string; readonly key: string; readonly given: boolean }[];
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
  readonly question?: Pick<ApprovalRequest, "summary" | "risk" | "warnings" | "params"> & {
    readonly expiresAt: number;
  };
}

export interface Run extends RunChange {
  readonly id: string;
  readonly toolId: string;
  readonly params: Params;
  readonly startedAt: number;
  readonly deadline: number;
  readonly outcome?: Omit<Outcome, "result" | "envelope"> & Pick<ResultJson, "success" | "kind">;
}

/** The outcome of a call, as the process that ran it reports it. */
export interface Outcome extends Pick<ToolExecution, "status" | "approval" | "durationMs"> {
  readonly result: ResultJson;
  readonly envelope: unknown;
  /** Why the implementation could not be loaded, or where it threw. */
  readonly trace: string;
}

/** Which page of a result is shown; a table can be sorted by a column (`-` before its key reverses) and filtered. */
export interface ResultQuery {
  readonly view: "rendered" | "model" | "json" | "envelope";
  readonly page: number;
  readonly sort: string;
  readonly filter: string;
}

/** A page of a result, and how much there is. */
export interface ResultPage {
  readonly shown: RenderableResult;
  readonly pages: number;
  /** The keys of a table's columns. */
  readonly columns: readonly string[];
  /** The number of rows or lines; absent when the result is short. */
  readonly items?: string;
}
