import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { ListPage, Run, TextView } from "../protocol.js";
import { DataTable } from "./data-table.js";
import { duration } from "./run-controls.js";
import { TabList } from "./tab-list.js";
import { usePages, VirtualList } from "./virtual-list.js";

/** The outcome of a call: as people see it, as the model does, and as data. */
export function ResultView({ run, theme }: { readonly run: Run; readonly theme: string }): VNode {
  const [wanted, setWanted] = useState<"rendered" | "table" | TextView>("rendered");
  const { id, status, outcome } = run;
  if (outcome === undefined)
    return <p class="empty">{status === "waiting" ? "Waits for approval…" : "Runs…"}</p>;
  const { success, kind, approval, durationMs, rows, lines, trace, artifacts } = outcome;
  const tabs = {
    rendered: "Rendered",
    ...(rows !== undefined && { table: `Table (${rows.toLocaleString("en")})` }),
    ...(lines !== undefined && { text: `Text (${lines.toLocaleString("en")})` }),
    model: "Model sees",
    json: "JSON",
    envelope: "Envelope",
  };
  const view = Object.hasOwn(tabs, wanted) ? wanted : "rendered";
  return (
    <>
      <p class={`outcome ${success ? "good" : "bad"}`} role="status">
        <b>{status}</b>
        {` in ${duration(durationMs)}${approval === "notRequired" ? "" : ` · ${approval}`}${kind === "" ? "" : ` · ${kind}`}`}
      </p>
      <TabList label="Views of the result" tabs={tabs} chosen={view} panel="result" onChoose={setWanted} />
      <div id="result" role="tabpanel" aria-label="Result">
        {view === "rendered" ? (
          <Frame path={`/frames/runs/${id}?theme=${theme}`} title="Rendered result" />
        ) : view === "table" ? (
          <DataTable key={id} runId={id} />
        ) : (
          <Lines key={id + view} path={`/api/runs/${id}/lines?view=${view}`} />
        )}
      </div>
      {trace !== "" && (
        <details>
          <summary>Where it failed</summary>
          <pre class="code">{trace}</pre>
        </details>
      )}
      {artifacts.length > 0 && (
        <ul class="artifacts" aria-label="Artifacts">
          {artifacts.map(({ type, path, action }) => (
            <li key={path}>
              <span class="mark">{action}</span> {type} <code>{path}</code>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** What can only be looked at: no script runs in it. */
export function Frame({ path, title }: { readonly path: string; readonly title: string }): VNode {
  return <iframe class="frame" src={path} title={title} sandbox="allow-same-origin" />;
}

function Lines({ path }: { readonly path: string }): VNode {
  const { first, item, onRange } = usePages<string, ListPage<string>>(path);
  const row = (index: number): VNode => (
    <div class="line">
      <span class="number">{index + 1}</span>
      {item(index) ?? "…"}
    </div>
  );
  const count = first?.total ?? 0;
  return (
    <VirtualList
      class="lines"
      role="region"
      label="Lines"
      count={count}
      rowHeight={20}
      onRange={onRange}
      row={row}
    />
  );
}
