import { AsyncLocalStorage } from "node:async_hooks";
import {
  causeText,
  loadProjects,
  openProjects,
  runManifestTests,
  type LoadedProjects,
  type Project,
} from "@toolkiln/project";
import { ToolExecutor, type ApprovalRequest, type ExecuteOptions } from "@toolkiln/runtime";
import { toJsonValue } from "@toolkiln/runtime/json";
import { WorkspacePathPolicy } from "@toolkiln/runtime/node";
import { compareRisk } from "@toolkiln/runtime/vocabulary";
import type { CallCheck, Decision, Outcome, TestReport } from "../protocol.js";
import type { ExecutorSettings, Requests, RunChange, ToolCall } from "./messages.js";

/** Milliseconds between two reports of progress; a tool may make thousands. */
const progressInterval = 100;

type Report = (runId: string, change: RunChange) => void;

/** Runs the tools of a project and answers questions about calls. */
export class ToolDesk {
  readonly #settings: ExecutorSettings;
  readonly #report: Report;
  readonly #projects: readonly Project[];
  readonly #loaded: LoadedProjects;
  readonly #executor: ToolExecutor;
  readonly #running = new Map<string, AbortController>();
  readonly #waiting = new Map<string, (decision: Decision) => void>();
  /** Modules that two tools share are handed out incomplete when both are imported at once. */
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(
    settings: ExecutorSettings,
    projects: readonly Project[],
    loaded: LoadedProjects,
    report: Report,
  ) {
    this.#settings = settings;
    this.#projects = projects;
    this.#loaded = loaded;
    this.#report = report;
    this.#executor = new ToolExecutor(loaded.registry, {
      paths: new WorkspacePathPolicy(),
      callScope: new AsyncLocalStorage(),
      policy: { autoApproveUpTo: this.#autoApproved },
      approve: (request, { signal }) => this.#approve(request, signal),
    });
  }

  static async open(settings: ExecutorSettings, report: Report): Promise<ToolDesk> {
    const projects = await openProjects(settings.project);
    return new ToolDesk(settings, projects, await loadProjects(projects), report);
  }

  /** Ends what runs and disposes of the services. */
  async dispose(): Promise<void> {
    await this.#executor.dispose();
    await this.#loaded.dispose();
  }

  get isIdle(): boolean {
    return this.#running.size === 0;
  }

  async check({ toolId, params }: Requests["check"][0]): Promise<CallCheck> {
    await this.#load(toolId);
    const options = this.#callOptions;
    const [{ errors, warnings }, risk, summary, rules] = await Promise.all([
      this.#executor.validate(toolId, params, options),
      this.#executor.getEffectiveRiskLevel(toolId, params, options),
      this.#executor.getExecutionSummary(toolId, params, options),
      this.#matchRules(toolId, params).catch(() => []),
    ]);
    return {
      errors,
      warnings,
      risk,
      summary,
      rules,
      needsApproval: compareRisk(risk, this.#autoApproved) > 0,
    };
  }

  async run({ runId, toolId, params }: ToolCall): Promise<Outcome> {
    const cancellation = new AbortController();
    this.#running.set(runId, cancellation);
    let reported = 0;
    try {
      const problem = await this.#load(toolId);
      const execution = await this.#executor.dispatch(toolId, params, {
        ...this.#callOptions,
        executionId: runId,
        signal: cancellation.signal,
        onProgress: (progress) => {
          if (Date.now() - reported < progressInterval) return;
          reported = Date.now();
          this.#report(runId, { progress: Object.assign({}, progress) });
        },
      });
      // Highlighting and Markdown take a while to load; the call itself need not wait for them.
      const { describeOutcome } = await import("./describe-outcome.js");
      return describeOutcome(execution, problem ?? causeText(execution, this.#projects[0]?.root ?? ""));
    } finally {
      this.#running.delete(runId);
      this.#waiting.delete(runId);
    }
  }

  async test(toolId: string): Promise<readonly TestReport[]> {
    if (this.#settings.readOnly) throw new Error("Tests do not run: the playground is read-only.");
    const reports: TestReport[] = [];
    for (const project of this.#projects) {
      const { outcomes, diagnostics } = await runManifestTests(project, { ids: [toolId], verbose: true });
      const error = diagnostics.find(({ severity }) => severity === "error");
      if (error !== undefined) throw new Error(`No test runs while ${error.file} has an error.`);
      reports.push(...outcomes);
    }
    return reports;
  }

  cancel(runId: string): void {
    this.#running.get(runId)?.abort();
  }

  decide({ runId, decision }: Requests["decide"][0]): void {
    this.#waiting.get(runId)?.(decision);
    this.#waiting.delete(runId);
  }

  /** Fails the call that a rejection comes from which nobody handled; false when there is none. */
  failCaller(reason: unknown): boolean {
    return this.#executor.failCaller(reason);
  }

  get #autoApproved(): "safe" | "low" {
    return this.#settings.readOnly ? "safe" : "low";
  }

  get #callOptions(): ExecuteOptions {
    const { workspacePath, inject } = this.#settings;
    return { workspacePath, inject, sessionId: "playground" };
  }

  /** Loads an implementation; returns what is wrong with it. */
  async #load(toolId: string): Promise<string | undefined> {
    const handle = this.#loaded.registry.getTool(toolId);
    if (handle === undefined || handle.loaded !== undefined) return undefined;
    const loading = this.#turn.then(() => this.#loaded.loadTool(handle));
    this.#turn = loading.catch(() => undefined);
    return (await loading)?.message;
  }

  async #matchRules(toolId: string, params: unknown): Promise<CallCheck["rules"]> {
    const tool = await this.#loaded.registry.getTool(toolId)?.load();
    const checked = await tool?.contract.checkInput(params, this.#settings.inject);
    if (tool === undefined || checked?.valid !== true) return [];
    const matching = await tool.contract.matchRules(checked.params);
    return matching.map((rule) => ({ index: tool.contract.spec.rules?.indexOf(rule) ?? 0, rule }));
  }

  #approve(request: ApprovalRequest, signal: AbortSignal): Promise<Decision> | Decision {
    const { executionId: runId, summary, risk, warnings, params, expiresAt } = request;
    if (this.#settings.readOnly) {
      const reason = `The playground is read-only and runs safe calls; this one is ${risk} risk.`;
      return { decision: "deny", unattended: true, reason };
    }
    return new Promise((resolve) => {
      this.#waiting.set(runId, resolve);
      signal.addEventListener("abort", () => this.#waiting.delete(runId), { once: true });
      const question = {
        summary,
        risk,
        warnings,
        params: toJsonValue(params),
        expiresAt: expiresAt.getTime(),
      };
      this.#report(runId, { question });
    });
  }
}
