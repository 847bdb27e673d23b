import { pointerTo } from "../validation/json-pointer.js";
import { meetsAny } from "../validation/pointer-pattern.js";
import type { ToolSpec } from "./tool-spec.js";

/** Whether a parameter, or something in it, is shown to nobody. */
export function isSensitiveParameter({ sensitive }: Pick<ToolSpec, "sensitive">, name: string): boolean {
  return meetsAny(pointerTo("", name), sensitive);
}
