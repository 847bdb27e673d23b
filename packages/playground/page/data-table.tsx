import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import type { RowPage } from "../protocol.js";
import { useSettled } from "./server-calls.js";
import { usePages, VirtualList } from "./virtual-list.js";

const empty: RowPage = { total: 0, items: [], columns: [] };

/** A table of any length; the server sorts and filters it. */
export function DataTable({ runId }: { readonly runId: string }): VNode {
  const [{ sort, descending }, setSort] = useState({ sort: "", descending: false });
  const [filter, setFilter] = useState("");
  const query = new URLSearchParams({ sort, order: descending ? "desc" : "asc", filter: useSettled(filter) });
  const { first, item, onRange } = usePages<readonly string[], RowPage>(
    `/api/runs/${runId}/rows?${query.toString()}`,
  );
  // What was there stays until the next order has arrived.
  const last = useRef(empty);
  const { columns, total } = (last.current = first ?? last.current);
  const head = columns.map(({ key, label }) => {
    const order = sort !== key ? "none" : descending ? "descending" : "ascending";
    const arrow = { none: "↕", ascending: "↑", descending: "↓" }[order];
    return (
      <div key={key} role="columnheader" aria-sort={order}>
        <button type="button" onClick={() => setSort({ sort: key, descending: order === "ascending" })}>
          {label} <span aria-hidden="true">{arrow}</span>
        </button>
      </div>
    );
  });
  return (
    <>
      <div class="table-tools">
        <input
          aria-label="Filter the rows"
          placeholder="Filter…"
          value={filter}
          onInput={(event) => setFilter(event.currentTarget.value)}
        />
        <span role="status">{total.toLocaleString("en")} rows</span>
      </div>
      <VirtualList
        class="table"
        role="table"
        label="Rows"
        count={total}
        rowHeight={30}
        onRange={onRange}
        head={
          <div role="rowgroup" class="table-head">
            <div role="row" aria-rowindex={1} class="cells">
              {head}
            </div>
          </div>
        }
        row={(index) => (
          <div role="row" aria-rowindex={index + 2} class="cells">
            {columns.map(({ key, numeric }, column) => (
              <div key={key} role="cell" class={numeric ? "numeric" : ""}>
                {item(index)?.[column] ?? "…"}
              </div>
            ))}
          </div>
        )}
      />
    </>
  );
}
