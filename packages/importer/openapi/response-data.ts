import { isRecord } from "@toolkiln/runtime/json";
import { inside } from "../import-report.js";
import type { ImportedTool } from "../imported-tool.js";
import type { DefinitionSet } from "../schema/definition-set.js";
import type { SourceFiles } from "../source/source-files.js";
import type { Operation } from "./operations.js";

/** How much of the responses' schemas becomes the schema of results. */
export type ResultDepth = "none" | "shallow" | "full";

/** Definitions that a definition of a result may lead to before it is cut to any value. */
export const resultReach: Readonly<Record<ResultDepth, number>> = { none: 0, shallow: 0, full: 40 };

/** The schema of what an operation answers when it succeeds, as JSON. */
export function responseData(
  operation: Operation,
  files: SourceFiles,
  set: DefinitionSet,
): ImportedTool["result"] {
  const { responses } = operation.value;
  if (!isRecord(responses)) return "structured";
  const [status] = Object.keys(responses)
    .filter((code) => /^2(\d\d|XX)$/i.test(code))
    .toSorted();
  if (status === undefined) return "structured";
  const response = files.follow(responses[status], inside(operation.place, "responses", status));
  if (!isRecord(response.value)) return "structured";
  const { schema, content } = response.value;
  // OpenAPI 2.0 has the schema beside the description.
  if (schema !== undefined)
    return isFile(schema) ? "structured" : set.convert(schema, inside(response.place, "schema"), "out");
  const type = isRecord(content) ? Object.keys(content).find((name) => /[/+]json\b/i.test(name)) : undefined;
  const media = isRecord(content) && type !== undefined ? content[type] : undefined;
  if (!isRecord(media) || type === undefined || media["schema"] === undefined) return "structured";
  const data = set.convert(media["schema"], inside(response.place, "content", type, "schema"), "out");
  return Object.keys(data).length === 0 ? "structured" : data;
}

function isFile(schema: unknown): boolean {
  return isRecord(schema) && schema["type"] === "file";
}
