import { serializeData } from "@toolkiln/runtime/json";
import { showHidden } from "@toolkiln/render/terminal";

/** A value as one line of JSON for people: cut, and with every character that acts or hides made visible. */
export function visibleJson(value: unknown, maxLength: number): string {
  if (value === null || value === undefined) return String(value);
  return showHidden(serializeData(value, { maxLength }).text, "show");
}
