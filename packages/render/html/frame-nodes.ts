import type { ResultFrame } from "../model/result-frame.js";
import { element, styled, type HtmlNode } from "./html-node.js";

const marks = {
  success: [element("span", { class: "tk-mark", role: "img", "aria-label": "Success" }, "✓")],
  failure: [element("span", { class: "tk-mark", role: "img", "aria-label": "Failure" }, "✗")],
  none: [],
};

/** The header: outcome, title, code and detail. */
export function headNodes({ outcome, title = "", code, detail = "" }: ResultFrame): HtmlNode[] {
  if (title === "") return [];
  const more = detail === "" ? [] : [styled("div", "tk-detail", detail)];
  const codes = code === undefined ? [] : [" ", styled("span", "tk-badge", code)];
  const text = element("div", { class: "tk-title", dir: "auto" }, title, ...codes);
  return [styled("header", "tk-head", ...marks[outcome], element("div", {}, text, ...more))];
}

/** The footer: artifacts, warnings, next steps and duration. */
export function footNodes(frame: ResultFrame): HtmlNode[] {
  const { warnings, followUps, duration } = frame;
  const parts: HtmlNode[] = [
    ...artifactNodes(frame),
    ...warnings.map(({ message, code }) => {
      const codes = code === undefined ? [] : [" ", element("code", {}, code)];
      return styled("div", "tk-warning", `⚠ ${message}`, ...codes);
    }),
  ];
  if (followUps.length > 0) {
    const steps = element("ul", {}, ...followUps.map((step) => element("li", {}, step)));
    parts.push(styled("div", "tk-next", element("strong", {}, "Next"), steps));
  }
  if (duration !== undefined) parts.push(styled("div", "tk-duration", duration));
  return parts.length === 0 ? [] : [styled("footer", "tk-foot", ...parts)];
}

function artifactNodes({ artifacts, artifactNotes }: ResultFrame): HtmlNode[] {
  if (artifacts.length === 0) return [];
  const items = artifacts.map(({ action, path, facts }) => {
    const fields = { "tk-badge": action, "tk-path": path, "tk-size": facts };
    const spans = Object.entries(fields).map(([name, text]) => styled("span", name, text));
    return styled("li", "tk-artifact", ...spans);
  });
  const notes = artifactNotes.map((note) => styled("li", "tk-note", note));
  return [element("ul", { "aria-label": "Artifacts" }, ...items, ...notes)];
}
