import type { VNode } from "preact";
import type { AppState } from "./app-state.js";
import { duration } from "./run-controls.js";

/** The calls of this session, newest first. */
export function History({ runs, shown, compared, show, fill, start }: AppState): VNode {
  return (
    <section class="history" aria-label="History">
      <h2>History</h2>
      {runs.length === 0 && <p class="empty">Your calls appear here.</p>}
      <ol>
        {runs.map((run) => {
          const { id, toolId, params, outcome } = run;
          const time = new Date(run.startedAt).toLocaleTimeString("en-GB");
          const open = (): void => {
            show(run);
            fill(toolId, params);
          };
          return (
            <li key={id} class={id === shown?.id ? "shown" : ""}>
              <button class="past" title={outcome && duration(outcome.durationMs)} onClick={open}>
                <span class={outcome?.success ? "good" : "bad"}>
                  {outcome ? (outcome.success ? "✓" : "✗") : "…"}
                </span>
                <code>{toolId}</code> <span class="soft">{time}</span>
              </button>
              <button
                class="quiet"
                aria-label={`Run ${toolId} of ${time} again`}
                onClick={() => void start(toolId, params)}
              >
                ↻
              </button>
              {outcome && shown && id !== shown.id && (
                <button
                  class="quiet"
                  aria-label={`Compare with ${toolId} of ${time}`}
                  aria-pressed={id === compared}
                  onClick={() => show(shown, id === compared ? "" : id)}
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
