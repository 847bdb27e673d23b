import { useEffect, useState } from "preact/hooks";
import type { Calls } from "../server/create-app.js";

type Answer<Name extends keyof Calls> = Awaited<ReturnType<Calls[Name]>>;

/** Calls the server; rejects with the message of its refusal. */
export async function call<Name extends keyof Calls>(
  name: Name,
  ...given: Parameters<Calls[Name]>
): Promise<Answer<Name>> {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(`/api/${name}`, { method: "POST", headers, body: JSON.stringify(given) });
  if (response.ok) return (await response.json()) as Answer<Name>;
  const { message } = (await response.json().catch(() => ({}))) as { message?: string };
  throw new Error(message ?? response.statusText);
}

export function tell<Name extends keyof Calls>(name: Name, ...given: Parameters<Calls[Name]>): void {
  call(name, ...given).catch(() => undefined);
}

/** The server's answer, loaded again whenever one of `causes` changes; the old one stays meanwhile. */
export function useLoaded<Loaded>(
  load: () => Promise<Loaded> | undefined,
  causes: unknown[],
): Loaded | undefined {
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    let isCurrent = true;
    load()?.then(
      (answer) => isCurrent && setLoaded(answer),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, causes);
  return loaded;
}

/** A value once it has not changed for a moment. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 150);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
