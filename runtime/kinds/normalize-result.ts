import { presentFields } from "../result/present-fields.js";
import type { AnyResultValue } from "./tool-result-value.js";

/**
 * A result in the form used before data had a place of its own: `{ kind: "text", content: "…" }`.
 * The kind `json` of that time is `structured` today.
 */
export interface FlatResultValue extends Omit<AnyResultValue, "data"> {
  readonly [field: string]: unknown;
}

/** Brings a result into today's form: the fields of a flat one move into `data`, `json` becomes `structured`. */
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
