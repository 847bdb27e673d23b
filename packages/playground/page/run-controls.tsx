import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Run } from "../protocol.js";
import { tell } from "./server-calls.js";

interface RunControlsProps {
  readonly run: Run | undefined;
  readonly timeout: number;
  readonly onRun: () => void;
}

/** Starts a call, shows how far it is and how much time it has left, and cancels it. */
export function RunControls({ run, timeout, onRun }: RunControlsProps): VNode {
  const now = useNow(run !== undefined);
  const {
    percentComplete,
    message,
    currentOperation,
    estimatedRemainingMs,
    itemsProcessed = 0,
    totalItems = 0,
  } = run?.progress ?? {};
  const percent = percentComplete ?? (totalItems > 0 ? (itemsProcessed / totalItems) * 100 : undefined);
  const facts = [
    message,
    currentOperation,
    percent === undefined ? undefined : `${Math.round(percent)} %`,
    estimatedRemainingMs === undefined ? undefined : `${duration(estimatedRemainingMs)} left`,
  ];
  const left = run === undefined ? timeout : Math.max(0, run.deadline - now);
  return (
    <>
      <div class="buttons">
        <button type="button" class="primary" disabled={run !== undefined} onClick={onRun}>
          Run <kbd>Ctrl ↵</kbd>
        </button>
        <button
          type="button"
          disabled={run === undefined}
          onClick={() => tell(`/api/runs/${run?.id}/cancel`)}
        >
          Cancel <kbd>Esc</kbd>
        </button>
        <span class="soft deadline">
          {run?.status === "waiting"
            ? "waits for approval"
            : `${run === undefined ? "deadline" : "time left"} ${duration(left)}`}
        </span>
      </div>
      <progress
        class={run === undefined ? "idle" : ""}
        aria-label="Progress"
        max={100}
        value={run === undefined ? 0 : percent}
      />
      <p class="soft progress" role="status">
        {facts.filter((fact) => fact !== undefined).join(" · ")}
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

/** The time, once a second while somebody looks at it. */
export function useNow(isWatched: boolean): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!isWatched) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isWatched]);
  return now;
}
