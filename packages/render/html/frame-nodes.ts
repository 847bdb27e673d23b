import { formatSize } from "@toolkiln/runtime/kinds";
import { count, formatDuration } from "../model/format-value.js";
import type { ResultFrame, ShownArtifact } from "../model/result-frame.js";
import { element, styled, type HtmlElement, type HtmlNode } from "./html-node.js";

const maxArtifacts = 50;
const maxFollowUps = 20;
const maxMessage = 4_000;

/** How it went. */
export function headNodes({ outcome, title, code, detail }: ResultFrame): HtmlNode[] {
  if (title === undefined || title === "") return [];
  const marks = {
    success: [element("span", { class: "tk-mark", role: "img", "aria-label": "Success" }, "✓")],
    failure: [element("span", { class: "tk-mark", role: "img", "aria-label": "Failure" }, "✗")],
    none: [],
  };
  const more =
    detail === undefined || detail === "" ? [] : [styled("div", "tk-detail", detail.slice(0, maxMessage))];
  const codes = code === undefined ? [] : [" ", styled("span", "tk-badge", code)];
  const text = element("div", { class: "tk-title", dir: "auto" }, title.slice(0, maxMessage), ...codes);
  return [styled("header", "tk-head", ...marks[outcome], element("div", {}, text, ...more))];
}

/** What else is shown: artifacts, warnings, what to do next, how long it took. */
export function footNodes({ artifacts, warnings, followUps, durationMs }: ResultFrame): HtmlNode[] {
  const parts: HtmlNode[] = [
    ...artifactNodes(artifacts),
    ...warnings.map(({ message, code }) =>
      styled(
        "div",
        "tk-warning",
        `⚠ ${message}`,
        ...(code === undefined ? [] : [" ", element("code", {}, code)]),
      ),
    ),
    ...followUpNodes(followUps),
    ...(durationMs === undefined ? [] : [styled("div", "tk-duration", formatDuration(durationMs))]),
  ];
  return parts.length === 0 ? [] : [styled("footer", "tk-foot", ...parts)];
}

function artifactNodes(artifacts: readonly ShownArtifact[]): HtmlNode[] {
  if (artifacts.length === 0) return [];
  const items = artifacts.slice(0, maxArtifacts).map(artifactNode);
  const rest = artifacts.length - items.length;
  const note = rest > 0 ? [styled("li", "tk-note", `… ${count(rest, "more artifact")}`)] : [];
  return [element("ul", { "aria-label": "Artifacts" }, ...items, ...note)];
}

function artifactNode({ action, path, type, size, description }: ShownArtifact): HtmlElement {
  const facts = [type, size === undefined ? undefined : formatSize(size), description];
  return styled(
    "li",
    "tk-artifact",
    styled("span", "tk-badge", action),
    styled("span", "tk-path", path),
    styled("span", "tk-size", facts.filter((fact) => fact !== undefined).join(", ")),
  );
}

function followUpNodes(followUps: readonly string[]): HtmlNode[] {
  if (followUps.length === 0) return [];
  const items = followUps.slice(0, maxFollowUps).map((step) => element("li", {}, step));
  return [styled("div", "tk-next", element("strong", {}, "Next"), element("ul", {}, ...items))];
}
