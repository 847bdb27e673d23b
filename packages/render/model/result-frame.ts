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
import {
  isRecord,
  presentFields,
  resultFromJson,
  toPlainValue,
  type ResultJson,
} from "@toolkiln/runtime/json";
import { formatDuration, more } from "./format-value.js";
import { showHidden } from "./hidden-characters.js";
import { inlineJson } from "./tree-model.js";

const maxMessage = 4_000;
const maxWarnings = 100;
const maxErrors = 50;
const maxArtifacts = 50;
const maxFollowUps = 20;

/** A renderable value: an executor result, or data with its kind, including the old flat format. */
export type RenderableResult = ToolResult | ResultJson | AnyResultValue | FlatResultValue;

/** The parts of a result: outcome, data, warnings, artifacts, next steps. */
export interface ResultFrame {
  readonly outcome: "success" | "failure" | "none";
  /** The message or the error. */
  readonly title?: string | undefined;
  readonly code?: string | undefined;
  /** More about the outcome, such as the summary. */
  readonly detail?: string | undefined;
  /** The data and the content parts, each with its kind. */
  readonly values: readonly AnyResultValue[];
  /** `facts` are the type, size and description. */
  readonly artifacts: readonly { readonly action: string; readonly path: string; readonly facts: string }[];
  /** A note with the number of artifacts that are not shown. */
  readonly artifactNotes: readonly string[];
  /** Warnings from validation or from the tool. */
  readonly warnings: readonly { readonly message: string; readonly code: string | undefined }[];
  readonly followUps: readonly string[];
  readonly duration?: string | undefined;
}

/** Splits a result, or its JSON form, into its parts. */
export function frameOf(given: RenderableResult): ResultFrame {
  const result = isResultJson(given) ? resultFromJson(given) : given;
  const value = cleanValue(normalizeResult(result));
  const hasData = value.data !== undefined && value.data !== null;
  const values = hasData ? [value] : [];
  if (!isToolResult(result)) return { ...emptyFrame, values, title: optionalText(value.summary) };
  const { suggestedFollowUps, durationMs, content } = result;
  const artifacts = listOf(result.artifacts).filter(isRecord);
  const head = headOf(result, value, hasData);
  const parts = listOf(content).filter(isPart).map(valueOfPart);
  return {
    ...head,
    values: [...(head.values ?? values), ...parts],
    artifacts: artifacts.slice(0, maxArtifacts).map(artifactOf),
    artifactNotes: more(artifacts.length - maxArtifacts, "artifact"),
    warnings: warningsIn(result.warnings),
    followUps: listOf(suggestedFollowUps).slice(0, maxFollowUps).map(textOf),
    duration: typeof durationMs === "number" && durationMs > 0 ? formatDuration(durationMs) : undefined,
  };
}

const emptyFrame = {
  outcome: "none",
  artifacts: [],
  artifactNotes: [],
  warnings: [],
  followUps: [],
} as const;

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
  // The data lists only the invalid parameters, which `detail` already shows.
  if (invalid !== undefined)
    return { outcome: "failure", title: textOf(result.message), code, detail: invalid, values: [] };
  const detail = result.message === message ? undefined : optionalText(result.message);
  return { outcome: "failure", title: textOf(message), code: optionalText(code), detail };
}

function isResultJson(value: RenderableResult): value is RenderableResult & ResultJson {
  return (
    !isToolResult(value) && "success" in value && typeof value.success === "boolean" && "message" in value
  );
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
  if (message !== defaultMessage)
    return { title: textOf(message), detail: summary === message ? undefined : optionalText(summary) };
  // Text and numbers would only appear twice; the summary of empty text is empty.
  const isSummarized = hasData && value.kind !== "text" && typeof value.data === "object";
  const fallback = isSummarized ? summaryOf(value) : textOf(message);
  return { title: optionalText(summary) ?? fallback };
}

function invalidParameters(data: unknown): string | undefined {
  const plain = toPlainValue(data);
  const errors = isRecord(plain) ? listOf(plain["errors"]).filter(isRecord) : [];
  const lines = errors.slice(0, maxErrors).map(({ parameterName, message }) => {
    const parts = [parameterName || undefined, message].filter((part) => part !== undefined);
    return parts.map((part) => showHidden(textOf(part), "show")).join(": ");
  });
  return lines.length === 0 ? undefined : textOf(lines.join("\n"));
}

/** One line about the data. */
export function summaryOf(value: AnyResultValue): string {
  return textOf(summarizeResult(value));
}

function warningsIn(found: unknown): ResultFrame["warnings"] {
  const warnings = listOf(found).slice(0, maxWarnings).filter(isRecord);
  return warnings.map(({ message, code, warningCode }) => ({
    message: textOf(message),
    code: optionalText(code ?? warningCode),
  }));
}

/** Sorts results by priority; the sort is stable. */
export function byPriority(result: RenderableResult | readonly RenderableResult[]): RenderableResult[] {
  const priorityOf = ({ display }: RenderableResult): number =>
    typeof display?.priority === "number" ? display.priority : 0;
  return [result].flat().toSorted((left, right) => priorityOf(right) - priorityOf(left));
}

/** Text of limited length. Checks the type: a tool may be plain JavaScript. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value.slice(0, maxMessage) : inlineJson(value);
}

function optionalText(value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : textOf(value);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function artifactOf(artifact: Record<string, unknown>): ResultFrame["artifacts"][number] {
  const { type, path, action, size, description } = artifact;
  const bytes = typeof size === "number" && size >= 0 ? formatSize(size) : undefined;
  const facts = [textOf(type), bytes, optionalText(description)].filter((fact) => fact !== undefined);
  return { action: textOf(action), path: textOf(path), facts: facts.join(", ") };
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
    ...(typeof maxHeight === "number" && maxHeight >= 1 && { maxHeight: Math.floor(maxHeight) }),
    ...(typeof priority === "number" && { priority }),
    ...(isRecord(fieldTypes) && { fieldTypes }),
  };
}
