import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { visible, visibleJson } from "../output.js";
import { parseJson, parseValue } from "./parse-value.js";

/** A value as one line that can be edited: text as it is unless a line cannot show it, everything else as JSON. */
export function editableLine(value: unknown): string {
  if (value === undefined) return "";
  return isPlainLine(value) ? value : visibleJson(value);
}

/** The value of an edited line; undefined when nothing is left of it. What was not changed stays as it was. */
export function readLine(
  line: string,
  before: unknown,
  schema: JsonSchema | undefined,
  root: JsonSchemaObject,
): unknown {
  if (line === editableLine(before)) return before;
  if (line === "") return undefined;
  const text = typeof before === "string" && !isPlainLine(before) ? parseJson(line) : undefined;
  return typeof text === "string" ? text : parseValue(line, schema, root);
}

function isPlainLine(value: unknown): value is string {
  return typeof value === "string" && value !== "" && visible(value) === value && !/[\n\t]/.test(value);
}
