import { useEffect, useState } from "preact/hooks";
import type { Calls } from "../server/create-app.js";

type Result<Name extends keyof Calls> = Awaited<ReturnType<Calls[Name]>>;

/** Calls the server; rejects with the server's error message. */
export async function call<Name extends keyof Calls>(
  name: Name,
  ...args: Parameters<Calls[Name]>
): Promise<Result<Name>> {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(`/api/${name}`, { method: "POST", headers, body: JSON.stringify(args) });
  if (response.ok) return (await response.json()) as Result<Name>;
  const { message } = (await response.json().catch(() => ({}))) as { message?: string };
  throw new Error(message ?? response.statusText);
}

/** Calls the server without waiting for the result. */
export function send<Name extends keyof Calls>(name: Name, ...args: Parameters<Calls[Name]>): void {
  call(name, ...args).catch(() => undefined);
}

/** Loads a value, and reloads it whenever a dependency changes; returns the old value while loading. */
export function useLoaded<Loaded>(
  load: () => Promise<Loaded> | undefined,
  dependencies: unknown[],
): Loaded | undefined {
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    let isCurrent = true;
    load()?.then(
      (value) => isCurrent && setLoaded(value),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, dependencies);
  return loaded;
}

/** Debounces a value by 150 ms. */
export function useDebounced<Value>(value: Value): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), 150);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
