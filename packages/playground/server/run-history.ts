import { randomUUID } from "node:crypto";
import type { RenderableResult } from "@toolkiln/render/html";
import { ToolResult } from "@toolkiln/runtime";
import { describeOutcome } from "../executor/describe-outcome.js";
import { messageOf, type RunChange } from "../executor/messages.js";
import { renderPages } from "../executor/render-pages.js";
import type { Decision, Outcome, Params, Run, ThemedPages } from "../protocol.js";
import type { ExecutorHost } from "./executor-host.js";
import { ResultPages } from "./result-pages.js";

/** A call, and what came of it. */
export interface PastRun {
  readonly run: Run;
  readonly outcome?: Outcome;
  readonly pages?: ResultPages;
}

/** Calls that are kept; the results of the oldest may be large. */
const mostRuns = 100;

/** The calls of this session. They outlive the process that ran them. */
export class RunHistory {
  readonly #runs = new Map<string, PastRun>();
  readonly #announce: (run: Run) => void;

  constructor(announce: (run: Run) => void) {
    this.#announce = announce;
  }

  find(id: string): PastRun | undefined {
    return this.#runs.get(id);
  }

  /** Newest first. */
  list(): readonly Run[] {
    return [...this.#runs.values()].map(({ run }) => run).toReversed();
  }

  /** Starts a call; what becomes of it is announced. */
  start(executor: ExecutorHost, toolId: string, params: Params, timeout: number): Run {
    const [id, startedAt] = [randomUUID(), Date.now()];
    const run: Run = { id, toolId, params, startedAt, deadline: startedAt + timeout, status: "running" };
    this.#keep({ run });
    executor.ask("run", { runId: id, toolId, params }).then(
      (outcome) => this.#end(id, outcome),
      (error: unknown) => this.#end(id, lostCall(messageOf(error))),
    );
    return run;
  }

  /** Notes what a running call reports. */
  update(id: string, change: RunChange): void {
    const past = this.#runs.get(id);
    if (past === undefined || past.outcome !== undefined) return;
    const status = change.question === undefined ? past.run.status : "waiting";
    this.#keep({ run: { ...past.run, ...change, status } });
  }

  /** Passes a decision on, and gives the call its whole time to run. False when nobody waits for it. */
  decide(executor: ExecutorHost, id: string, decision: Decision, timeout: number): boolean {
    const past = this.#runs.get(id);
    if (past?.run.status !== "waiting") return false;
    const { question: _, ...run } = past.run;
    this.#keep({ run: { ...run, status: "running", deadline: Date.now() + timeout } });
    executor.tell(id, "decide", { runId: id, decision });
    return true;
  }

  #end(id: string, outcome: Outcome): void {
    const past = this.#runs.get(id);
    if (past === undefined) return;
    const { question: _, progress: __, ...run } = past.run;
    const { status, success, kind, durationMs, approval, artifacts, trace } = outcome;
    const pages = new ResultPages(outcome);
    const summary = { success, kind, durationMs, approval, artifacts, trace, ...pages.sizes };
    this.#keep({ run: { ...run, status, outcome: summary }, outcome, pages });
  }

  #keep(past: PastRun): void {
    this.#runs.set(past.run.id, past);
    for (const [id, { outcome }] of this.#runs) {
      if (this.#runs.size > mostRuns && outcome !== undefined) this.#runs.delete(id);
    }
    this.#announce(past.run);
  }
}

/** What is known of a call whose process ended, or could not start. */
function lostCall(message: string): Outcome {
  const result = ToolResult.failed(message, "OutcomeUnknown");
  const unknown = { status: "unknown", approval: "notRequired", durationMs: 0, envelope: {} } as const;
  return describeOutcome({ ...unknown, result }, "");
}

/** The differences between two calls: of their parameters, then of what came back. */
export function compareRuns(before: PastRun, after: PastRun): ThemedPages {
  // Two calls never take equally long.
  const [one, other] = [before, after].map(({ outcome }) => ({ ...outcome?.result, durationMs: undefined }));
  return renderPages(
    difference("parameters", before.run.params, after.run.params),
    difference("result", one, other),
  );
}

function difference(path: string, before: unknown, after: unknown): RenderableResult {
  const [original = "", modified = ""] = [before, after].map(
    (value) => `${JSON.stringify(value, undefined, 2)}\n`,
  );
  return original === modified
    ? { kind: "text", data: { content: `Same ${path}.` } }
    : { kind: "diff", data: { path, original, modified, isNew: false } };
}
