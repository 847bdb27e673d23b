import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { TestOutcome } from "@toolkiln/project";
import type { ResultQuery } from "../protocol.js";
import type { ToolScope } from "./app-state.js";
import { duration, Frame, Select, TabList } from "./controls.js";
import { call, useLoaded, useDebounced } from "./server-calls.js";

const tabs = {
  result: "Result",
  providers: "Providers",
  typescript: "TypeScript",
  manifest: "Manifest",
  tests: "Tests",
  copy: "Copy as",
} as const;

/** Tabs for a tool: last result, provider definitions, generated code, manifest, tests and snippets. */
export function SidePanel(props: ToolScope): VNode {
  const { shown, compared, tool, catalogue } = props;
  const [selected, select] = useState<keyof typeof tabs>(tool.spec === undefined ? "manifest" : "result");
  useEffect(() => {
    if (shown !== undefined) select("result");
  }, [shown?.id, compared]);
  return (
    <section class="side" aria-label="Details">
      <TabList label="Details of the tool" tabs={tabs} selected={selected} panel="side" onSelect={select} />
      <div id="side" role="tabpanel" aria-label={tabs[selected]}>
        {selected === "result" && <Result {...props} />}
        {(selected === "providers" || selected === "typescript") && (
          <Frame
            path={`/frames/tools/${encodeURIComponent(tool.id)}/${selected}?version=${catalogue.version}`}
            title={tabs[selected]}
          />
        )}
        {selected === "manifest" && <Manifest {...props} />}
        {selected === "tests" && <Tests {...props} />}
        {selected === "copy" && <Snippets {...props} />}
      </div>
    </section>
  );
}

/** The result of a call: rendered, as the model sees it or as JSON; or a comparison with another call. */
function Result({ shown, compared }: ToolScope): VNode {
  const [view, setView] = useState<ResultQuery["view"]>("rendered");
  if (shown === undefined) return <p class="empty">Run the tool to see its result.</p>;
  const { id, approvalRequest, outcome } = shown;
  if (compared !== "") return <Frame path={`/frames/runs/${compared}/compare/${id}`} title="Comparison" />;
  if (outcome === undefined)
    return <p class="empty">{approvalRequest ? "Waiting for approval…" : "Running…"}</p>;
  const { status, success, kind, approval, durationMs, trace } = outcome;
  const facts = [`in ${duration(durationMs)}`, approval !== "notRequired" && approval, kind];
  const views = { rendered: "Rendered", model: "Model sees", json: "JSON", envelope: "Envelope" };
  return (
    <>
      <p class={`outcome ${success ? "good" : "bad"}`} role="status">
        <b>{status}</b> {facts.filter(Boolean).join(" · ")}
      </p>
      <TabList label="Views of the result" tabs={views} selected={view} panel="result" onSelect={setView} />
      <div id="result" role="tabpanel" aria-label="Result">
        <Pages key={id + view} id={id} view={view} />
      </div>
      {trace !== "" && (
        <details>
          <summary>Error details</summary>
          <pre class="code">{trace}</pre>
        </details>
      )}
    </>
  );
}

/** A paginated result; sorting and filtering apply to the whole table. */
function Pages({ id, view }: { readonly id: string; readonly view: ResultQuery["view"] }): VNode {
  const [{ page, sort, filter }, setQuery] = useState({ page: 0, sort: "", filter: "" });
  const debounced = useDebounced(filter);
  const query = { view, page, sort, filter: debounced };
  const loaded = useLoaded(() => call("page", id, query), [page, sort, debounced]);
  const { pages = 1, columns = [], items } = loaded ?? {};
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
                selected={orders.indexOf(sort)}
                placeholder="Unsorted"
                onSelect={(position) => setQuery({ page: 0, sort: orders[position] ?? "", filter })}
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

/** The source of the manifest, with each diagnostic below its line. */
function Manifest({ tool: { manifest, file, diagnostics } }: ToolScope): VNode {
  return (
    <pre class="code" tabIndex={0} role="region" aria-label={file}>
      {manifest.split("\n").map((text, index) => (
        <div key={index}>
          <div class="line">{text}</div>
          {diagnostics
            .filter(({ range }) => range.start.line === index + 1)
            .map(({ code, severity, message, help }) => (
              <div key={code + message} class={`diagnostic ${severity}`}>
                {severity} {code}: {message} {help}
              </div>
            ))}
        </div>
      ))}
    </pre>
  );
}

function Tests({ tool: { id, tests } }: ToolScope): VNode {
  const [outcomes, setOutcomes] = useState<readonly TestOutcome[]>([]);
  const [state, setState] = useState("");
  const run = async (): Promise<void> => {
    setState("Running…");
    const found = await call("test", id).catch((error: unknown) => setState(String(error)));
    if (found === undefined) return;
    setOutcomes(found);
    setState("");
  };
  if (tests.length === 0) return <p class="empty">The manifest has no tests. Add them under `tests:`.</p>;
  return (
    <>
      <div class="buttons">
        <button class="primary" onClick={() => void run()}>
          Run the tests
        </button>
        <span role="status">{state}</span>
      </div>
      <ul class="tests" aria-label="Tests">
        {tests.map((title) => {
          const { status = "not run", message } = outcomes.find((one) => one.title === title) ?? {};
          return (
            <li key={title} class={status}>
              <span class="mark">{status}</span> {title}
              {message !== undefined && <pre>{message}</pre>}
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Snippets({ tool, params }: ToolScope): VNode {
  const snippets = useLoaded(() => call("snippets", tool.id, params), [params]) ?? {};
  const [copied, setCopied] = useState("");
  const copy = async (title: string, text: string): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(title);
  };
  return (
    <>
      {Object.entries(snippets).map(([title, text]) => (
        <section key={title} class="copy" aria-label={title}>
          <h2>
            {title}
            <button class="small" aria-label={`Copy ${title}`} onClick={() => void copy(title, text)}>
              {copied === title ? "Copied" : "Copy"}
            </button>
          </h2>
          <pre class="code" tabIndex={0}>
            {text}
          </pre>
        </section>
      ))}
    </>
  );
}
