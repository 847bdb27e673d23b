import { Fragment, type VNode } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { CatalogueTool } from "../protocol.js";
import type { AppState } from "./app-state.js";
import { duration, RiskBadge, Select } from "./controls.js";

/** The list of tools with a search box; arrow keys highlight a match while the box keeps the focus. */
export function Catalogue({ catalogue: { tools, toolsets }, selected, select }: AppState): VNode {
  const [query, setQuery] = useState("");
  const [toolset, setToolset] = useState(-1);
  const [highlighted, setHighlighted] = useState("");
  const found = useMemo(() => {
    const words = query.toLowerCase().split(/\s+/);
    const members = toolsets[toolset]?.ids;
    return tools.filter(({ id, name, category, risk, tags, about }) => {
      const text = [id, name, category, risk, about, ...tags].join(" ").toLowerCase();
      return members?.includes(id) !== false && words.every((word) => text.includes(word));
    });
  }, [tools, toolset, query]);
  const ids = found.map(({ id }) => id);
  const current =
    [highlighted, query === "" ? selected : "", ids[0] ?? ""].find((id) => ids.includes(id)) ?? "";
  useEffect(
    () => document.querySelector("#tools .current")?.scrollIntoView({ block: "nearest" }),
    [current, found],
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (event.key === "Enter" && current !== "" && !event.ctrlKey && !event.metaKey) select(current);
    if (step === 0) return;
    event.preventDefault();
    setHighlighted(ids[Math.min(Math.max(ids.indexOf(current) + step, 0), ids.length - 1)] ?? "");
  };
  const showTool = (tool: CatalogueTool, at: number): VNode => {
    const { id, category, risk, deprecated, stale, errors, about } = tool;
    const mark = errors > 0 ? "error" : deprecated !== undefined ? "deprecated" : stale ? "stale" : "";
    return (
      <Fragment key={id}>
        {category !== found[at - 1]?.category && (
          <p class="category" role="none">
            {category}
          </p>
        )}
        <div
          id={`tool-${id}`}
          class={`tool-row ${id === current ? "current" : ""} ${mark}`}
          role="option"
          aria-selected={id === selected}
          title={deprecated ?? about}
          onClick={() => select(id)}
        >
          <code>{id}</code>
          {mark !== "" && <span class="mark">{mark}</span>}
          {risk !== undefined && <RiskBadge risk={risk} />}
        </div>
      </Fragment>
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
            setHighlighted("");
          }}
          onKeyDown={onKeyDown}
        />
        {toolsets.length > 0 && (
          <Select
            aria-label="Toolset"
            options={toolsets.map(({ name, ids: members }) => `${name} (${members.length})`)}
            selected={toolset}
            placeholder="All tools"
            onSelect={setToolset}
          />
        )}
      </div>
      {ids.length === 0 && (
        <p class="empty">
          {tools.length > 0 ? "No tools match this search." : "Run `toolkiln new` to create a tool."}
        </p>
      )}
      <div id="tools" role="listbox" aria-label="Tools" tabIndex={-1}>
        {found.map(showTool)}
      </div>
    </section>
  );
}

export function History({ runs, shown, compared, show, start }: AppState): VNode {
  return (
    <section class="history" aria-label="History">
      <h2>History</h2>
      {runs.length === 0 && <p class="empty">Your calls appear here.</p>}
      <ol>
        {runs.map((run) => {
          const { id, toolId, params, outcome } = run;
          const time = new Date(run.startedAt).toLocaleTimeString("en-GB");
          return (
            <li key={id} class={id === shown?.id ? "shown" : ""}>
              <button class="past" title={outcome && duration(outcome.durationMs)} onClick={() => show(run)}>
                <span class={outcome?.success ? "good" : "bad"}>
                  {outcome ? (outcome.success ? "✓" : "✗") : "…"}
                </span>
                <code>{toolId}</code> <span class="soft">{time}</span>
              </button>
              <button
                class="quiet"
                aria-label={`Run ${toolId} from ${time} again`}
                onClick={() => void start(toolId, params)}
              >
                ↻
              </button>
              {outcome && shown && id !== shown.id && (
                <button
                  class="quiet"
                  aria-label={`Compare with ${toolId} from ${time}`}
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
