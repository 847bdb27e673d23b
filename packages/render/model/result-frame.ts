import {
  isToolResult,
  ToolResult,
  type ApprovalRequest,
  type ContentPart,
  type DisplayHints,
} from "@toolkiln/runtime";
import {
  type FlatResultValue,
  type AnyResultValue,
  describePart,
  formatSize,
  normalizeResult,
  summarizeResult,
} from "@toolkiln/runtime/kinds";
import { count, formatDuration } from "./format-value.js";
import { showHidden } from "./hidden-characters.js";
import { isRecord, presentFields, resultFromJson, type ResultJson } from "@toolkiln/runtime/json";
import { listOf, optionalText, readField, textOf } from "./read-value.js";

const maxErrors = 50;
const maxArtifacts = 50;
const maxFollowUps = 20;

/** A warning from validation or from the tool. */
export interface ResultWarning {
  readonly message: string;
  readonly code?: string;
}

interface ShownArtifact {
  readonly action: string;
  readonly path: string;
  /** Its type, size and description. */
  readonly facts: string;
}

/** A renderable value: an executor result, or data with its kind, also in the old flat form. */
export type RenderableResult = ToolResult | ResultJson | AnyResultValue | FlatResultValue;

/** The parts around the data: outcome, warnings, artifacts, next steps. */
export interface ResultFrame {
  readonly outcome: "success" | "failure" | "none";
  /** The message or the error. */
  readonly title?: string | undefined;
  readonly code?: string | undefined;
  /** More about the outcome, such as the summary. */
  readonly detail?: string | undefined;
  /** The data and the content parts, each with its kind. */
  readonly values: readonly AnyResultValue[];
  readonly artifacts: readonly ShownArtifact[];
  /** A note with the number of artifacts that are not shown. */
  readonly artifactNotes: readonly string[];
  readonly warnings: readonly ResultWarning[];
  readonly followUps: readonly string[];
  readonly duration?: string | undefined;
}

/** Splits a result, also one in JSON form, into its parts. */
export function frameOf(given: RenderableResult, warnings: readonly ResultWarning[] = []): ResultFrame {
  const result = isResultJson(given) ? resultFromJson(given) : given;
  const value = cleanValue(normalizeResult(result));
  const hasData = value.data !== undefined && value.data !== null;
  const values = hasData ? [value] : [];
  if (!isToolResult(result)) return { ...emptyFrame, warnings, values, title: optionalText(value.summary) };
  const { suggestedFollowUps, durationMs, metadata, content } = result;
  const artifacts = listOf(result.artifacts).filter(isRecord);
  const moreArtifacts = artifacts.length - maxArtifacts;
  const head = headOf(result, value, hasData);
  const parts = listOf(content).filter(isPart).map(valueOfPart);
  return {
    ...head,
    values: [...(head.values ?? values), ...parts],
    artifacts: artifacts.slice(0, maxArtifacts).map(artifactOf),
    artifactNotes: moreArtifacts > 0 ? [`… ${count(moreArtifacts, "more artifact")}`] : [],
    warnings: [
      ...warnings,
      ...warningsIn(result.warnings),
      ...warningsIn(metadata && readField(metadata, "warnings")),
    ],
    followUps: listOf(suggestedFollowUps).slice(0, maxFollowUps).map(textOf),
    duration: typeof durationMs === "number" && durationMs > 0 ? formatDuration(durationMs) : undefined,
  };
}

const emptyFrame = { outcome: "none", artifacts: [], artifactNotes: [], followUps: [] } as const;

/** An approval request from the executor or a framework adapter. */
export interface RenderableApproval extends Pick<
  ApprovalRequest,
  "toolName" | "summary" | "risk" | "warnings" | "params"
> {
  /** The parameters that the approver may change. */
  readonly editable?: readonly string[];
}

/** What an approver must see: the action, its risk and its parameters. */
export function approvalFrame(request: RenderableApproval): ResultFrame {
  const { toolName, summary, risk, warnings, params, editable = [] } = request;
  return {
    ...emptyFrame,
    title: textOf(summary),
    code: `${risk} risk`,
    detail: textOf(toolName),
    warnings: warningsIn(warnings),
    followUps: editable.length > 0 ? [`approve, deny, or edit ${editable.join(", ")}`] : [],
    values:
      isRecord(params) && Object.keys(params).length > 0
        ? [{ kind: "structured", data: params, display: { preferredView: "tree" } }]
        : [],
  };
}

type FrameHead = Pick<ResultFrame, "outcome" | "title" | "code" | "detail"> & Partial<ResultFrame>;

