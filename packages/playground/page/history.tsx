import type { VNode } from "preact";
import type { Run } from "../protocol.js";
import { duration } from "./run-controls.js";

interface HistoryProps {
  readonly runs: readonly Run[];
  readonly shown: string;
  /** The call that the shown one is compared with. */
  readonly compared: string;
  readonly onShow: (run: Run) => void;
  readonly onReplay: (run: Run) => void;
  readonly onCompare: (id: string) => void;
}

/** The calls of this session, newest first. */
export function History({ runs, shown, compared, onShow, onReplay, onCompare }: HistoryProps): VNode {
  return (
    <section class="history" aria-label="History">
      <h2>History</h2>
      {runs.length === 0 && <p class="empty">Calls that you make appear here.</p>}
      <ol>
        {runs.map((run) => {
          const { id, toolId, outcome } = run;
          const time = new Date(run.startedAt).toLocaleTimeString("en-GB");
          const isCompared = id === compared;
          return (
            <li key={id} class={id === shown ? "shown" : ""}>
              <button
                type="button"
                class="past"
                title={outcome && duration(outcome.durationMs)}
                onClick={() => onShow(run)}
              >
                <span class={outcome?.success === true ? "good" : "bad"}>
                  {outcome === undefined ? "…" : outcome.success ? "✓" : "✗"}
                </span>
                <code>{toolId}</code> <span class="soft">{time}</span>
              </button>
              <button
                type="button"
                class="quiet"
                aria-label={`Run ${toolId} of ${time} again`}
                onClick={() => onReplay(run)}
              >
                ↻
              </button>
              {outcome !== undefined && id !== shown && (
                <button
                  type="button"
                  class="quiet"
                  aria-label={`Compare with ${toolId} of ${time}`}
                  aria-pressed={isCompared}
                  onClick={() => onCompare(isCompared ? "" : id)}
                >
                  ⇄
                </button>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
