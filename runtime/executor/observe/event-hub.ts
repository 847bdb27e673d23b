import type { ToolProgress } from "../../context/tool-progress.js";
import type { ToolExecution } from "../tool-execution.js";

/** A call whose tool was found begins. */
export interface ToolExecutionStarted {
  readonly toolId: string;
  readonly toolName: string;
  readonly executionId: string;
  readonly startedAt: Date;
  readonly status: "pending";
}

/** A running call tells how far it is. */
export interface ToolExecutionProgress {
  readonly toolId: string;
  readonly executionId: string;
  readonly status: "inProgress";
  readonly progress: ToolProgress;
}

/** What listeners hear, by the event's name. */
export interface ToolExecutorEvents {
  readonly started: ToolExecutionStarted;
  readonly progress: ToolExecutionProgress;
  readonly completed: ToolExecution;
}

/** Someone who wants to hear of an event. What a listener returns is ignored. */
export type ToolExecutorListener<Event extends keyof ToolExecutorEvents> = (
  event: ToolExecutorEvents[Event],
) => unknown;

/** Tells listeners; one that fails stops neither the others nor the call. */
export class EventHub {
  readonly #listeners = { started: new Set(), progress: new Set(), completed: new Set() } as {
    readonly [Event in keyof ToolExecutorEvents]: Set<ToolExecutorListener<Event>>;
  };
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  on<Event extends keyof ToolExecutorEvents>(
    event: Event,
    listener: ToolExecutorListener<Event>,
  ): () => void {
    const listeners = this.#listeners[event];
    // A listener of its own for every subscription: whoever adds one function twice hears twice and ends each alone.
    const own: ToolExecutorListener<Event> = (payload) => listener(payload);
    listeners.add(own);
    return () => {
      listeners.delete(own);
    };
  }

  has(event: keyof ToolExecutorEvents): boolean {
    return this.#listeners[event].size > 0;
  }

  emit<Event extends keyof ToolExecutorEvents>(event: Event, payload: ToolExecutorEvents[Event]): void {
    const listeners = this.#listeners[event];
    if (listeners.size === 0) return;
    for (const listener of listeners) callSafely(listener, payload, this.#onError);
  }
}

/** Calls somebody else's function, whose errors, also later ones, must not become ours. */
export function callSafely<Argument>(
  callback: (argument: Argument) => unknown,
  argument: Argument,
  onError: (error: unknown) => void,
): void {
  try {
    const answer = callback(argument);
    if (typeof answer === "object" && answer !== null && "then" in answer) {
      Promise.resolve(answer).catch(onError);
    }
  } catch (error) {
    onError(error);
  }
}
