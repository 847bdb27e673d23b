import { pathWithin } from "../../context/lexical-path.js";
import type { ToolSpec } from "../../tool/tool-spec.js";
import type { AnyTool } from "../../tool/tool.js";
import { clone, define } from "../observe/copy-parameters.js";
import { forEachPlace, redact, redacted } from "../observe/redact.js";
import { visibleText } from "../observe/visible-text.js";

/** Longest value that a summary shows. */
const maxValueLength = 80;

/** Longest summary. */
const maxSummaryLength = 500;

/**
 * One line that tells an approver what a call will do; safe to show wherever its values came from. Paths are shown as
 * seen from the workspace.
 */
export function summarize(tool: AnyTool, params: unknown, workspacePath?: string): string {
  const { spec } = tool.contract;
  const shown = workspacePath === undefined ? params : withShortPaths(spec, params, workspacePath);
  return ownSummary(tool, shown) ?? fillSummary(spec, shown) ?? `Execute ${spec.name}`;
}

/** Canonical paths without the folder that all of them lie in. */
function withShortPaths({ paths = [] }: ToolSpec, params: unknown, workspacePath: string): unknown {
  if (paths.length === 0) return params;
  const copy = clone(params);
  for (const { pointer } of paths) {
    forEachPlace(copy, pointer, (holder, key) => {
      const path: unknown = Reflect.get(holder, key);
      const way = typeof path === "string" ? pathWithin(workspacePath, path) : undefined;
      if (way !== undefined) define(holder, key, way || ".");
    });
  }
  return copy;
}

/** What the tool's own hook says; it is given no sensitive value that it could show. */
function ownSummary(tool: AnyTool, params: unknown): string | undefined {
  if (tool.getExecutionSummary === undefined) return undefined;
  try {
    const { spec } = tool.contract;
    const summary: unknown = tool.getExecutionSummary(
      spec.sensitive === undefined ? params : redact(params, spec),
    );
    return typeof summary === "string" && summary !== "" ? visibleText(summary, maxSummaryLength) : undefined;
  } catch {
    return undefined;
  }
}

/** Fills the `{parameter}` placeholders of a summary. */
function fillSummary(spec: ToolSpec, params: unknown): string | undefined {
  return spec.executionSummary?.replaceAll(/\{([^{}]+)\}/g, (placeholder, name: string) => {
    if (spec.sensitive?.some((pointer) => pointer === `/${name}`)) return redacted;
    const shown = redact(params, spec);
    if (typeof shown !== "object" || shown === null || !Object.hasOwn(shown, name)) return placeholder;
    return showValue(Reflect.get(shown, name));
  });
}

function showValue(value: unknown): string {
  return visibleText(typeof value === "string" ? value : (JSON.stringify(value) ?? ""), maxValueLength);
}
