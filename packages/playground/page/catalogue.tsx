import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { RiskLevel } from "@toolkiln/runtime";
import type { Catalogue as CatalogueData, CatalogueTool } from "../protocol.js";
import { VirtualList } from "./virtual-list.js";

/** Shape and word say the risk as well as the colour does. */
const riskMarks: Readonly<Record<RiskLevel, string>> = {
  safe: "○",
  low: "◔",
  medium: "◆",
  high: "▲",
  critical: "⬣",
};

/** How risky a call is. */
export function RiskBadge({ risk }: { readonly risk: RiskLevel }): VNode {
  return (
    <span class={`badge ${risk}`}>
      <span aria-hidden="true">{riskMarks[risk]}</span> {risk}
    </span>
  );
}

/** The tools in which every word that is searched for occurs, by category; a category stands before its tools. */
export function findTools(
  tools: readonly CatalogueTool[],
  query: string,
): readonly (CatalogueTool | string)[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, CatalogueTool[]>();
  for (const tool of tools) {
    const { id, name, category, risk, tags, about } = tool;
    const text = [id, name, category, risk, about, ...tags].join(" ").toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    const group = groups.get(category);
    if (group === undefined) groups.set(category, [tool]);
    else group.push(tool);
  }
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).flat(2);
}

interface CatalogueProps {
  readonly catalogue: CatalogueData;
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/** All tools, with a search that keeps the focus while arrow keys move through what it found. */
export function Catalogue({ catalogue, chosen, onChoose }: CatalogueProps): VNode {
  const { tools, toolsets } = catalogue;
  const [query, setQuery] = useState("");
  const [toolset, setToolset] = useState("");
  const [moved, setMoved] = useState("");
  const rows = useMemo(() => {
    const members = toolsets.find(({ name }) => name === toolset)?.ids;
    return findTools(members === undefined ? tools : tools.filter(({ id }) => members.includes(id)), query);
  }, [tools, toolset, query]);
  const ids = rows.flatMap((row) => (typeof row === "string" ? [] : [row.id]));
  const current = [moved, query === "" ? chosen : "", ids[0] ?? ""].find((id) => ids.includes(id)) ?? "";
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (event.key === "Enter" && current !== "" && !event.ctrlKey && !event.metaKey) onChoose(current);
    if (step === undefined) return;
    event.preventDefault();
    setMoved(ids[Math.min(Math.max(ids.indexOf(current) + step, 0), ids.length - 1)] ?? "");
  };
  const advice =
    tools.length > 0 ? "No tool has all these words." : "No tools yet: `toolkiln new` writes the first.";
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
          <select
            aria-label="Toolset"
            value={toolset}
            onChange={(event) => setToolset(event.currentTarget.value)}
          >
            <option value="">All tools</option>
            {toolsets.map(({ name, ids: members }) => (
              <option key={name} value={name}>{`${name} (${members.length})`}</option>
            ))}
          </select>
        )}
      </div>
      {ids.length === 0 && <p class="empty">{advice}</p>}
      <VirtualList
        class="tools"
        role="listbox"
        label="Tools"
        count={rows.length}
        rowHeight={32}
        active={rows.findIndex((row) => typeof row !== "string" && row.id === current)}
        row={(index) => {
          const row = rows[index];
          if (row === undefined || typeof row === "string") return <div class="category">{row}</div>;
          return (
            <ToolRow
              tool={row}
              isChosen={row.id === chosen}
              isCurrent={row.id === current}
              onChoose={onChoose}
            />
          );
        }}
      />
    </section>
  );
}

interface ToolRowProps extends Pick<CatalogueProps, "onChoose"> {
  readonly tool: CatalogueTool;
  readonly isChosen: boolean;
  readonly isCurrent: boolean;
}

function ToolRow({ tool, isChosen, isCurrent, onChoose }: ToolRowProps): VNode {
  const { id, risk, deprecated, stale, errors, about } = tool;
  const mark = errors > 0 ? "error" : deprecated !== undefined ? "deprecated" : stale ? "stale" : "";
  return (
    <div
      id={`tool-${id}`}
      class={`tool-row ${isCurrent ? "current" : ""} ${mark}`}
      role="option"
      aria-selected={isChosen}
      title={deprecated ?? about}
      onClick={() => onChoose(id)}
    >
      <code>{id}</code>
      {mark !== "" && <span class="mark">{mark}</span>}
      {risk !== undefined && <RiskBadge risk={risk} />}
    </div>
  );
}
