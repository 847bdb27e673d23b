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

/** The data that the page shows before a tool is chosen. */
export interface Catalogue {
  /** Incremented whenever the project or the executor changes. */
  readonly version: number;
  readonly project: string;
  readonly workspace: string;
  readonly readOnly: boolean;
  readonly tools: readonly CatalogueTool[];
  readonly toolsets: readonly { readonly name: string; readonly ids: readonly string[] }[];
  /** The state of the executor process, which restarts when code changes. */
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
  /** The timeout of a call in milliseconds. */
  readonly timeout: number;
}

export interface ToolDetail extends CatalogueTool {
  /** The last version of the manifest that had no errors. */
  readonly spec?: ToolSpec;
  readonly file: string;
  readonly manifest: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly tests: readonly string[];
  /** Injected parameters; `given` means that the playground has a value. */
  readonly injected: readonly { readonly parameter: string; readonly key: string; readonly given: boolean }[];
}

/** A preview of a call: validation errors, risk and summary. */
export interface CallCheck extends Pick<ToolValidationResult, "errors" | "warnings"> {
  readonly risk: RiskLevel;
  readonly needsApproval: boolean;
  readonly summary: string;
  /** The rules that apply, by their position in the manifest. */
  readonly rules: readonly { readonly index: number; readonly rule: RuleSpec }[];
}

/** An update about a running call. */
export interface RunUpdate {
  readonly progress?: ToolProgressInit;
  readonly approvalRequest?: Pick<ApprovalRequest, "summary" | "risk" | "warnings" | "params"> & {
    readonly expiresAt: number;
  };
}

export interface Run extends RunUpdate {
  readonly id: string;
  readonly toolId: string;
  readonly params: Params;
  readonly startedAt: number;
  readonly deadline: number;
  readonly outcome?: Omit<Outcome, "result" | "envelope"> & Pick<ResultJson, "success" | "kind">;
}

/** The outcome of a call, as the executor process reports it. */
export interface Outcome extends Pick<ToolExecution, "status" | "approval" | "durationMs"> {
  readonly result: ResultJson;
  readonly envelope: unknown;
  /** Why the implementation could not be loaded, or where it threw. */
  readonly trace: string;
}

/** Selects a page of a result. Tables can be filtered, and sorted by a column key (descending: `-key`). */
export interface ResultQuery {
  readonly view: "rendered" | "model" | "json" | "envelope";
  readonly page: number;
  readonly sort: string;
  readonly filter: string;
}

/** A page of a result, with the number of pages. */
export interface ResultPage {
  readonly shown: RenderableResult;
  readonly pages: number;
  /** The keys of a table's columns. */
  readonly columns: readonly string[];
  /** The number of rows or lines; absent when the result is short. */
  readonly items?: string;
}
