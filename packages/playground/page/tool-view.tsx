import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { ToolProgressInit } from "@toolkiln/runtime";
import type { CallCheck, Params, ToolDetail } from "../protocol.js";
import type { ToolScope } from "./app-state.js";
import { duration, RiskBadge, Select, TabList, TimeLeft } from "./controls.js";
import { ParamsForm } from "./form/params-form.js";
import { call, send, useLoaded, useDebounced } from "./server-calls.js";

/** The parameters of the next call of a tool, and a preview of that call. */
export function ToolView(props: ToolScope): VNode {
  const { tool, params, fill } = props;
  const { executor, version } = props.catalogue;
  const { id, name, spec, injected } = tool;
  const [mode, setMode] = useState<"form" | "json">("form");
  const debounced = useDebounced(params);
  const isReady = executor.status === "ready";
  const check = useLoaded(() => (isReady ? call("check", id, debounced) : undefined), [debounced, version]);
  const isTouched = Object.keys(params).length > 0;
  const errors = isTouched ? (check?.errors ?? []) : [];
  const examples = spec?.examples ?? [];
  const change = (value: unknown): void => fill(id, (value ?? {}) as Params);
  const form = { prefix: "form", errors, value: params, onChange: change };
  useEffect(
    () => document.querySelector<HTMLElement>("#parameters :is(input, textarea, select)")?.focus(),
    [],
  );
  return (
    <section class="tool" aria-labelledby="tool-name">
      <header>
        <h1 id="tool-name">{name}</h1>
        <code>{id}</code>
      </header>
      {noticesOf(tool).map((text) => (
        <p key={text} class="notice">
          {text}
        </p>
      ))}
      {spec !== undefined && (
        <>
          <p class="description">{spec.description}</p>
          <div class="form-head">
            <TabList
              label="Parameters as"
              tabs={{ form: "Form", json: "JSON" }}
              selected={mode}
              panel="parameters"
              onSelect={setMode}
            />
            {examples.length > 0 && (
              <Select
                aria-label="Fill in an example"
                options={examples.map(({ title }) => title)}
                placeholder="Examples…"
                onSelect={(position) => change(examples[position]?.params)}
              />
            )}
            <button class="quiet" disabled={!isTouched} onClick={() => change({})}>
              Clear
            </button>
          </div>
          <div id="parameters" role="tabpanel" aria-label="Parameters">
            <ParamsForm {...form} spec={spec} isJson={mode === "json"} />
            {injected.map(({ parameter, key, given }) => (
              <p key={parameter} class="locked">
                <span class="mark">locked</span> <b>{parameter}</b> is supplied by the application as{" "}
                <code>{key}</code>
                {given ? "." : ", which is missing: start the playground with --inject."}
              </p>
            ))}
          </div>
          <div class="run">
            <div id="check" class="check">
              {check && <Check {...check} errors={errors} isTouched={isTouched} />}
            </div>
            <RunControls {...props} />
          </div>
        </>
      )}
    </section>
  );
}

/** Warnings about the tool itself. */
function noticesOf({ deprecated, errors, stale, file, spec }: ToolDetail): readonly string[] {
  const shown = spec === undefined ? "" : " This view shows the last version without errors.";
  const notices = [
    deprecated !== undefined && `Deprecated. ${deprecated}`,
    errors > 0 && `${file} has errors: see Manifest.${shown}`,
    stale && errors === 0 && "The generated code is older than the manifest: run `toolkiln generate`.",
  ];
  return notices.filter((text) => text !== false);
}

/** The summary for the approver, the risk, and the rules that apply. */
function Check(check: CallCheck & { readonly isTouched: boolean }): VNode {
  const { errors, warnings, rules, summary, risk, needsApproval, isTouched } = check;
  const ruleTexts = rules.map(({ index, rule }) => {
    const effect = rule.risk === undefined ? "" : ` and sets the risk to at least ${rule.risk}`;
    return `Rule ${index + 1} applies${effect}${rule.warn === undefined ? "." : `: ${rule.warn.message}`}`;
  });
  const isRule = (message: string): boolean => rules.some(({ rule }) => rule.warn?.message === message);
  const general = errors.filter(({ parameterName }) => parameterName === "");
  const others = [...warnings, ...general].map(({ message }) => message).filter((text) => !isRule(text));
  return (
    <>
      <p class="summary">{summary}</p>
      <p class="soft">
        <RiskBadge risk={risk} /> {needsApproval ? "needs approval" : "runs without approval"}
        {isTouched && (errors.length === 0 ? " · valid" : ` · invalid: ${errors.length}`)}
      </p>
      <ul>
        {[...ruleTexts, ...others].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );
}

function RunControls({ tool, params, running: run, start }: ToolScope): VNode {
  const progress: Partial<ToolProgressInit> = run?.progress ?? {};
  const { message, currentOperation, estimatedRemainingMs, percentComplete: percent } = progress;
  const facts = [
    message,
    currentOperation,
    percent !== undefined && `${Math.round(percent)} %`,
    estimatedRemainingMs !== undefined && `${duration(estimatedRemainingMs)} left`,
  ];
  return (
    <>
      <div class="buttons">
        <button class="primary" disabled={run !== undefined} onClick={() => void start(tool.id, params)}>
          Run <kbd>Ctrl ↵</kbd>
        </button>
        <button disabled={run === undefined} onClick={() => run && send("cancel", run.id)}>
          Cancel <kbd>Esc</kbd>
        </button>
        <span class="soft deadline">
          {run === undefined && `timeout: ${duration(tool.timeout)}`}
          {run &&
            (run.approvalRequest
              ? "waiting for approval"
              : ["time left ", <TimeLeft until={run.deadline} />])}
        </span>
      </div>
      <progress class={run ? "" : "idle"} aria-label="Progress" max={100} value={run ? percent : 0} />
      <p class="soft progress" role="status">
        {facts.filter(Boolean).join(" · ")}
      </p>
    </>
  );
}
