import { useEffect, useState } from "preact/hooks";
import type { Catalogue, Params, Run, ToolDetail } from "../protocol.js";
import { call, useLoaded } from "./server-calls.js";

export interface ServerState {
  readonly catalogue: Catalogue;
  readonly isLive: boolean;
  readonly runs: readonly Run[];
}

export interface AppState extends ServerState {
  /** The id of the selected tool, its details once they are loaded, and the parameters of its next call. */
  readonly selected: string;
  readonly tool: ToolDetail | undefined;
  readonly params: Params;
  /** The running or waiting call of the selected tool. */
  readonly running: Run | undefined;
  /** The displayed call, and the id of the call to compare it with. */
  readonly shown: Run | undefined;
  readonly compared: string;
  readonly select: (toolId: string) => void;
  readonly fill: (toolId: string, params: Params) => void;
  readonly start: (toolId: string, params: Params) => Promise<void>;
  readonly show: (run: Run, compared?: string) => void;
}

export type ToolScope = AppState & { readonly tool: ToolDetail };

const noParams: Params = {};

/** The state that all views share, derived from the server's state. */
export function useAppState(server: ServerState): AppState {
  const { catalogue, runs } = server;
  const [selected, setSelected] = useState(selectedTool);
  const [drafts, setDrafts] = useState<Readonly<Record<string, Params>>>({});
  const [{ id, compared }, setShown] = useState({ id: "", compared: "" });
  useEffect(() => addEventListener("hashchange", () => setSelected(selectedTool)), []);
  const load = (): Promise<ToolDetail> | undefined => (selected === "" ? undefined : call("tool", selected));
  const loaded = useLoaded(load, [selected, catalogue.version]);
  const select = (toolId: string): void => {
    location.hash = encodeURIComponent(toolId);
    setShown({ id: "", compared: "" });
    document.body.classList.remove("menu");
  };
  const fill = (toolId: string, params: Params): void =>
    setDrafts((before) => ({ ...before, [toolId]: params }));
  return {
    ...server,
    selected,
    compared,
    select,
    fill,
    tool: loaded?.id === selected ? loaded : undefined,
    params: drafts[selected] ?? noParams,
    running: runs.find(({ toolId, outcome }) => toolId === selected && outcome === undefined),
    shown: runs.find((run) => run.id === id) ?? runs.find(({ toolId }) => toolId === selected),
    async start(toolId, params) {
      select(toolId);
      const run = await call("run", toolId, params);
      setShown({ id: run.id, compared: "" });
    },
    show(run, other = "") {
      select(run.toolId);
      fill(run.toolId, run.params);
      setShown({ id: run.id, compared: other });
    },
  };
}

/** The tool id in the URL hash, so that reload and the back button work. */
function selectedTool(): string {
  return decodeURIComponent(location.hash.slice(1));
}

/** Subscribes to server events while the page is visible: browsers allow only six connections to a server. */
export function useServer(): ServerState | undefined {
  const [isLive, setLive] = useState(false);
  const [catalogue, setCatalogue] = useState<Catalogue>();
  const [runs, setRuns] = useState<readonly Run[]>([]);
  useEffect(() => {
    let source: EventSource | undefined;
    const subscribe = (): void => {
      source?.close();
      if (document.hidden) return;
      source = new EventSource("/api/events");
      source.addEventListener("open", () => setLive(true));
      source.addEventListener("error", () => setLive(false));
      source.addEventListener("catalogue", ({ data }: MessageEvent<string>) =>
        setCatalogue(JSON.parse(data) as Catalogue),
      );
      source.addEventListener("run", ({ data }: MessageEvent<string>) => {
        const run = JSON.parse(data) as Run;
        setRuns((before) =>
          [run, ...before.filter(({ id }) => id !== run.id)].toSorted((a, b) => b.startedAt - a.startedAt),
        );
      });
    };
    subscribe();
    document.addEventListener("visibilitychange", subscribe);
  }, []);
  return catalogue && { catalogue, runs, isLive };
}
