import { useEffect, useState } from "preact/hooks";
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

/** The parameters that were filled in, tool by tool; they stay until the tab is closed. */
export function useDrafts(): [draftOf: (id: string) => Params, change: (id: string, params: Params) => void] {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Params>>(() => {
    const kept = JSON.parse(sessionStorage.getItem("drafts") ?? "[]") as [string, Params][];
    return new Map(kept);
  });
  useEffect(() => sessionStorage.setItem("drafts", JSON.stringify([...drafts])), [drafts]);
  return [
    (id) => drafts.get(id) ?? nothing,
    (id, params) => setDrafts((before) => new Map(before).set(id, params)),
  ];
}
