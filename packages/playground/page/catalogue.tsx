import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { RiskLevel } from "@toolkiln/runtime";
import type { CatalogueTool } from "../protocol.js";
import type { AppState } from "./app-state.js";
import { Select } from "./select.js";
import { VirtualList } from "./virtual-list.js";

/** Shape and word show the risk as well as the colour does. */
const riskMarks = { safe: "○", low: "◔", medium: "◆", high: "▲", critical: "⬣" } as const;

/** The risk of a call. */
export function RiskBadge({ risk }: { readonly risk: RiskLevel }): VNode {
  return (
    <span class={`badge ${risk}`}>
      <span aria-hidden="true">{riskMarks[risk]}</span> {risk}
    </span>
  );
}

/** The tools in which every word of the query occurs, by category; a category stands before its tools. */
function findTools(tools: readonly CatalogueTool[], query: string): readonly (CatalogueTool | string)[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, CatalogueTool[]>();
  for (const tool of tools) {
    const { id, name, category, risk, tags, about } = tool;
    const text = [id, name, category, risk, about, ...tags].join(" ").toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    groups.set(category, [...(groups.get(category) ?? []), tool]);
  }
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).flat(2);
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/** All tools, with a search that keeps the focus while arrow keys move through the tools it found. */
export function Catalogue({ catalogue: { tools, toolsets }, chosen, choose }: AppState): VNode {
  const [query, setQuery] = useState("");
  const [toolset, setToolset] = useState(-1);
  const [moved, setMoved] = useState("");
  const rows = useMemo(() => {
    const members = toolsets[toolset]?.ids;
    return findTools(members === undefined ? tools : tools.filter(({ id }) => members.includes(id)), query);
  }, [tools, toolset, query]);
  const ids = rows.flatMap((row) => (typeof row === "string" ? [] : [row.id]));
  const current = [moved, query === "" ? chosen : "", ids[0] ?? ""].find((id) => ids.includes(id)) ?? "";
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (event.key === "Enter" && current !== "" && !event.ctrlKey && !event.metaKey) choose(current);
    if (step === undefined) return;
    event.preventDefault();
    setMoved(ids[Math.min(Math.max(ids.indexOf(current) + step, 0), ids.length - 1)] ?? "");
  };
  const showRow = (row: CatalogueTool | string = ""): VNode => {
    if (typeof row === "string") return <div class="category">{row}</div>;
    const { id, risk, deprecated, stale, errors, about } = row;
    const mark = errors > 0 ? "error" : deprecated !== undefined ? "deprecated" : stale ? "stale" : "";
    return (
      <div
        id={`tool-${id}`}
        class={`tool-row ${id === current ? "current" : ""} ${mark}`}
        role="option"
        aria-selected={id === chosen}
        title={deprecated ?? about}
        onClick={() => choose(id)}
      >
        <code>{id}</code>
        {mark !== "" && <span class="mark">{mark}</span>}
        {risk !== undefined && <RiskBadge risk={risk} />}
      </div>
    );
  };
  return (
    <section class="catalogue" aria-label="Tools">
      <div class="search">
        <input
          id="search"
          role="combobox"
          aria-label="Search the tools"
          aria-expanded="true"
          aria-controls="tools"
          aria-activedescendant={current === "" ? undefined : `tool-${current}`}
          placeholder={`Search ${tools.length} tools ( / )`}
          value={query}
          onInput={(event) => {
            setQuery(event.currentTarget.value);
            setMoved("");
          }}
          onKeyDown={onKeyDown}
        />
        {toolsets.length > 0 && (
          <Select
            aria-label="Toolset"
            options={toolsets.map(({ name, ids: members }) => `${name} (${members.length})`)}
            chosen={toolset}
            none="All tools"
            onChoose={setToolset}
          />
        )}
      </div>
      {ids.length === 0 && (
        <p class="empty">
          {tools.length > 0 ? "No tool has all these words." : "Run `toolkiln new` to create a tool."}
        </p>
      )}
      <VirtualList
        class="tools"
        role="listbox"
        label="Tools"
        count={rows.length}
        rowHeight={32}
        active={rows.findIndex((row) => typeof row !== "string" && row.id === current)}
        row={(index) => showRow(rows[index])}
      />
    </section>
  );
}
