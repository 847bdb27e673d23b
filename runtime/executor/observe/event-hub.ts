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

/** Someone's subscription; a thing of its own, so that whoever adds a function twice hears twice and ends each alone. */
interface Subscription<Event extends keyof ToolExecutorEvents> {
  readonly listener: ToolExecutorListener<Event>;
}

/** The listeners of one event. One that fails stops neither the others nor the call. */
class Listeners<Event extends keyof ToolExecutorEvents> {
  // Replaced, never changed: one may come or go while an event is told.
  #list: readonly Subscription<Event>[] = [];
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  get exist(): boolean {
    return this.#list.length > 0;
  }

  add(listener: ToolExecutorListener<Event>): () => void {
    const own = { listener };
    this.#list = [...this.#list, own];
    return () => {
      this.#list = this.#list.filter((other) => other !== own);
    };
  }

  tell(payload: ToolExecutorEvents[Event]): void {
    for (const { listener } of this.#list) callSafely(listener, payload, this.#onError);
  }
}

/** The listeners of every event. */
export type EventHub = { readonly [Event in keyof ToolExecutorEvents]: Listeners<Event> };

/** Listeners by the event they wait for, with somebody to tell when one of them fails. */
export function createEventHub(onError: (error: unknown) => void): EventHub {
  return {
    started: new Listeners(onError),
    progress: new Listeners(onError),
    completed: new Listeners(onError),
  };
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
