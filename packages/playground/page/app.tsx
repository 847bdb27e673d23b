import { render, type VNode } from "preact";
import { useEffect } from "preact/hooks";
import { useAppState, useServer, type AppState, type ServerState } from "./app-state.js";
import { ApprovalDialog } from "./approval-dialog.js";
import { Catalogue, History } from "./catalogue.js";
import { send } from "./server-calls.js";
import { SidePanel } from "./side-panel.js";
import { ToolView } from "./tool-view.js";

function App(): VNode {
  const server = useServer();
  return server === undefined ? <p class="empty">Loading…</p> : <Page {...server} />;
}

function Page(server: ServerState): VNode {
  const app = useAppState(server);
  useKeys(app);
  const { tool, running } = app;
  return (
    <>
      <Header {...app} />
      <aside aria-label="Tools and history">
        <Catalogue {...app} />
        <History {...app} />
      </aside>
      {tool === undefined ? (
        <Welcome {...app} />
      ) : (
        <main key={tool.id}>
          <ToolView {...app} tool={tool} />
          <SidePanel {...app} tool={tool} />
        </main>
      )}
      {running?.approvalRequest && tool?.spec && (
        <ApprovalDialog
          key={running.id}
          id={running.id}
          approvalRequest={running.approvalRequest}
          spec={tool.spec}
        />
      )}
    </>
  );
}

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
    </header>
  );
}

function Welcome({ catalogue }: AppState): VNode {
  return (
    <main class="welcome">
      <h1>Choose a tool</h1>
      <p class="soft">
        Tools work in <code>{catalogue.workspace}</code>
      </p>
      <p aria-label="Keyboard shortcuts">
        <kbd>/</kbd> search · <kbd>↑</kbd> <kbd>↓</kbd> <kbd>Enter</kbd> choose · <kbd>Ctrl Enter</kbd> run ·{" "}
        <kbd>Esc</kbd> cancel or deny
      </p>
    </main>
  );
}

/** Keyboard shortcuts; `/` is ignored in text inputs. */
function useKeys({ selected, running, params, start }: AppState): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof Element && event.target.matches("input, textarea, select");
      const isCommand = event.ctrlKey || event.metaKey;
      if (document.querySelector("dialog[open]") !== null) return;
      if (isCommand && event.key === "Enter" && selected !== "" && !running) void start(selected, params);
      else if (event.key === "Escape" && running) send("cancel", running.id);
      else if ((isCommand && event.key === "k") || (event.key === "/" && !isTyping)) {
        document.body.classList.add("menu");
        document.querySelector<HTMLInputElement>("#search")?.select();
      } else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  });
}

const root = document.querySelector("#root");
if (root !== null) render(<App />, root);
