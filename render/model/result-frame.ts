import {
  isToolResult,
  normalizeResult,
  summarizeResult,
  type ToolArtifact,
  type ToolResult,
  type ToolResultValue,
} from "@toolkiln/runtime";
import { isRecord, readField } from "./read-value.js";

/** A warning about a call, of the validation or of the tool. */
export interface ResultWarning {
  readonly message: string;
  readonly code?: string;
}

/** What can be rendered: a result of the executor, or just data with its kind. */
export type RenderableResult = ToolResult | ToolResultValue;

/** What stands around the data: how it went, and what else is to be told. */
export interface ResultFrame {
  readonly outcome: "success" | "failure" | "none";
  /** The message, or what went wrong. */
  readonly title: string | undefined;
  readonly code: string | undefined;
  /** More about the outcome, such as the summary. */
  readonly detail: string | undefined;
  readonly artifacts: readonly ToolArtifact[];
  readonly warnings: readonly ResultWarning[];
  readonly followUps: readonly string[];
  readonly durationMs: number | undefined;
  readonly hasData: boolean;
  readonly value: ToolResultValue;
}

/** Takes a result apart. */
export function frameOf(result: RenderableResult, warnings: readonly ResultWarning[] = []): ResultFrame {
  const value = normalizeResult(result);
  const hasData = value.data !== undefined && value.data !== null;
  const bare = {
    code: undefined,
    artifacts: [],
    warnings,
    followUps: [],
    durationMs: undefined,
    hasData,
    value,
  };
  if (!isToolResult(result)) {
    return { ...bare, outcome: "none", title: value.summary, detail: undefined };
  }
  const all = [...warnings, ...warningsIn(result.metadata)];
  const rest = {
    artifacts: result.artifacts,
    warnings: all,
    followUps: result.suggestedFollowUps,
    durationMs: result.durationMs > 0 ? result.durationMs : undefined,
    hasData,
    value,
  };
  if (result.success) {
    const detail = result.summary === result.message ? undefined : result.summary;
    return { ...rest, outcome: "success", title: result.message, code: undefined, detail };
  }
  const { message, code } = result.error;
  const detail = result.message === message ? undefined : result.message;
  return { ...rest, outcome: "failure", title: message, code, detail };
}

/** One line about the data; a hostile object may throw while it is looked at. */
export function summaryOf(value: ToolResultValue): string {
  try {
    return summarizeResult(value);
  } catch {
    return value.kind;
  }
}

function warningsIn(metadata: Readonly<Record<string, unknown>> | undefined): ResultWarning[] {
  const found = metadata === undefined ? undefined : readField(metadata, "warnings");
  if (!Array.isArray(found)) return [];
  return found.slice(0, 100).flatMap((warning: unknown) => {
    if (typeof warning === "string") return [{ message: warning }];
    if (!isRecord(warning) || typeof warning["message"] !== "string") return [];
    const { message, code } = warning;
    return [typeof code === "string" ? { message, code } : { message }];
  });
}

/** Results with the most prominent first; equals stay in their order. */
export function byPriority(results: readonly RenderableResult[]): RenderableResult[] {
  const priority = (result: RenderableResult): number => {
    const hint = result.display?.priority;
    return typeof hint === "number" && Number.isFinite(hint) ? hint : 0;
  };
  return results.toSorted((left, right) => priority(right) - priority(left));
}