function headOf(result: ToolResult, value: AnyResultValue, hasData: boolean): FrameHead {
  if (result.success) return { outcome: "success", ...successHead(result, value, hasData) };
  const { message, code } = result.error;
  const invalid = code === "ValidationFailed" ? invalidParameters(result.data) : undefined;
  // `detail` lists the invalid parameters, which are all the data.
  if (invalid !== undefined)
    return { outcome: "failure", title: textOf(result.message), code, detail: invalid, values: [] };
  const detail = result.message === message ? undefined : optionalText(result.message);
  return { outcome: "failure", title: textOf(message), code: optionalText(code), detail };
}

function isResultJson(value: RenderableResult): value is RenderableResult & ResultJson {
  return !isToolResult(value) && typeof readField(value, "success") === "boolean" && "message" in value;
}

function isPart(part: unknown): part is ContentPart {
  return isRecord(part) && typeof part["type"] === "string";
}

function valueOfPart(part: ContentPart): AnyResultValue {
  if (part.type === "image") {
    const { data: base64, mimeType, name: alt } = part;
    return cleanValue({ kind: "image", data: presentFields({ base64, alt }), mimeType });
  }
  return { kind: "text", data: { content: describePart(part) } };
}

/** The default message; a summary of the data is more useful. */
const defaultMessage = ToolResult.succeeded(undefined).message;

function successHead(
  { message, summary }: ToolResult,
  value: AnyResultValue,
  hasData: boolean,
): Pick<ResultFrame, "title" | "detail"> {
  if (message !== defaultMessage) {
    return { title: textOf(message), detail: summary === message ? undefined : optionalText(summary) };
  }
  const fallback = hasData && value.kind !== "text" ? summaryOf(value) : textOf(message);
  return { title: optionalText(summary) ?? fallback };
}

function invalidParameters(data: unknown): string | undefined {
  const errors = isRecord(data) ? listOf(readField(data, "errors")).filter(isRecord) : [];
  if (errors.length === 0) return undefined;
  const lines = errors.slice(0, maxErrors).map(({ parameterName, message }) => {
    const text = showHidden(textOf(message), "show");
    return parameterName === undefined || parameterName === ""
      ? text
      : `${showHidden(textOf(parameterName), "show")}: ${text}`;
  });
  return textOf(lines.join("\n"));
}

/** One line about the data, or its kind if reading the data throws. */
export function summaryOf(value: AnyResultValue): string {
  try {
    return textOf(summarizeResult(value));
  } catch {
    return value.kind;
  }
}

function warningsIn(found: unknown): ResultWarning[] {
  if (!Array.isArray(found)) return [];
  return found.slice(0, 100).flatMap((warning: unknown) => {
    if (typeof warning === "string") return [{ message: warning }];
    if (!isRecord(warning) || typeof warning["message"] !== "string") return [];
    const { message, code = warning["warningCode"] } = warning;
    return [typeof code === "string" ? { message, code } : { message }];
  });
}

/** Sorts results by priority; the sort is stable. */
export function byPriority(result: RenderableResult | readonly RenderableResult[]): RenderableResult[] {
  const results = isList(result) ? result : [result];
  const priority = (result: RenderableResult): number => {
    const hint = result.display?.priority;
    return typeof hint === "number" && Number.isFinite(hint) ? hint : 0;
  };
  return results.toSorted((left, right) => priority(right) - priority(left));
}

function isList(
  result: RenderableResult | readonly RenderableResult[],
): result is readonly RenderableResult[] {
  return Array.isArray(result);
}

function artifactOf({ type, path, action, size, description }: Record<string, unknown>): ShownArtifact {
  const bytes = typeof size === "number" && size >= 0 ? formatSize(size) : undefined;
  const facts = [textOf(type), bytes, typeof description === "string" ? description : undefined];
  return {
    action: textOf(action),
    path: textOf(path),
    facts: facts.filter((fact) => fact !== undefined).join(", "),
  };
}

function cleanValue({ kind, data, summary, mimeType, display }: AnyResultValue): AnyResultValue {
  return {
    kind: textOf(kind),
    data,
    summary: optionalText(summary),
    mimeType: typeof mimeType === "string" ? mimeType : undefined,
    display: isRecord(display) ? cleanHints(display) : undefined,
  };
}

function cleanHints({ preferredView, language, collapsed, maxHeight, priority, fieldTypes }: DisplayHints) {
  return {
    ...(typeof preferredView === "string" && { preferredView }),
    ...(typeof language === "string" && { language }),
    ...(typeof collapsed === "boolean" && { collapsed }),
    ...(typeof maxHeight === "number" && { maxHeight }),
    ...(typeof priority === "number" && { priority }),
    ...(isRecord(fieldTypes) && { fieldTypes }),
  };
}
