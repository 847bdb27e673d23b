/** A subscription; an object of its own, so that a function that is added twice is called twice and removed one by one. */
interface Subscription<Payload> {
  readonly listener: (payload: Payload) => unknown;
}

/** The listeners of one event. One that fails stops neither the others nor the event. */
export class Listeners<Payload> {
  // Replaced, never changed: listeners may come or go while an event is sent.
  #list: readonly Subscription<Payload>[] = [];
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  get exist(): boolean {
    return this.#list.length > 0;
  }

  add(listener: (payload: Payload) => unknown): () => void {
    const own = { listener };
    this.#list = [...this.#list, own];
    return () => {
      this.#list = this.#list.filter((other) => other !== own);
    };
  }

  emit(payload: Payload): void {
    for (const { listener } of this.#list) callSafely(listener, payload, this.#onError);
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
    if (isThenable(answer)) Promise.resolve(answer).catch(onError);
  } catch (error) {
    onError(error);
  }
}

/** Whether a value looks like a promise, of whatever kind. */
export function isThenable(value: unknown): value is { readonly then: unknown } {
  return (typeof value === "object" || typeof value === "function") && value !== null && "then" in value;
}
