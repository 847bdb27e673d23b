import type { ToolProgress } from "../../context/tool-progress.js";
import { Listeners } from "../../registry/listeners.js";
import type { ToolExecution } from "../tool-execution.js";

/** A call whose tool was found begins. */
export interface ToolExecutionStarted {
  readonly toolId: string;
  readonly toolName: string;
  readonly executionId: string;
  readonly startedAt: Date;
  readonly status: "pending";
}

/** A running call reports its progress. */
export interface ToolExecutionProgress {
  readonly toolId: string;
  readonly executionId: string;
  readonly status: "inProgress";
  readonly progress: ToolProgress;
}

/** What listeners receive, by the event's name. */
export interface ToolExecutorEvents {
  readonly started: ToolExecutionStarted;
  readonly progress: ToolExecutionProgress;
  readonly completed: ToolExecution;
}

/** Receives an event. What a listener returns is ignored. */
export type ToolExecutorListener<Event extends keyof ToolExecutorEvents> = (
  event: ToolExecutorEvents[Event],
) => unknown;

/** The listeners of every event. */
export type EventHub = { readonly [Event in keyof ToolExecutorEvents]: Listeners<ToolExecutorEvents[Event]> };

/** Makes the listeners of every event; `onError` receives what one of them throws. */
export function createEventHub(onError: (error: unknown) => void): EventHub {
  return {
    started: new Listeners(onError),
    progress: new Listeners(onError),
    completed: new Listeners(onError),
  };
}
