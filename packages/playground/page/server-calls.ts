import { useEffect, useRef, useState } from "preact/hooks";
import type { ServerEvent } from "../protocol.js";

/** Asks the server for data; rejects with the message of its refusal. */
export async function load<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(path, init);
  if (response.ok) return (await response.json()) as Answer;
  const { message } = (await response.json().catch(() => ({}))) as { message?: string };
  throw new Error(message ?? response.statusText);
}

/** Sends data to the server. */
export function send<Answer>(path: string, body: unknown = {}, signal?: AbortSignal): Promise<Answer> {
  const headers = { "Content-Type": "application/json" };
  return load(path, { method: "POST", headers, body: JSON.stringify(body), ...(signal && { signal }) });
}

/** Sends what needs no answer; the server announces what comes of it. */
export function tell(path: string, body?: unknown): void {
  send(path, body).catch(() => undefined);
}

/** The address of something that belongs to a tool. */
export function toolPath(id: string, part = "", root = "/api"): string {
  return `${root}/tools/${encodeURIComponent(id)}${part}`;
}

/** Data that is loaded again whenever the path or the version changes; the old stays until the new is there. */
export function useLoaded<Answer>(path: string, version: number, otherwise: Answer): Answer {
  const [answer, setAnswer] = useState(otherwise);
  useEffect(() => {
    const abort = new AbortController();
    if (path !== "") load<Answer>(path, { signal: abort.signal }).then(setAnswer, () => undefined);
    return () => abort.abort();
  }, [path, version]);
  return answer;
}

/**
 * Listens to the server while the page is visible: browsers open only six connections to a server, over all tabs.
 * `onOpen` is called whenever listening begins, because something may have happened before.
 */
export function useServerEvents(onEvent: (event: ServerEvent) => void, onOpen: () => void): boolean {
  const [isOpen, setOpen] = useState(false);
  const handlers = useRef({ onEvent, onOpen });
  handlers.current = { onEvent, onOpen };
  useEffect(() => {
    let source: EventSource | undefined;
    const follow = (): void => {
      source?.close();
      if (document.hidden) return;
      source = new EventSource("/api/events");
      source.addEventListener("open", () => {
        setOpen(true);
        handlers.current.onOpen();
      });
      source.addEventListener("error", () => setOpen(false));
      source.addEventListener("message", (event: MessageEvent<string>) =>
        handlers.current.onEvent(JSON.parse(event.data) as ServerEvent),
      );
    };
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => source?.close();
  }, []);
  return isOpen;
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
