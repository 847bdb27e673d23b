import { isRecord } from "../validation/value-type.js";
import type { DisplayHints } from "./display-hints.js";
import { isValidKind } from "./kind-name.js";

/** A result as a user interface sees it: data, what kind of data it is, and how it would like to be shown. */
export interface ToolResultValue<Data = unknown> {
  readonly kind: string;
  /** Its shape follows from `kind`. */
  readonly data: Data;
  /** One line for a compact view. */
  readonly summary?: string | undefined;
  readonly mimeType?: string | undefined;
  readonly display?: DisplayHints | undefined;
}

/** Whether a value is a result with a valid kind and its data in `data`; every `ToolResult` is one. */
export function isToolResultValue(value: unknown): value is ToolResultValue {
  if (!isRecord(value) || !isValidKind(value["kind"]) || !("data" in value)) return false;
  const { summary, mimeType, display } = value;
  return (
    isOptionalString(summary) && isOptionalString(mimeType) && (display === undefined || isRecord(display))
  );
}

function isOptionalString(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}
