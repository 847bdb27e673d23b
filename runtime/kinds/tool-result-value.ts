import { presentFields } from "../result/present-fields.js";
import { isRecord } from "../validation/value-type.js";
import type { PreferredView } from "./infer-view.js";
import type { WellKnownKind, WellKnownKinds } from "./well-known-kinds.js";

/** How to format a value in the data. */
export type FieldType = "string" | "number" | "boolean" | "date" | "url" | "path";

/** How to display a result. Only hints: a user interface may ignore them. */
export interface DisplayHints {
  readonly preferredView?: PreferredView;
  /** Language of the code, for highlighting. */
  readonly language?: string;
  readonly collapsed?: boolean;
  /** Maximum number of lines; longer output is scrolled or truncated. */
  readonly maxHeight?: number;
  /** Higher is more prominent. */
  readonly priority?: number;
  readonly fieldTypes?: { readonly [field: string]: FieldType };
}

/** Data, its kind, and how to display it. The data is not guaranteed to match its kind. */
export interface AnyResultValue<Data = unknown, Kind extends string = string> {
  readonly kind: Kind;
  readonly data: Data;
  /** One line for a compact view. */
  readonly summary?: string | undefined;
  readonly mimeType?: string | undefined;
  readonly display?: DisplayHints | undefined;
}

/** A result for user interfaces: `kind` narrows `data`; for custom kinds (`git.status`) it is unknown. */
export type ToolResultValue =
  | { [Kind in WellKnownKind]: AnyResultValue<WellKnownKinds[Kind], Kind> }[WellKnownKind]
  | AnyResultValue<unknown, `${string}.${string}`>;

/** A result in the old flat format, without `data`: `{ kind: "text", content: "…" }`. */
export interface FlatResultValue extends Omit<AnyResultValue, "data"> {
  readonly [field: string]: unknown;
}

/** Whether a name is a valid kind: lowercase, underscores, dots for namespaces. */
export function isValidKind(kind: unknown): kind is string {
  return typeof kind === "string" && /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$/.test(kind);
}

/** Whether a value has a valid kind and `data`; true for every `ToolResult`. */
export function isToolResultValue(value: unknown): value is AnyResultValue {
  if (!isRecord(value) || !isValidKind(value["kind"]) || !("data" in value)) return false;
  const { summary = "", mimeType = "", display = {} } = value;
  return typeof summary === "string" && typeof mimeType === "string" && isRecord(display);
}

/** Converts a result to the current format: moves flat fields into `data`, renames `json` to `structured`. */
export function normalizeResult(value: AnyResultValue | FlatResultValue): AnyResultValue {
  if (hasData(value) && value.kind !== "json") return value;
  const { kind, summary, mimeType, display, ...fields } = value;
  return {
    kind: kind === "json" ? "structured" : kind,
    data: hasData(value) ? value.data : fields,
    ...presentFields({ summary, mimeType, display }),
  };
}

function hasData(value: AnyResultValue | FlatResultValue): value is AnyResultValue {
  return "data" in value;
}
