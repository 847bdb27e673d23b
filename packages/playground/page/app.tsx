import type { RefObject, VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Catalogue as CatalogueData, Params, Run, ServerEvent, ToolDetail } from "../protocol.js";
import { ApprovalDialog } from "./approval-dialog.js";
import { Catalogue } from "./catalogue.js";
import { History } from "./history.js";
import { useChosenTool, useDrafts, useTheme } from "./preferences.js";
import { send, tell, toolPath, useLoaded, useServerEvents } from "./server-calls.js";
import { SidePanel } from "./side-panel.js";
import { ToolView } from "./tool-view.js";

/** The page: the tools, the chosen one, and what came of its calls. */
export function App(): VNode {
  const [version, setVersion] = useState(0);
  const [runs, update, reloadRuns] = useRuns();
  const { theme, toggle } = useTheme();
  const [chosen, choose] = useChosenTool();
  const drafts = useDrafts();
  const [{ shown, compared }, show] = useState({ shown: "", compared: "" });
  const catalogue = useLoaded<CatalogueData | undefined>("/api/catalogue", version, undefined);
  const loaded = useLoaded<ToolDetail | undefined>(chosen === "" ? "" : toolPath(chosen), version, undefined);
  const detail = loaded?.id === chosen ? loaded : undefined;
  const refresh = (): void => setVersion((before) => before + 1);
  const onEvent = (event: ServerEvent): void => (event.type === "run" ? update(event.run) : refresh());
  const isLive = useServerEvents(onEvent, () => {
    refresh();
    reloadRuns();
  });
  const tool = catalogue?.tools.find(({ id }) => id === chosen);
  const running = runs.find(({ toolId, outcome }) => toolId === chosen && outcome === undefined);
  const shownRun = runs.find(({ id }) => id === shown) ?? runs.find(({ toolId }) => toolId === chosen);
  const help = useRef<HTMLDialogElement>(null);
  const start = async (toolId: string, params: Params): Promise<void> => {
    choose(toolId);
    const run = await send<Run>(toolPath(toolId, "/runs"), params);
    show({ shown: run.id, compared: "" });
  };
  const run = (): void => {
    if (chosen !== "" && running === undefined) void start(chosen, drafts.of(chosen));
  };
  const chooseTool = (id: string): void => {
    choose(id);
    show({ shown: "", compared: "" });
    document.body.classList.remove("menu");
    setTimeout(
      () => document.querySelector<HTMLElement>("#parameters :is(input, textarea, select)")?.focus(),
      200,
    );
  };
  useKeys({
    run,
    cancel: () => running && tell(`/api/runs/${running.id}/cancel`),
    help: () => help.current?.showModal(),
  });
  if (catalogue === undefined) return <p class="empty">Loading…</p>;
  const asking = running?.question &&
    detail?.spec && { question: running.question, spec: detail.spec, id: running.id };
  const scope = tool &&
    detail && {
      tool,
      detail,
      params: drafts.of(chosen),
      running,
      run: shownRun,
      compared,
      theme,
      version,
      isReady: catalogue.executor.status === "ready",
      onParams: (params: Params) => drafts.change(chosen, params, detail.spec?.sensitive !== undefined),
      onRun: run,
    };
  return (
    <>
      <Header
        catalogue={catalogue}
        isLive={isLive}
        theme={theme}
        onTheme={toggle}
        onHelp={() => help.current?.showModal()}
      />
      <aside aria-label="Tools and history">
        <Catalogue catalogue={catalogue} chosen={chosen} onChoose={chooseTool} />
        <History
          runs={runs}
          shown={shownRun?.id ?? ""}
          compared={compared}
          onShow={(past) => {
            choose(past.toolId);
            // What a call was given may be secret, and the tool need not be loaded.
            drafts.change(past.toolId, past.params, true);
            show({ shown: past.id, compared: "" });
          }}
          onReplay={(past) => void start(past.toolId, past.params)}
          onCompare={(id) => show({ shown: shownRun?.id ?? "", compared: id })}
        />
      </aside>
      {scope === undefined ? (
        <Welcome workspace={catalogue.workspace} />
      ) : (
        <main key={chosen}>
          <ToolView {...scope} />
          <SidePanel {...scope} />
        </main>
      )}
      {asking && (
        <ApprovalDialog
          key={asking.id}
          {...asking}
          onDecide={(decision) => tell(`/api/runs/${asking.id}/decision`, decision)}
        />
      )}
      <Help dialog={help} />
    </>
  );
}

