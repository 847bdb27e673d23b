import { randomUUID } from "node:crypto";
import { basename, join } from "node:path";
import type { ApprovalDecision } from "@toolkiln/runtime";
import { watch, type FSWatcher } from "chokidar";
import type { RunnerMethods, ExecutorSettings } from "../executor-process.js";
import type { Catalogue, Outcome, Params, ResultPage, ResultQuery, Run, ToolDetail } from "../protocol.js";
import { completePath } from "./complete-path.js";
import { describeTool, type ProjectView } from "./project-view.js";
import { callSnippets } from "./provider-views.js";
import { pageOf } from "./result-page.js";
import { ToolProcess } from "./tool-process.js";

interface RunRecord {
  readonly run: Run;
  readonly worker: ToolProcess;
  readonly outcome?: Outcome;
}

type Listener = (...event: ["catalogue", Catalogue] | ["run", Run]) => void;

/** Calls to keep in the history; results can be large. */
const maxRuns = 100;
/** Debounces file changes: editors save in several steps. */
const debounceMs = 60;

/** The state of a running playground: its tools, the executor process and the calls so far. */
export class Session {
  readonly view: ProjectView;
  readonly #settings: ExecutorSettings;
  readonly #runs = new Map<string, RunRecord>();
  readonly #listeners = new Set<Listener>();
  readonly #watcher: FSWatcher;
  #worker: ToolProcess;
  #state: Catalogue["executor"] = { status: "starting" };
  #version = 1;

  constructor(settings: ExecutorSettings, view: ProjectView) {
    this.view = view;
    this.#settings = settings;
    this.#worker = this.#start();
    this.#watcher = this.#watch();
  }

  /** Calls the listener with the current state and on every change; returns a function that unsubscribes it. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    listener("catalogue", this.#catalogue);
    for (const { run } of this.#runs.values()) listener("run", run);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    this.#state = { status: "failed", message: "The playground is closed." };
    this.#worker.close();
    for (const { worker } of this.#runs.values()) worker.close();
    await this.#watcher.close();
  }

  findRun(id: string): RunRecord {
    const record = this.#runs.get(id);
    if (record === undefined) throw new Error(`There is no call '${id}'.`);
    return record;
  }

  tool(id: string): Promise<ToolDetail> {
    return describeTool(this.view.find(id), this.#settings.inject);
  }

  readonly check: RunnerMethods["check"] = (...args) => this.#worker.call("check", ...args);
  readonly test: RunnerMethods["test"] = (...args) => this.#worker.call("test", ...args);

  snippets(toolId: string, params: Params): Readonly<Record<string, string>> {
    return callSnippets(this.view.find(toolId), params);
  }

  paths(typed: string): Promise<readonly string[]> {
    return completePath(this.#settings.workspacePath, typed);
  }

  run(toolId: string, params: Params): Run {
    if (this.#state.status === "failed") this.#restart();
    const { timeout } = this.view.find(toolId).summary;
    const [id, startedAt, worker] = [randomUUID(), Date.now(), this.#worker];
    const run: Run = { id, toolId, params, startedAt, deadline: startedAt + timeout };
    this.#keep({ run, worker });
    worker.call("run", id, toolId, params).then(
      (outcome) => this.#end(id, outcome),
      (error: Error) => this.#end(id, lostCall(error.message)),
    );
    return run;
  }

  cancel(runId: string): Promise<void> {
    return this.findRun(runId).worker.call("cancel", runId);
  }

  /** Forwards an approval decision and restarts the timeout of the call. */
  async decide(runId: string, decision: ApprovalDecision): Promise<void> {
    const { run, worker } = this.findRun(runId);
    const { approvalRequest, ...approved } = run;
    if (approvalRequest === undefined) throw new Error("The call is not waiting for approval.");
    const deadline = Date.now() + this.view.find(run.toolId).summary.timeout;
    this.#keep({ run: { ...approved, deadline }, worker });
    await worker.call("decide", runId, decision);
  }

  page(runId: string, query: ResultQuery): ResultPage {
    const { outcome } = this.findRun(runId);
    if (outcome === undefined) throw new Error("The call is still running.");
    return pageOf(outcome, query);
  }

  get #catalogue(): Catalogue {
    const { workspacePath: workspace, readOnly } = this.#settings;
    const names = this.view.projects.map(({ name, root }) => (name === "default" ? basename(root) : name));
    const { tools, toolsets } = this.view;
    const [version, executor] = [this.#version, this.#state];
    return { version, project: names.join(", "), workspace, readOnly, tools, toolsets, executor };
  }

  #start(): ToolProcess {
    const worker: ToolProcess = new ToolProcess(
      this.#settings,
      (runId, update) => {
        const record = this.#runs.get(runId);
        if (record && !record.outcome) this.#keep({ ...record, run: { ...record.run, ...update } });
      },
      // Restarts after a crash, but not after a failed start, which would fail again.
      () => worker === this.#worker && this.#state.status === "ready" && this.#restart(),
    );
    worker.started.then(
      () => worker === this.#worker && this.#announce({ status: "ready" }),
      ({ message }: Error) => worker === this.#worker && this.#announce({ status: "failed", message }),
    );
    return worker;
  }

  /** Starts a new process. The old one exits when its calls have ended. */
  #restart(): void {
    this.#worker.retire();
    this.#worker = this.#start();
    this.#announce({ status: "starting" });
  }

  #announce(state: Catalogue["executor"]): void {
    this.#state = state;
    this.#version += 1;
    for (const listener of this.#listeners) listener("catalogue", this.#catalogue);
  }

  #end(id: string, outcome: Outcome): void {
    const record = this.findRun(id);
    const { approvalRequest: _, progress: __, ...run } = record.run;
    const { status, approval, durationMs, trace, result } = outcome;
    const summary = { status, approval, durationMs, trace, success: result.success, kind: result.kind ?? "" };
    this.#keep({ ...record, run: { ...run, outcome: summary }, outcome });
  }

  #keep(record: RunRecord): void {
    this.#runs.set(record.run.id, record);
    for (const [id, { outcome }] of this.#runs) {
      if (this.#runs.size > maxRuns && outcome !== undefined) this.#runs.delete(id);
    }
    for (const listener of this.#listeners) listener("run", record.run);
  }

  #watch(): FSWatcher {
    const { projects } = this.view;
    const folders = (name: "manifests" | "tools" | "out"): string[] =>
      projects.map(({ root, config }) => join(root, config[name]));
    const code = [...folders("tools"), ...folders("out")];
    const ignored = projects.flatMap(({ root }) => [join(root, "node_modules"), join(root, ".git")]);
    const watcher = watch([...folders("manifests"), ...code], { ignoreInitial: true, ignored });
    let timer: NodeJS.Timeout | undefined;
    let isCode = false;
    let refreshing = Promise.resolve();
    const refresh = async (): Promise<void> => {
      await this.view.refresh().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
      this.#announce(this.#state);
    };
    return watcher.on("all", (_event, path) => {
      isCode ||= code.some((folder) => path.startsWith(folder));
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (isCode && !watcher.closed) this.#restart();
        isCode = false;
        refreshing = refreshing.then(refresh);
      }, debounceMs);
    });
  }
}

/** The outcome of a call when its process exited or could not start. */
function lostCall(message: string): Outcome {
  const result = { success: false, message, error: { code: "OutcomeUnknown", message } };
  return { status: "unknown", approval: "notRequired", durationMs: 0, envelope: {}, trace: "", result };
}
