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

/** The listeners of one event. The list is replaced, never changed: one may come or go while an event is told. */
class Listeners<Event extends keyof ToolExecutorEvents> {
  list: readonly ToolExecutorListener<Event>[] = [];

  add(listener: ToolExecutorListener<Event>): () => void {
    // One of its own for every subscription: whoever adds a function twice hears twice and ends each alone.
    const own: ToolExecutorListener<Event> = (payload) => listener(payload);
    this.list = [...this.list, own];
    return () => {
      this.list = this.list.filter((other) => other !== own);
    };
  }
}

/** Tells listeners; one that fails stops neither the others nor the call. */
export class EventHub {
  readonly #listeners: { readonly [Event in keyof ToolExecutorEvents]: Listeners<Event> } = {
    started: new Listeners(),
    progress: new Listeners(),
    completed: new Listeners(),
  };
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  on<Event extends keyof ToolExecutorEvents>(
    event: Event,
    listener: ToolExecutorListener<Event>,
  ): () => void {
    return this.#listeners[event].add(listener);
  }

  has(event: keyof ToolExecutorEvents): boolean {
    return this.#listeners[event].list.length > 0;
  }

  emit<Event extends keyof ToolExecutorEvents>(event: Event, payload: ToolExecutorEvents[Event]): void {
    for (const listener of this.#listeners[event].list) callSafely(listener, payload, this.#onError);
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
