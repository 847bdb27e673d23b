import { useEffect, useRef, useState } from "preact/hooks";
import type { Params } from "../protocol.js";

/** The theme that somebody chose, or that of their system. */
export function useTheme(): { readonly theme: "light" | "dark"; readonly toggle: () => void } {
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const [chosen, setChosen] = useState(localStorage.getItem("theme") ?? system);
  const theme = chosen === "dark" ? "dark" : "light";
  document.documentElement.dataset["theme"] = theme;
  const toggle = (): void => {
    const next = theme === "dark" ? "light" : "dark";
    localStorage.setItem("theme", next);
    setChosen(next);
  };
  return { theme, toggle };
}

/** The tool that the address names, so that a reload and the back button keep it. */
export function useChosenTool(): [string, (id: string) => void] {
  const [id, setId] = useState(decodeURIComponent(location.hash.slice(1)));
  useEffect(() => {
    addEventListener("hashchange", () => setId(decodeURIComponent(location.hash.slice(1))));
  }, []);
  return [id, (next) => (location.hash = encodeURIComponent(next))];
}

const nothing: Params = {};

/** The parameters that were filled in, tool by tool. The tab keeps those without secrets over a reload. */
export interface Drafts {
  readonly of: (id: string) => Params;
  readonly change: (id: string, params: Params, hasSecrets: boolean) => void;
}

/** Follows the parameters that were filled in. */
export function useDrafts(): Drafts {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Params>>(() => {
    const kept = JSON.parse(sessionStorage.getItem("drafts") ?? "[]") as [string, Params][];
    return new Map(kept);
  });
  const secret = useRef(new Set<string>());
  useEffect(() => {
    const kept = [...drafts].filter(([id]) => !secret.current.has(id));
    sessionStorage.setItem("drafts", JSON.stringify(kept));
  }, [drafts]);
  return {
    of: (id) => drafts.get(id) ?? nothing,
    change: (id, params, hasSecrets) => {
      if (hasSecrets) secret.current.add(id);
      setDrafts((before) => new Map(before).set(id, params));
    },
  };
}
