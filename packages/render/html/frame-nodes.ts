import { count, formatDuration } from "../model/format-value.js";
import type { ResultFrame } from "../model/result-frame.js";
import { element, styled, type HtmlNode } from "./html-node.js";

const marks = {
  success: [element("span", { class: "tk-mark", role: "img", "aria-label": "Success" }, "✓")],
  failure: [element("span", { class: "tk-mark", role: "img", "aria-label": "Failure" }, "✗")],
  none: [],
};

/** The outcome. */
export function headNodes({ outcome, title = "", code, detail = "" }: ResultFrame): HtmlNode[] {
  if (title === "") return [];
  const more = detail === "" ? [] : [styled("div", "tk-detail", detail)];
  const codes = code === undefined ? [] : [" ", styled("span", "tk-badge", code)];
  const text = element("div", { class: "tk-title", dir: "auto" }, title, ...codes);
  return [styled("header", "tk-head", ...marks[outcome], element("div", {}, text, ...more))];
}

/** The footer: artifacts, warnings, next steps and duration. */
export function footNodes(frame: ResultFrame): HtmlNode[] {
  const { warnings, followUps, durationMs } = frame;
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
  if (durationMs !== undefined) parts.push(styled("div", "tk-duration", formatDuration(durationMs)));
  return parts.length === 0 ? [] : [styled("footer", "tk-foot", ...parts)];
}

function artifactNodes({ artifacts, moreArtifacts }: ResultFrame): HtmlNode[] {
  if (artifacts.length === 0) return [];
  const items = artifacts.map(({ action, path, facts }) => {
    const badge = styled("span", "tk-badge", action);
    return styled(
      "li",
      "tk-artifact",
      badge,
      styled("span", "tk-path", path),
      styled("span", "tk-size", facts),
    );
  });
  if (moreArtifacts > 0) items.push(styled("li", "tk-note", `… ${count(moreArtifacts, "more artifact")}`));
  return [element("ul", { "aria-label": "Artifacts" }, ...items)];
}
