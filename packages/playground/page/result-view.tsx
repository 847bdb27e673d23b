import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { ResultQuery, Run } from "../protocol.js";
import { duration, Frame, Select, TabList } from "./controls.js";
import { call, useLoaded, useSettled } from "./server-calls.js";

/** The outcome of a call: as people see it, as the model does, and as data. */
export function ResultView({ run: { id, status, outcome } }: { readonly run: Run }): VNode {
  const [view, setView] = useState<ResultQuery["view"]>("rendered");
  if (outcome === undefined)
    return <p class="empty">{status === "waiting" ? "Waits for approval…" : "Runs…"}</p>;
  const { success, kind, approval, durationMs, trace } = outcome;
  const facts = [`in ${duration(durationMs)}`, approval !== "notRequired" && approval, kind];
  const tabs = { rendered: "Rendered", model: "Model sees", json: "JSON", envelope: "Envelope" };
  return (
    <>
      <p class={`outcome ${success ? "good" : "bad"}`} role="status">
        <b>{status}</b> {facts.filter(Boolean).join(" · ")}
      </p>
      <TabList label="Views of the result" tabs={tabs} chosen={view} panel="result" onChoose={setView} />
      <div id="result" role="tabpanel" aria-label="Result">
        <Pages key={id + view} id={id} view={view} />
      </div>
      {trace !== "" && (
        <details>
          <summary>Where it failed</summary>
          <pre class="code">{trace}</pre>
        </details>
      )}
    </>
  );
}

/** A result of any size, page by page; tables are sorted and filtered as a whole. */
function Pages({ id, view }: { readonly id: string; readonly view: ResultQuery["view"] }): VNode {
  const [{ page, sort, filter }, setQuery] = useState({ page: 0, sort: "", filter: "" });
  const settled = useSettled(filter);
  const query = { view, page, sort, filter: settled };
  const { pages, columns, items } = useLoaded(() => call("page", id, query), [page, sort, settled]) ?? noSize;
  const orders = columns.flatMap((column) => [column, `-${column}`]);
  const turn = (by: number): void => setQuery({ page: page + by, sort, filter });
  const path = new URLSearchParams({ ...query, page: String(page) });
  return (
    <>
      {items !== undefined && (
        <div class="pages">
          {columns.length > 0 && (
            <>
              <input
                aria-label="Filter the rows"
                placeholder="Filter…"
                value={filter}
                onInput={(event) => setQuery({ page: 0, sort, filter: event.currentTarget.value })}
              />
              <Select
                aria-label="Sort the rows"
                options={columns.flatMap((column) => [`${column} ↑`, `${column} ↓`])}
                chosen={orders.indexOf(sort)}
                none="Unsorted"
                onChoose={(position) => setQuery({ page: 0, sort: orders[position] ?? "", filter })}
              />
            </>
          )}
          <span role="status">{items}</span>
          <button class="small" aria-label="Previous page" disabled={page === 0} onClick={() => turn(-1)}>
            ‹
          </button>
          <span>{`${page + 1} of ${pages}`}</span>
          <button class="small" aria-label="Next page" disabled={page + 1 >= pages} onClick={() => turn(1)}>
            ›
          </button>
        </div>
      )}
      <Frame path={`/frames/runs/${id}?${path.toString()}`} title="Rendered result" />
    </>
  );
}

const noSize = { pages: 1, columns: [], items: undefined } as const;
