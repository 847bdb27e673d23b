import { ToolExecutor, type RiskLevel, type ToolExecution, type ToolRegistry } from "@toolkiln/runtime";
import { toJsonValue } from "@toolkiln/runtime/json";
import { compareRisk } from "@toolkiln/runtime/vocabulary";
import { WorkspacePathPolicy } from "@toolkiln/runtime/node";
import type { ManifestTest, ToolModel } from "@toolkiln/generator";
import { causeText } from "../cause-text.js";
import { notGenerated } from "../drift.js";
import { loadTool } from "../load-tool.js";
import type { Project } from "../open-project.js";
import { inFreshWorkspace } from "./fresh-workspace.js";
import { differences } from "./match-expectation.js";

/** The outcome of a test. */
export interface TestOutcome {
  readonly tool: string;
  readonly title: string;
  readonly status: "passed" | "failed" | "skipped";
  readonly durationMs: number;
  readonly message?: string;
  /** The manifest that it stands in, relative to its project. */
  readonly file: string;
}

/** How tests are run. */
export interface TestSettings {
  readonly registry: ToolRegistry;
  readonly project: Project;
  /** Calls above this risk are left out unless their test is hermetic. */
  readonly maxRisk: RiskLevel;
  /** Every workspace starts as a copy of this folder. */
  readonly template: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** Whether a call that failed unexpectedly says where it threw. */
  readonly verbose: boolean;
}

/** Runs one test of a manifest in a workspace of its own. */
export async function runTest(
  model: ToolModel,
  test: ManifestTest,
  settings: TestSettings,
): Promise<TestOutcome> {
  const started = performance.now();
  const { status, message } = await judge(model, test, settings).catch((error: unknown) => ({
    status: "failed" as const,
    message: error instanceof Error ? error.message : String(error),
  }));
  const durationMs = Math.round(performance.now() - started);
  const outcome = { tool: model.spec.id, title: test.title, status, durationMs, file: model.origin.file };
  return message === undefined ? outcome : { ...outcome, message };
}

type Judgement = Pick<TestOutcome, "status" | "message">;

async function judge(model: ToolModel, test: ManifestTest, settings: TestSettings): Promise<Judgement> {
  const { maxRisk } = settings;
  const { risk } = model.spec;
  const mayRun = test.hermetic === true;
  if (!mayRun && compareRisk(risk, maxRisk) > 0) return { status: "skipped", message: tooRisky(risk) };
  const handle = settings.registry.getTool(model.spec.id);
  if (handle === undefined) return { status: "failed", message: notGenerated(model.spec.id) };
  const unloadable = await loadTool(handle, settings.project);
  if (unloadable !== undefined) return { status: "failed", message: unloadable.message };
  let refused: RiskLevel | undefined;
  const executor = new ToolExecutor(settings.registry, {
    paths: new WorkspacePathPolicy(),
    policy: { autoApproveUpTo: maxRisk },
    approve: (request) => {
      if (mayRun) return { decision: "approve" };
      refused = request.risk;
      return { decision: "deny", reason: "The test is not hermetic." };
    },
  });
  try {
    const execution = await inFreshWorkspace(test.workspace ?? {}, settings.template, (workspacePath) =>
      executor.dispatch(model.spec.id, test.params, {
        workspacePath,
        ...(settings.signal && { signal: settings.signal }),
        ...(test.inject !== undefined && { inject: test.inject }),
      }),
    );
    const expected = test.expect ?? { success: true };
    if (refused !== undefined && expected["status"] !== "denied") {
      return { status: "skipped", message: tooRisky(refused) };
    }
    const found = differences(expected, observed(execution));
    if (found.length === 0) return { status: "passed" };
    return { status: "failed", message: [...found, ...reasonOf(execution, expected, settings)].join("\n") };
  } finally {
    await executor.dispose();
  }
}

/** What a test may expect something of, as a model would see it: data may hold dates or class instances. */
function observed({ status, result, approval }: ToolExecution): unknown {
  const { success, data, kind, message, summary, artifacts, suggestedFollowUps } = result;
  const error = result.success ? undefined : result.error;
  return toJsonValue({
    success,
    status,
    approval,
    data,
    kind,
    message,
    summary,
    artifacts,
    suggestedFollowUps,
    error,
  });
}

/** A call that failed unexpectedly says why itself. */
function reasonOf(
  execution: ToolExecution,
  expected: Readonly<Record<string, unknown>>,
  { verbose, project }: TestSettings,
): string[] {
  const { result } = execution;
  if (result.success || expected["success"] === false) return [];
  const cause = verbose ? causeText(execution, project.root) : "";
  return [`the call failed: ${result.error.message}`, ...(cause === "" ? [] : [cause])];
}

function tooRisky(risk: RiskLevel): string {
  return `${risk} risk: mark the test \`hermetic: true\` or pass --max-risk ${risk}`;
}
