import { render, type VNode } from "preact";
import { useEffect } from "preact/hooks";
import { useAppState, type AppState } from "./app-state.js";
import { ApprovalDialog } from "./approval-dialog.js";
import { Catalogue } from "./catalogue.js";
import { History } from "./history.js";
import { tell } from "./server-calls.js";
import { SidePanel } from "./side-panel.js";
import { ToolView } from "./tool-view.js";

/** The page: the tools, the chosen one, and the results of its calls. */
function App(): VNode {
  const app = useAppState();
  useKeys(app);
  const { catalogue, tool, running } = app;
  if (catalogue.version === 0) return <p class="empty">Loading…</p>;
  return (
    <>
      <Header {...app} />
      <aside aria-label="Tools and history">
        <Catalogue {...app} />
        <History {...app} />
      </aside>
      {tool === undefined ? (
        <main class="welcome">
          <h1>Choose a tool</h1>
          <p>
            Press <kbd>/</kbd>, type a few letters, press <kbd>Enter</kbd>.
          </p>
          <p class="soft">
            Tools work in <code>{catalogue.workspace}</code>
          </p>
        </main>
      ) : (
        <main key={tool.id}>
          <ToolView {...app} tool={tool} />
          <SidePanel {...app} tool={tool} />
        </main>
      )}
      {running?.question && tool?.spec && (
        <ApprovalDialog key={running.id} id={running.id} question={running.question} spec={tool.spec} />
      )}
      <dialog id="help" popover="auto" aria-label="Keyboard shortcuts">
        <h2>Keyboard shortcuts</h2>
        <dl>
          {shortcuts.map(([keys, action]) => (
            <div key={keys}>
              <dt>{keys}</dt> <dd>{action}</dd>
            </div>
          ))}
        </dl>
      </dialog>
    </>
  );
}

const shortcuts = [
  ["/ or Ctrl K", "search the tools"],
  ["↑ ↓ Enter", "move through the tools, choose one"],
  ["Ctrl Enter", "run the tool"],
  ["Esc", "cancel the call, or deny it"],
  ["← →", "move between tabs"],
] as const;

function Header({ catalogue: { executor, project, readOnly }, isLive }: AppState): VNode {
  const state = isLive ? executor.status : "disconnected";
  return (
    <header class="top">
      <button class="menu-button" onClick={() => document.body.classList.toggle("menu")}>
        Tools
      </button>
      <b>toolkiln</b>
      <span class="soft project">{project}</span>
      {readOnly && <span class="mark">read-only</span>}
      <span class={`live ${state}`} role="status">
        {state === "ready" ? "live" : state} {executor.message}
      </span>
      <button class="quiet" popovertarget="help" aria-label="Keyboard shortcuts">
        ?
      </button>
    </header>
  );
}

/** Shortcuts; single letters only where nobody types. */
function useKeys({ chosen, running, params, start }: AppState): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof Element && event.target.matches("input, textarea, select");
      const isCommand = event.ctrlKey || event.metaKey;
      if (document.querySelector("dialog:is([open], :popover-open)") !== null) return;
      if (isCommand && event.key === "Enter" && chosen !== "" && running === undefined)
        void start(chosen, params);
      else if (event.key === "Escape" && running !== undefined) tell("cancel", running.id);
      else if ((isCommand && event.key === "k") || (event.key === "/" && !isTyping)) {
        document.body.classList.add("menu");
        document.querySelector<HTMLInputElement>("#search")?.select();
      } else if (event.key === "?" && !isTyping) document.querySelector<HTMLElement>("#help")?.showPopover();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  });
}

const root = document.querySelector("#root");
if (root !== null) render(<App />, root);