interface HeaderProps {
  readonly catalogue: CatalogueData;
  readonly isLive: boolean;
  readonly theme: string;
  readonly onTheme: () => void;
  readonly onHelp: () => void;
}

function Header({
  catalogue: { executor, project, readOnly },
  isLive,
  theme,
  onTheme,
  onHelp,
}: HeaderProps): VNode {
  const state = isLive ? executor.status : "disconnected";
  return (
    <header class="top">
      <button type="button" class="menu-button" onClick={() => document.body.classList.toggle("menu")}>
        Tools
      </button>
      <b>toolkiln</b>
      <span class="soft project">{project}</span>
      {readOnly && <span class="mark">read-only</span>}
      <span class={`live ${state}`} role="status">
        {state === "ready" ? "live" : state} {executor.message}
      </span>
      {executor.status === "failed" && (
        <button type="button" class="small" onClick={() => tell("/api/restart")}>
          Restart
        </button>
      )}
      <button
        type="button"
        class="quiet"
        aria-label={`Use the ${theme === "dark" ? "light" : "dark"} theme`}
        onClick={onTheme}
      >
        {theme === "dark" ? "☀" : "☾"}
      </button>
      <button type="button" class="quiet" aria-label="Keyboard shortcuts" onClick={onHelp}>
        ?
      </button>
    </header>
  );
}

function Welcome({ workspace }: { readonly workspace: string }): VNode {
  return (
    <main class="welcome">
      <h1>Choose a tool</h1>
      <p>
        Press <kbd>/</kbd>, type a few letters, press <kbd>Enter</kbd>.
      </p>
      <p class="soft">
        Tools work in <code>{workspace}</code>
      </p>
    </main>
  );
}

const shortcuts = [
  "/ or Ctrl K: search the tools",
  "↑ ↓ Enter: move through the tools, and choose one",
  "Ctrl Enter: run the tool",
  "Esc: cancel the call, or deny it",
  "← →: move between tabs",
];

function Help({ dialog }: { readonly dialog: RefObject<HTMLDialogElement | null> }): VNode {
  return (
    <dialog ref={dialog} aria-labelledby="help-title">
      <h2 id="help-title">Keyboard shortcuts</h2>
      <ul>
        {shortcuts.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <button type="button" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  );
}

/** The calls of this session, newest first; a function that takes what became of one, and one that loads them again. */
function useRuns(): [runs: readonly Run[], update: (run: Run) => void, reload: () => void] {
  const [version, setVersion] = useState(0);
  const [runs, setRuns] = useState<readonly Run[]>([]);
  const loaded = useLoaded<readonly Run[]>("/api/runs", version, runs);
  useEffect(() => setRuns(loaded), [loaded]);
  const update = (run: Run): void =>
    setRuns((before) => {
      const at = before.findIndex(({ id }) => id === run.id);
      return at < 0 ? [run, ...before] : before.with(at, run);
    });
  return [runs, update, () => setVersion((before) => before + 1)];
}

/** Shortcuts; single letters only where nobody types. */
function useKeys(actions: Readonly<Record<"run" | "cancel" | "help", () => void>>): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    addEventListener("keydown", (event) => {
      const isTyping = event.target instanceof Element && event.target.matches("input, textarea, select");
      const isCommand = event.ctrlKey || event.metaKey;
      if (document.querySelector("dialog[open]") !== null) return;
      if (isCommand && event.key === "Enter") latest.current.run();
      else if (event.key === "Escape") latest.current.cancel();
      else if ((isCommand && event.key === "k") || (event.key === "/" && !isTyping)) {
        document.body.classList.add("menu");
        document.querySelector<HTMLInputElement>("#search")?.select();
      } else if (event.key === "?" && !isTyping) latest.current.help();
      else return;
      event.preventDefault();
    });
  }, []);
}
