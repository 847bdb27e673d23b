import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { ResultTable, Run, TextView } from "../protocol.js";
import { findRows, type RowQuery } from "./find-rows.js";
import { duration } from "./run-controls.js";
import { call, useLoaded, useSettled } from "./server-calls.js";
import { TabList } from "./tab-list.js";
import { VirtualList } from "./virtual-list.js";

/** The outcome of a call: as people see it, as the model does, and as data. */
export function ResultView({ run }: { readonly run: Run }): VNode {
  const [wanted, setWanted] = useState<"rendered" | "table" | TextView>("rendered");
  const { id, status, outcome } = run;
  if (outcome === undefined)
    return <p class="empty">{status === "waiting" ? "Waits for approval…" : "Runs…"}</p>;
  const { success, kind, approval, durationMs, rows, lines, trace, artifacts } = outcome;
  const tabs = {
    rendered: "Rendered",
    ...(rows !== undefined && { table: `Table (${rows.toLocaleString("en")})` }),
    ...(lines !== undefined && { text: `Text (${lines.toLocaleString("en")})` }),
    ...{ model: "Model sees", json: "JSON", envelope: "Envelope" },
  };
  const view = Object.hasOwn(tabs, wanted) ? wanted : "rendered";
  const facts = [`in ${duration(durationMs)}`, approval !== "notRequired" && approval, kind];
  return (
    <>
      <p class={`outcome ${success ? "good" : "bad"}`} role="status">
        <b>{status}</b> {facts.filter(Boolean).join(" · ")}
      </p>
      <TabList label="Views of the result" tabs={tabs} chosen={view} panel="result" onChoose={setWanted} />
      <div id="result" role="tabpanel" aria-label="Result" key={id + view}>
        {view === "rendered" && <Frame path={`/frames/runs/${id}`} title="Rendered result" />}
        {view === "table" && <DataTable runId={id} />}
        {view !== "rendered" && view !== "table" && <Lines runId={id} view={view} />}
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

/** Content that can only be looked at: no script runs in it. */
export function Frame({ path, title }: { readonly path: string; readonly title: string }): VNode {
  return <iframe class="frame" src={path} title={title} sandbox="allow-same-origin" />;
}

function Lines({ runId, view }: { readonly runId: string; readonly view: TextView }): VNode {
  const lines = useLoaded(() => call("lines", runId, view), []) ?? [];
  const row = (index: number): VNode => (
    <div class="line">
      <span class="number">{index + 1}</span>
      {lines[index]}
    </div>
  );
  return (
    <VirtualList class="lines" role="region" label="Lines" count={lines.length} rowHeight={20} row={row} />
  );
}

const arrows = { none: "↕", ascending: "↑", descending: "↓" } as const;
const noTable: ResultTable = { columns: [], rows: [] };

/** A table of any length that can be sorted and filtered. */
function DataTable({ runId }: { readonly runId: string }): VNode {
  const table = useLoaded(() => call("table", runId), []) ?? noTable;
  const [{ sort, order }, setSort] = useState<Omit<RowQuery, "filter">>({ sort: "", order: "ascending" });
  const [typed, setTyped] = useState("");
  const filter = useSettled(typed);
  const rows = useMemo(() => findRows(table, { sort, order, filter }), [table, sort, order, filter]);
  const head = table.columns.map(({ key, label }) => {
    const own = sort === key ? order : "none";
    const next = own === "ascending" ? "descending" : "ascending";
    return (
      <div key={key} role="columnheader" aria-sort={own}>
        <button onClick={() => setSort({ sort: key, order: next })}>
          {label} <span aria-hidden="true">{arrows[own]}</span>
        </button>
      </div>
    );
  });
  const row = (index: number): readonly VNode[] =>
    table.columns.map(({ key, numeric }, column) => (
      <div key={key} role="cell" class={numeric ? "numeric" : ""}>
        {rows[index]?.[column]}
      </div>
    ));
  return (
    <>
      <div class="table-tools">
        <input
          aria-label="Filter the rows"
          placeholder="Filter…"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <span role="status">{rows.length.toLocaleString("en")} rows</span>
      </div>
      <VirtualList
        class="table"
        role="table"
        label="Rows"
        count={rows.length}
        rowHeight={30}
        head={head}
        row={row}
      />
    </>
  );
}
