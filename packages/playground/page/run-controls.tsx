import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { ToolScope } from "./app-state.js";
import { tell } from "./server-calls.js";

/** Starts a call, shows its progress and the time it has left, and cancels it. */
export function RunControls({ tool, params, running: run, start }: ToolScope): VNode {
  const now = useNow(run !== undefined);
  const { percentComplete, message, currentOperation, estimatedRemainingMs, ...items } = run?.progress ?? {};
  const { itemsProcessed = 0, totalItems = 0 } = items;
  const percent = percentComplete ?? (totalItems > 0 ? (itemsProcessed / totalItems) * 100 : undefined);
  const facts = [
    message,
    currentOperation,
    percent !== undefined && `${Math.round(percent)} %`,
    estimatedRemainingMs !== undefined && `${duration(estimatedRemainingMs)} left`,
  ];
  const deadline =
    run === undefined
      ? `deadline ${duration(tool.timeout)}`
      : run.status === "waiting"
        ? "waits for approval"
        : `time left ${duration(Math.max(0, run.deadline - now))}`;
  return (
    <>
      <div class="buttons">
        <button class="primary" disabled={run !== undefined} onClick={() => void start(tool.id, params)}>
          Run <kbd>Ctrl ↵</kbd>
        </button>
        <button disabled={run === undefined} onClick={() => run && tell("cancel", run.id)}>
          Cancel <kbd>Esc</kbd>
        </button>
        <span class="soft deadline">{deadline}</span>
      </div>
      <progress class={run ? "" : "idle"} aria-label="Progress" max={100} value={run ? percent : 0} />
      <p class="soft progress" role="status">
        {facts.filter(Boolean).join(" · ")}
      </p>
    </>
  );
}

/** Milliseconds for people. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1_000;
  return seconds < 120 ? `${seconds.toFixed(seconds < 10 ? 1 : 0)} s` : `${Math.round(seconds / 60)} min`;
}

/** The time, once a second while it is shown. */
export function useNow(isShown: boolean): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!isShown) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isShown]);
  return now;
}
