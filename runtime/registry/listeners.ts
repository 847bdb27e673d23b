/** The listeners of one event. An error in one does not affect the others. */
export class Listeners<Payload> {
  // Immutable: listeners may be added or removed during an event.
  #list: readonly ((payload: Payload) => unknown)[] = [];
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  get hasAny(): boolean {
    return this.#list.length > 0;
  }

  add(listener: (payload: Payload) => unknown): () => void {
    // Its own function, so that a listener that is added twice is called twice and removed one by one.
    const own = (payload: Payload): unknown => listener(payload);
    this.#list = [...this.#list, own];
    return () => {
      this.#list = this.#list.filter((other) => other !== own);
    };
  }

  emit(payload: Payload): void {
    for (const listener of this.#list) callSafely(listener, payload, this.#onError);
  }
}

/** Calls a foreign function and catches its errors, including asynchronous ones. */
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

export function isThenable(value: unknown): value is { readonly then: unknown } {
  return (typeof value === "object" || typeof value === "function") && value !== null && "then" in value;
}
