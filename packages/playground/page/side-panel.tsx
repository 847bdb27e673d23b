import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { CopyForm, Diagnostic, Params, TestReport, ToolDetail } from "../protocol.js";
import { Frame, ResultView } from "./result-view.js";
import { send, toolPath } from "./server-calls.js";
import { TabList } from "./tab-list.js";
import type { ToolScope } from "./tool-view.js";

const tabs = {
  result: "Result",
  providers: "Providers",
  typescript: "TypeScript",
  manifest: "Manifest",
  tests: "Tests",
  copy: "Copy as",
} as const;

type TabName = keyof typeof tabs;

/** What surrounds a tool: the result of its last call, and its other faces. */
export function SidePanel(props: ToolScope): VNode {
  const { run, compared, detail } = props;
  const [chosen, choose] = useState<TabName>(detail.spec === undefined ? "manifest" : "result");
  useEffect(() => {
    if (run !== undefined) choose("result");
  }, [run?.id, compared]);
  return (
    <section class="side" aria-label="Details">
      <TabList label="Details of the tool" tabs={tabs} chosen={chosen} panel="side" onChoose={choose} />
      <div id="side" role="tabpanel" aria-label={tabs[chosen]}>
        <Panel {...props} chosen={chosen} />
      </div>
    </section>
  );
}

function Panel(props: ToolScope & { readonly chosen: TabName }): VNode {
  const { chosen, detail, params, run, compared, theme, version } = props;
  switch (chosen) {
    case "result":
      if (run === undefined) return <p class="empty">Run the tool to see what it returns.</p>;
      if (compared === "") return <ResultView run={run} theme={theme} />;
      return <Frame path={`/frames/runs/${compared}/compare/${run.id}?theme=${theme}`} title="Comparison" />;
    case "providers":
    case "typescript": {
      const path = toolPath(detail.id, `/${chosen}?theme=${theme}&version=${version}`, "/frames");
      return <Frame path={path} title={tabs[chosen]} />;
    }
    case "manifest":
      return <Manifest detail={detail} />;
    case "tests":
      return <Tests detail={detail} />;
    case "copy":
      return <CopyForms id={detail.id} params={params} />;
    default:
      return chosen satisfies never;
  }
}

/** The manifest as it is on disk, each diagnostic below the line that it is about. */
function Manifest({ detail: { manifest, file, diagnostics } }: { readonly detail: ToolDetail }): VNode {
  const note = (one: Diagnostic): VNode => (
    <div key={one.code + one.message} class={`diagnostic ${one.severity}`}>
      {one.severity} {one.code}: {one.message} {one.help}
    </div>
  );
  return (
    <pre class="code" tabIndex={0} role="region" aria-label={file}>
      {manifest.split("\n").map((text, index) => (
        <div key={index}>
          <div class="line">
            <span class="number">{index + 1}</span>
            {text}
          </div>
          {diagnostics.filter(({ range }) => range.start.line === index + 1).map(note)}
        </div>
      ))}
    </pre>
  );
}

/** The tests that the manifest holds, and what came of them. */
function Tests({ detail: { id, tests } }: { readonly detail: ToolDetail }): VNode {
  const [reports, setReports] = useState<readonly TestReport[]>([]);
  const [state, setState] = useState("");
  const run = async (): Promise<void> => {
    setState("Running…");
    try {
      setReports(await send<readonly TestReport[]>(toolPath(id, "/tests")));
      setState("");
    } catch (error) {
      setState(String(error));
    }
  };
  if (tests.length === 0) return <p class="empty">The manifest has no tests. They stand under `tests:`.</p>;
  return (
    <>
      <div class="buttons">
        <button type="button" class="primary" onClick={() => void run()}>
          Run the tests
        </button>
        <span role="status">{state}</span>
      </div>
      <ul class="tests" aria-label="Tests">
        {tests.map((title) => {
          const { status, message } = reports.find((report) => report.title === title) ?? {
            status: "not run",
          };
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

/** The call in forms that can be pasted elsewhere. */
function CopyForms({ id, params }: { readonly id: string; readonly params: Params }): VNode {
  const [forms, setForms] = useState<readonly CopyForm[]>([]);
  const [copied, setCopied] = useState("");
  useEffect(() => {
    send<readonly CopyForm[]>(toolPath(id, "/copy"), params).then(setForms, () => undefined);
  }, [id, params]);
  const copy = async ({ title, text }: CopyForm): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(title);
  };
  return (
    <>
      {forms.map((form) => (
        <section key={form.title} class="copy" aria-label={form.title}>
          <h2>
            {form.title}
            <button
              type="button"
              class="small"
              aria-label={`Copy ${form.title}`}
              onClick={() => void copy(form)}
            >
              {copied === form.title ? "Copied" : "Copy"}
            </button>
          </h2>
          <pre class="code" tabIndex={0}>
            {form.text}
          </pre>
        </section>
      ))}
    </>
  );
}
