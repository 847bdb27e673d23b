import { isToolResult, type ContentPart, type DisplayHints, ToolResult } from "@toolkiln/runtime";
import {
  type FlatResultValue,
  type AnyResultValue,
  describePart,
  normalizeResult,
  summarizeResult,
} from "@toolkiln/runtime/kinds";
import { showHidden } from "./hidden-characters.js";
import { isRecord, resultFromJson, type ResultJson } from "@toolkiln/runtime/json";
import { readField, readText } from "./read-value.js";

const maxErrors = 50;

/** A warning about a call, of the validation or of the tool. */
export interface ResultWarning {
  readonly message: string;
  readonly code?: string;
}

/** What is shown of an artifact. */
export interface ShownArtifact {
  readonly type: string;
  readonly path: string;
  readonly action: string;
  readonly size?: number;
  readonly description?: string;
}

/** What can be rendered: a result of the executor, or just data with its kind, also in the old flat form. */
export type RenderableResult = ToolResult | ResultJson | AnyResultValue | FlatResultValue;

/** What is shown around the data: the outcome, warnings, artifacts, next steps. */
export interface ResultFrame {
  readonly outcome: "success" | "failure" | "none";
  /** The message, or what went wrong. */
  readonly title: string | undefined;
  readonly code: string | undefined;
  /** More about the outcome, such as the summary. */
  readonly detail: string | undefined;
  readonly artifacts: readonly ShownArtifact[];
  readonly warnings: readonly ResultWarning[];
  readonly followUps: readonly string[];
  readonly durationMs: number | undefined;
  readonly hasData: boolean;
  readonly value: AnyResultValue;
  /** The parts of the result's content, each as data of a kind. */
  readonly parts: readonly AnyResultValue[];
}

/** Takes a result apart; one that was written as JSON is a result, too. */
export function frameOf(given: RenderableResult, warnings: readonly ResultWarning[] = []): ResultFrame {
  const result = isResultJson(given) ? resultFromJson(given) : given;
  const value = cleanValue(normalizeResult(result));
  const hasData = value.data !== undefined && value.data !== null;
  if (!isToolResult(result))
    return { ...emptyFrame, warnings, hasData, value, title: optionalText(value.summary) };
  const { artifacts, suggestedFollowUps, durationMs, metadata, content } = result;
  return {
    ...headOf(result, value, hasData),
    artifacts: listOf(artifacts).filter(isRecord).map(artifactOf),
    warnings: [
      ...warnings,
      ...warningsIn(result.warnings),
      ...warningsIn(metadata && readField(metadata, "warnings")),
    ],
    followUps: listOf(suggestedFollowUps).map(textOf),
    durationMs: typeof durationMs === "number" && durationMs > 0 ? durationMs : undefined,
    value,
    parts: listOf(content).filter(isPart).map(valueOfPart),
  };
}

/** What a frame has when nothing is known. */
export const emptyFrame: Omit<ResultFrame, "value" | "hasData"> = {
  outcome: "none",
  title: undefined,
  code: undefined,
  detail: undefined,
  artifacts: [],
  warnings: [],
  followUps: [],
  durationMs: undefined,
  parts: [],
};

type FrameHead = Pick<ResultFrame, "outcome" | "title" | "code" | "detail" | "hasData">;

function headOf(result: ToolResult, value: AnyResultValue, hasData: boolean): FrameHead {
  if (result.success)
    return { outcome: "success", code: undefined, hasData, ...successHead(result, value, hasData) };
  const { message, code } = result.error;
  const invalid = code === "ValidationFailed" ? invalidParameters(result.data) : undefined;
  // Each invalid parameter has its line; the data holds nothing else.
  if (invalid !== undefined)
    return { outcome: "failure", title: textOf(result.message), code, detail: invalid, hasData: false };
  const detail = result.message === message ? undefined : optionalText(result.message);
  return { outcome: "failure", title: textOf(message), code: optionalText(code), detail, hasData };
}

function isResultJson(value: RenderableResult): value is RenderableResult & ResultJson {
  return !isToolResult(value) && typeof readField(value, "success") === "boolean" && "message" in value;
}

function isPart(part: unknown): part is ContentPart {
  return isRecord(part) && typeof part["type"] === "string";
}

/** Text and images are shown as such; what else there is, is named. */
function valueOfPart(part: ContentPart): AnyResultValue {
  if (part.type === "image") {
    const { data: base64, mimeType, name } = part;
    return cleanValue({
      kind: "image",
      data: { base64, ...(name !== undefined && { alt: name }) },
      mimeType,
    });
  }
  return { kind: "text", data: { content: describePart(part) } };
}

/** The message of a tool that gave none: a line about the data says more. */
const usualMessage = ToolResult.succeeded(undefined).message;

function successHead(
  { message, summary }: ToolResult,
  value: AnyResultValue,
  hasData: boolean,
): Pick<ResultFrame, "title" | "detail"> {
  if (message !== usualMessage) {
    return { title: textOf(message), detail: summary === message ? undefined : optionalText(summary) };
  }
  const telling = hasData && value.kind !== "text" ? summaryOf(value) : textOf(message);
  return { title: optionalText(summary) ?? telling, detail: undefined };
}

/** One line for each invalid parameter. */
function invalidParameters(data: unknown): string | undefined {
  const errors = isRecord(data) ? listOf(readField(data, "errors")).filter(isRecord) : [];
  if (errors.length === 0) return undefined;
  const lines = errors.slice(0, maxErrors).map(({ parameterName, message }) => {
    const text = showHidden(textOf(message), "show");
    return parameterName === undefined || parameterName === ""
      ? text
      : `${showHidden(textOf(parameterName), "show")}: ${text}`;
  });
  return lines.join("\n");
}

/** One line about the data; a hostile object may throw while it is looked at. */
export function summaryOf(value: AnyResultValue): string {
  try {
    return summarizeResult(value);
  } catch {
    return value.kind;
  }
}

/** What a list of warnings says, whoever wrote it. */
export function warningsIn(found: unknown): ResultWarning[] {
  if (!Array.isArray(found)) return [];
  return found.slice(0, 100).flatMap((warning: unknown) => {
    if (typeof warning === "string") return [{ message: warning }];
    if (!isRecord(warning) || typeof warning["message"] !== "string") return [];
    const { message, code = warning["warningCode"] } = warning;
    return [typeof code === "string" ? { message, code } : { message }];
  });
}

/** Results with the most prominent first; equals stay in their order. */
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

// A tool may be plain JavaScript: what the types promise is checked here once, so that no printer stumbles.
function textOf(value: unknown): string {
  return typeof value === "string" ? value : readText(value);
}

function optionalText(value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : textOf(value);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function artifactOf(artifact: Record<string, unknown>): ShownArtifact {
  const { type, path, action, size, description } = artifact;
  return {
    type: textOf(type),
    path: textOf(path),
    action: textOf(action),
    ...(typeof size === "number" && size >= 0 && { size }),
    ...(typeof description === "string" && { description }),
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

/** Hints without those of the wrong type. */
function cleanHints(hints: DisplayHints): DisplayHints {
  const { preferredView, language, collapsed, maxHeight, priority, fieldTypes } = hints;
  return {
    ...(typeof preferredView === "string" && { preferredView }),
    ...(typeof language === "string" && { language }),
    ...(typeof collapsed === "boolean" && { collapsed }),
    ...(typeof maxHeight === "number" && { maxHeight }),
    ...(typeof priority === "number" && { priority }),
    ...(isRecord(fieldTypes) && { fieldTypes }),
  };
}
