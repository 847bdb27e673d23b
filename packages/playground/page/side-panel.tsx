import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { TestOutcome } from "@toolkiln/project";
import type { ToolScope } from "./app-state.js";
import { Frame, TabList } from "./controls.js";
import { ResultView } from "./result-view.js";
import { call, useLoaded } from "./server-calls.js";

const tabs = {
  result: "Result",
  providers: "Providers",
  typescript: "TypeScript",
  manifest: "Manifest",
  tests: "Tests",
  copy: "Copy as",
} as const;

/** What surrounds a tool: the result of its last call, what providers receive, its code, manifest and tests. */
export function SidePanel(props: ToolScope): VNode {
  const { shown, compared, tool, catalogue } = props;
  const [chosen, choose] = useState<keyof typeof tabs>(tool.spec === undefined ? "manifest" : "result");
  useEffect(() => {
    if (shown !== undefined) choose("result");
  }, [shown?.id, compared]);
  return (
    <section class="side" aria-label="Details">
      <TabList label="Details of the tool" tabs={tabs} chosen={chosen} panel="side" onChoose={choose} />
      <div id="side" role="tabpanel" aria-label={tabs[chosen]}>
        {chosen === "result" && <Result {...props} />}
        {(chosen === "providers" || chosen === "typescript") && (
          <Frame
            path={`/frames/tools/${encodeURIComponent(tool.id)}/${chosen}?version=${catalogue.version}`}
            title={tabs[chosen]}
          />
        )}
        {chosen === "manifest" && <Manifest {...props} />}
        {chosen === "tests" && <Tests {...props} />}
        {chosen === "copy" && <CopyForms {...props} />}
      </div>
    </section>
  );
}

function Result({ shown, compared }: ToolScope): VNode {
  if (shown === undefined) return <p class="empty">Run the tool to see its result.</p>;
  if (compared === "") return <ResultView run={shown} />;
  return <Frame path={`/frames/runs/${compared}/compare/${shown.id}`} title="Comparison" />;
}

/** The manifest as it is on disk, each diagnostic below the line that it is about. */
function Manifest({ tool: { manifest, file, diagnostics } }: ToolScope): VNode {
  return (
    <pre class="code" tabIndex={0} role="region" aria-label={file}>
      {manifest.split("\n").map((text, index) => (
        <div key={index}>
          <div class="line">
            <span class="number">{index + 1}</span>
            {text}
          </div>
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

function CopyForms({ tool, params }: ToolScope): VNode {
  const forms = useLoaded(() => call("copies", tool.id, params), [params]) ?? {};
  const [copied, setCopied] = useState("");
  const copy = async (title: string, text: string): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(title);
  };
  return (
    <>
      {Object.entries(forms).map(([title, text]) => (
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
