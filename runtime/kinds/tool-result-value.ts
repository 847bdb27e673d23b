import { isRecord } from "../validation/value-type.js";
import type { DisplayHints } from "./display-hints.js";
import { isValidKind } from "./kind-name.js";
import type { WellKnownKind, WellKnownKinds } from "./well-known-data.js";

/** Data, what kind of data it is, and how it would like to be shown. Nothing says that the data is what its kind promises. */
export interface AnyResultValue<Data = unknown, Kind extends string = string> {
  readonly kind: Kind;
  readonly data: Data;
  /** One line for a compact view. */
  readonly summary?: string | undefined;
  readonly mimeType?: string | undefined;
  readonly display?: DisplayHints | undefined;
}

/** A result of a well-known kind: `kind` narrows `data`. */
export type WellKnownResult = {
  [Kind in WellKnownKind]: AnyResultValue<WellKnownKinds[Kind], Kind>;
}[WellKnownKind];

/** A result as a user interface sees it: `kind` narrows `data`; that of an own kind, `git.status`, is unknown. */
export type ToolResultValue = WellKnownResult | AnyResultValue<unknown, `${string}.${string}`>;

/** Whether a value is a result with a valid kind and its data in `data`; every `ToolResult` is one. */
export function isToolResultValue(value: unknown): value is AnyResultValue {
  if (!isRecord(value) || !isValidKind(value["kind"]) || !("data" in value)) return false;
  const { summary, mimeType, display } = value;
  return (
    isOptionalString(summary) && isOptionalString(mimeType) && (display === undefined || isRecord(display))
  );
}

function isOptionalString(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}
