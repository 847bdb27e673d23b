import { AsyncLocalStorage } from "node:async_hooks";
import { inspect } from "node:util";
import {
  loadProjects,
  openProjects,
  runManifestTests,
  type LoadedProjects,
  type Project,
  type ProjectOptions,
  type TestOutcome,
} from "@toolkiln/project";
import { ToolExecutor, type ApprovalDecision, type Approver, type RiskLevel } from "@toolkiln/runtime";
import { toJsonValue } from "@toolkiln/runtime/json";
import { WorkspacePathPolicy } from "@toolkiln/runtime/node";
import { compareRisk } from "@toolkiln/runtime/vocabulary";
import type { CallCheck, Outcome, Params, RunUpdate } from "./protocol.js";

export interface ExecutorSettings {
  readonly project: ProjectOptions;
  readonly workspacePath: string;
  readonly inject: Params;
  readonly readOnly: boolean;
}

/** The methods that the server can call in the executor process. */
export type RunnerMethods = Pick<ToolRunner, "check" | "run" | "test" | "decide" | "cancel">;

/** A message from the executor process: the result or error of a method, or an update about a call. */
export type RunnerMessage =
  | { readonly id: number; readonly result?: unknown; readonly error?: string }
  | { readonly runId: string; readonly update: RunUpdate };

/** Minimum milliseconds between progress updates; a tool may report thousands of updates. */
const progressInterval = 100;

/** Validates and runs the tools of a project. */
class ToolRunner {
  readonly executor: ToolExecutor;
  readonly #settings: ExecutorSettings;
  readonly #projects: readonly Project[];
  readonly #loaded: LoadedProjects;
  readonly #autoApproved: RiskLevel;
  readonly #running = new Map<string, AbortController>();
  readonly #pendingApprovals = new Map<string, (decision: ApprovalDecision) => void>();

  constructor(settings: ExecutorSettings, projects: readonly Project[], loaded: LoadedProjects) {
    this.#settings = settings;
    this.#projects = projects;
    this.#loaded = loaded;
    this.#autoApproved = settings.readOnly ? "safe" : "low";
    this.executor = new ToolExecutor(loaded.registry, {
      workspacePath: settings.workspacePath,
      inject: settings.inject,
      sessionId: "playground",
      paths: new WorkspacePathPolicy(),
      callScope: new AsyncLocalStorage(),
      policy: { autoApproveUpTo: this.#autoApproved },
      approve: this.#approve,
    });
  }

  static async open(settings: ExecutorSettings): Promise<ToolRunner> {
    const projects = await openProjects(settings.project);
    return new ToolRunner(settings, projects, await loadProjects(projects));
  }

  async dispose(): Promise<void> {
    await this.executor.dispose();
    await this.#loaded.dispose();
  }

  async check(toolId: string, params: Params): Promise<CallCheck> {
    const [{ errors, warnings }, risk, summary, rules] = await Promise.all([
      this.executor.validate(toolId, params),
      this.executor.getEffectiveRiskLevel(toolId, params),
      this.executor.getExecutionSummary(toolId, params),
      this.#matchRules(toolId, params).catch(() => []),
    ]);
    const needsApproval = compareRisk(risk, this.#autoApproved) > 0;
    return { errors, warnings, risk, summary, rules, needsApproval };
  }

  async run(runId: string, toolId: string, params: Params): Promise<Outcome> {
    const cancellation = new AbortController();
    this.#running.set(runId, cancellation);
    let reported = 0;
    try {
      const execution = await this.executor.dispatch(toolId, params, {
        executionId: runId,
        signal: cancellation.signal,
        onProgress: (progress) => {
          if (Date.now() - reported < progressInterval) return;
          reported = Date.now();
          const percentComplete = progress.isIndeterminate ? undefined : progress.normalizedProgress * 100;
          send({ runId, update: { progress: Object.assign({}, progress, { percentComplete }) } });
        },
      });
      const { status, approval, durationMs, result, envelope } = execution;
      const cause = result.success ? undefined : result.error.cause;
      const trace = cause === undefined ? "" : inspect(cause);
      const plain: unknown = toJsonValue({ result: result.toJSON(), envelope });
      return { status, approval, durationMs, trace, ...(plain as Pick<Outcome, "result" | "envelope">) };
    } finally {
      this.#running.delete(runId);
      this.#pendingApprovals.delete(runId);
    }
  }

  async test(toolId: string): Promise<readonly TestOutcome[]> {
    if (this.#settings.readOnly) throw new Error("Tests cannot run: the playground is read-only.");
    const options = { ids: [toolId], verbose: true };
    const found = await Promise.all(this.#projects.map((project) => runManifestTests(project, options)));
    const diagnostics = found.flatMap((one) => one.diagnostics);
    const error = diagnostics.find(({ severity }) => severity === "error");
    if (error !== undefined) throw new Error(`Tests cannot run: ${error.file} has an error.`);
    return found.flatMap(({ outcomes }) => outcomes);
  }

  cancel(runId: string): void {
    this.#running.get(runId)?.abort();
  }

  decide(runId: string, decision: ApprovalDecision): void {
    this.#pendingApprovals.get(runId)?.(decision);
  }

  async #matchRules(toolId: string, params: unknown): Promise<CallCheck["rules"]> {
    const tool = await this.#loaded.registry.getTool(toolId)?.load();
    const checked = await tool?.contract.checkInput(params, this.#settings.inject);
    if (tool === undefined || checked?.valid !== true) return [];
    const matching = await tool.contract.matchRules(checked.params);
    return matching.map((rule) => ({ index: tool.contract.spec.rules?.indexOf(rule) ?? 0, rule }));
  }

  readonly #approve: Approver = ({ executionId, summary, risk, warnings, params, expiresAt }) => {
    if (this.#settings.readOnly) {
      const reason = `The playground is read-only and runs only safe calls; this call is ${risk} risk.`;
      return { decision: "deny", unattended: true, reason };
    }
    return new Promise((resolve) => {
      this.#pendingApprovals.set(executionId, resolve);
      const shown = { summary, risk, warnings, params: toJsonValue(params), expiresAt: expiresAt.getTime() };
      send({ runId: executionId, update: { approvalRequest: shown } });
    });
  };
}

// This process loads and runs implementations. Node caches imported modules, so the server starts a new process when they
// change. The first message contains the settings.

let runner: ToolRunner | undefined;

function send(message: RunnerMessage): void {
  process.send?.(message);
}

async function respond(id: number, work: () => Promise<unknown>): Promise<void> {
  try {
    send({ id, result: await work() });
  } catch (error) {
    send({ id, error: error instanceof Error ? error.message : String(error) });
  }
}

process.once("message", (settings: ExecutorSettings) => {
  const opened = ToolRunner.open(settings).then((one) => (runner = one));
  void respond(0, () => opened.then(() => undefined));
  process.on("message", ({ id, name, args }: { id: number; name: keyof RunnerMethods; args: never[] }) => {
    void respond(id, async () => {
      const method: (...values: never[]) => unknown = (await opened)[name];
      return method.apply(await opened, args);
    });
  });
});
process.on("disconnect", () => void Promise.resolve(runner?.dispose()).finally(() => process.exit()));
process.on("unhandledRejection", (reason) => {
  if (runner?.executor.failCaller(reason) !== true)
    process.stderr.write(`Unhandled rejection: ${String(reason)}\n`);
});
