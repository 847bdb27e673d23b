import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { CallCheck, CatalogueTool, Params, Run, ToolDetail } from "../protocol.js";
import { RiskBadge } from "./catalogue.js";
import { JsonInput } from "./form/inputs.js";
import { ParamsForm } from "./form/params-form.js";
import { pointerOf } from "./form/pointer.js";
import { RunControls } from "./run-controls.js";
import { send, toolPath, useSettled } from "./server-calls.js";
import { TabList } from "./tab-list.js";

/** A chosen tool and everything that happens to it. */
export interface ToolScope {
  readonly tool: CatalogueTool;
  readonly detail: ToolDetail;
  readonly params: Params;
  /** The call of this tool that runs or waits. */
  readonly running: Run | undefined;
  /** The call that is shown, and the id of the one that it is compared with. */
  readonly run: Run | undefined;
  readonly compared: string;
  readonly theme: string;
  /** Changes when the project or the executor does. */
  readonly version: number;
  readonly isReady: boolean;
  readonly onParams: (params: Params) => void;
  readonly onRun: () => void;
}

/** A tool with the parameters of the next call, and what that call would do. */
export function ToolView(props: ToolScope): VNode {
  const { tool, detail, params, running, version, isReady, onParams, onRun } = props;
  const [mode, setMode] = useState<"form" | "json">("form");
  const check = useCheck(tool.id, params, version, isReady);
  const { spec, injected, timeout } = detail;
  const isTouched = Object.keys(params).length > 0;
  const examples = spec?.examples ?? [];
  const change = (value: unknown): void => onParams((value ?? {}) as Params);
  return (
    <section class="tool" aria-labelledby="tool-name">
      <header>
        <h1 id="tool-name">{tool.name}</h1>
        <code>{tool.id}</code>
      </header>
      <Notices tool={tool} detail={detail} />
      {spec !== undefined && (
        <>
          <p class="description">{spec.description}</p>
          <div class="form-head">
            <TabList
              label="Parameters as"
              tabs={{ form: "Form", json: "JSON" }}
              chosen={mode}
              panel="parameters"
              onChoose={setMode}
            />
            {examples.length > 0 && (
              <select
                aria-label="Fill in an example"
                value=""
                onChange={(event) => change(examples[Number(event.currentTarget.value)]?.params)}
              >
                <option value="">Examples…</option>
                {examples.map(({ title }, index) => (
                  <option key={title} value={String(index)}>
                    {title}
                  </option>
                ))}
              </select>
            )}
            <button type="button" class="quiet" disabled={!isTouched} onClick={() => onParams({})}>
              Clear
            </button>
          </div>
          <div id="parameters" role="tabpanel" aria-label="Parameters">
            {mode === "json" ? (
              <JsonInput
                id="json"
                describedBy="check"
                label="Parameters as JSON"
                value={params}
                onChange={change}
              />
            ) : (
              <ParamsForm
                spec={spec}
                prefix="form"
                errors={errorsOf(isTouched ? check : undefined)}
                value={params}
                onChange={change}
              />
            )}
            {injected.map(({ parameter, key, given }) => (
              <p key={parameter} class="locked">
                🔒 <b>{parameter}</b> is supplied by the application as <code>{key}</code>
                {given ? "." : ", which is missing: start the playground with --inject."}
              </p>
            ))}
          </div>
          <div class="run">
            <CheckView check={check} isTouched={isTouched} />
            <RunControls run={running} timeout={timeout} onRun={onRun} />
          </div>
        </>
      )}
    </section>
  );
}

/** What is wrong with the tool itself, before anything is called. */
function Notices({ tool, detail }: Pick<ToolScope, "tool" | "detail">): VNode {
  const [problems, setProblems] = useState<readonly string[]>([]);
  const generate = (): void => {
    send<readonly string[]>("/api/generate").then(setProblems, () => undefined);
  };
  return (
    <>
      {tool.deprecated !== undefined && <p class="notice">Deprecated. {tool.deprecated}</p>}
      {tool.errors > 0 && (
        <p class="notice bad">
          {detail.file} has errors: see Manifest.{detail.spec && " Shown is what was understood before."}
        </p>
      )}
      {tool.stale && tool.errors === 0 && (
        <p class="notice">
          The generated code is older than the manifest, and calls follow the code.{" "}
          <button type="button" class="small" onClick={generate}>
            Generate
          </button>
        </p>
      )}
      {problems.map((problem) => (
        <p key={problem} class="notice bad">
          {problem}
        </p>
      ))}
    </>
  );
}

/** Asks what a call with these parameters would do, a moment after they stop changing. */
function useCheck(id: string, params: Params, version: number, isReady: boolean): CallCheck | undefined {
  const [check, setCheck] = useState<CallCheck>();
  const settled = useSettled(params);
  useEffect(() => {
    const abort = new AbortController();
    if (isReady)
      send<CallCheck>(toolPath(id, "/check"), settled, abort.signal).then(setCheck, () => undefined);
    return () => abort.abort();
  }, [id, settled, version, isReady]);
  return check;
}

function errorsOf(check: CallCheck | undefined): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { parameterName, message } of check?.errors ?? []) {
    const pointer = pointerOf(parameterName);
    found.set(pointer, [...(found.get(pointer) ?? []), message]);
  }
  return found;
}

/** What the approver will read, and why the risk is what it is. */
function CheckView({
  check,
  isTouched,
}: {
  readonly check: CallCheck | undefined;
  readonly isTouched: boolean;
}): VNode {
  if (check === undefined) return <div id="check" class="check" />;
  const { errors, warnings, rules, summary, risk, needsApproval } = check;
  const ruled = rules.map(({ index, rule }) => {
    const effect = rule.risk === undefined ? "" : ` and raises the risk to ${rule.risk}`;
    return `Rule ${index + 1} applies${effect}${rule.warn === undefined ? "." : `: ${rule.warn.message}`}`;
  });
  const others = warnings.filter(({ message }) => !rules.some(({ rule }) => rule.warn?.message === message));
  return (
    <div id="check" class="check">
      <p class="summary">{summary}</p>
      <p class="soft">
        <RiskBadge risk={risk} /> {needsApproval ? "asks for approval" : "runs without asking"}
        {isTouched && (errors.length === 0 ? " · valid" : ` · ${errors.length} to correct`)}
      </p>
      <ul>
        {[...ruled, ...others.map(({ message }) => message)].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {isTouched &&
        errors
          .filter(({ parameterName }) => parameterName === "")
          .map(({ message }) => (
            <p key={message} class="errors">
              {message}
            </p>
          ))}
    </div>
  );
}
