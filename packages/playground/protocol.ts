import type { Diagnostic } from "@toolkiln/generator";
import type {
  ApprovalDecision,
  ApprovalState,
  RiskLevel,
  ToolArtifact,
  ToolExecutionStatus,
  ToolProgressInit,
  ToolSpec,
  ToolValidationError,
  ToolValidationWarning,
} from "@toolkiln/runtime";
import type { RuleSpec } from "@toolkiln/runtime/vocabulary";

export type { Diagnostic };

/** Parameters of a call by their names. */
export type Params = Readonly<Record<string, unknown>>;

/** What an approver decided. */
export type Decision = ApprovalDecision;

/** Everything that the page shows before a tool is chosen. */
export interface Catalogue {
  readonly project: string;
  readonly workspace: string;
  readonly readOnly: boolean;
  readonly tools: readonly CatalogueTool[];
  readonly toolsets: readonly { readonly name: string; readonly ids: readonly string[] }[];
  readonly executor: ExecutorState;
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

/** Whether calls can be made; the process that runs tools starts again when code changes. */
export interface ExecutorState {
  readonly status: "starting" | "ready" | "failed";
  readonly message?: string;
}

/** A tool as its own view shows it. */
export interface ToolDetail {
  readonly id: string;
  /** The last that could be understood. */
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

/** What a call would do, and what keeps it from doing it. */
export interface CallCheck {
  readonly errors: readonly ToolValidationError[];
  readonly warnings: readonly ToolValidationWarning[];
  readonly risk: RiskLevel;
  /** The rules that apply, by their position in the manifest. */
  readonly rules: readonly { readonly index: number; readonly rule: RuleSpec }[];
  readonly summary: string;
  readonly needsApproval: boolean;
}

/** What an approver is asked. */
export interface Question {
  readonly summary: string;
  readonly risk: RiskLevel;
  readonly warnings: readonly ToolValidationWarning[];
  readonly params: unknown;
  readonly expiresAt: number;
}

/** A call of this session. */
export interface Run {
  readonly id: string;
  readonly toolId: string;
  readonly params: Params;
  readonly startedAt: number;
  readonly deadline: number;
  readonly status: "running" | "waiting" | ToolExecutionStatus;
  readonly progress?: ToolProgressInit;
  readonly question?: Question;
  readonly outcome?: OutcomeSummary;
}

/** How a call ended, without its data. */
export interface OutcomeSummary {
  readonly success: boolean;
  readonly kind: string;
  readonly durationMs: number;
  readonly approval: ApprovalState;
  readonly artifacts: readonly Pick<ToolArtifact, "type" | "path" | "action">[];
  /** Why the implementation could not be loaded, or where it threw. */
  readonly trace: string;
  /** Lines of the text and rows of the table in the data, when there are any. */
  readonly lines?: number;
  readonly rows?: number;
}

/** How a call ended, as the process that ran it reports it. */
export interface Outcome extends OutcomeSummary {
  readonly status: ToolExecutionStatus;
  /** The result as plain data. */
  readonly result: Params;
  readonly envelope: unknown;
  readonly modelText: string;
  /** The result as a page of its own for each theme. */
  readonly pages: ThemedPages;
}

/** A page for each theme. */
export type ThemedPages = Readonly<Record<"light" | "dark", string>>;

/** The texts of an outcome that can be read line by line. */
export type TextView = "text" | "model" | "json" | "envelope";

/** Some items of a long list. */
export interface ListPage<Item> {
  readonly total: number;
  readonly items: readonly Item[];
}

/** Some rows of a long table. */
export interface RowPage extends ListPage<readonly string[]> {
  readonly columns: readonly { readonly key: string; readonly label: string; readonly numeric: boolean }[];
}

/** The outcome of one test of a manifest. */
export interface TestReport {
  readonly title: string;
  readonly status: "passed" | "failed" | "skipped";
  readonly message?: string;
}

/** A call in a form that can be pasted elsewhere. */
export interface CopyForm {
  readonly title: string;
  readonly text: string;
}

/** What the server sends while a page is open. */
export type ServerEvent =
  | { readonly type: "project" }
  | { readonly type: "executor"; readonly state: ExecutorState }
  | { readonly type: "run"; readonly run: Run };
