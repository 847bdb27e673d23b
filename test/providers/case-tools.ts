import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { JsonSchemaObject, ToolSpec } from "@toolkiln/runtime";
import { catalog } from "../../generated/catalog.js";

const folder = fileURLToPath(new URL("../../../shared/cases/", import.meta.url));

/** Whether the cases from outside lie beside the repository. */
export const hasCases = existsSync(folder);

if (!hasCases)
  process.stderr.write(
    "SKIPPED: the cases from outside (../shared/cases) are not there; only the tool pack is tested.\n",
  );

/** A tool that exists for its schema. */
export function toolOf(id: string, inputSchema: JsonSchemaObject, description = "A tool."): ToolSpec {
  return {
    id,
    wireName: id,
    name: id,
    description,
    category: "custom",
    risk: "safe",
    kind: "structured",
    result: {},
    inputSchema: { type: "object", ...inputSchema },
  };
}

interface ToolCase {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: JsonSchemaObject;
}

function readLines(file: string): ToolSpec[] {
  return readFileSync(`${folder}${file}`, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line, index) => {
      const { name, description, inputSchema } = JSON.parse(line) as ToolCase;
      return { ...toolOf(`${file}:${index}:${name}`, inputSchema, description), wireName: name };
    });
}

/** Tool definitions that others wrote; none where the cases are missing. */
export function realTools(): readonly ToolSpec[] {
  return hasCases ? [...readLines("real-tools.jsonl"), ...readLines("hard-tools.jsonl")] : [];
}

/** Large schemas of others, as parameters of a tool. */
export function largeSchemas(): readonly ToolSpec[] {
  if (!hasCases) return [];
  return readdirSync(`${folder}schemas`).map((file) =>
    toolOf(file, JSON.parse(readFileSync(`${folder}schemas/${file}`, "utf8")) as JsonSchemaObject),
  );
}

/** Everything there is to try an adapter on. */
export const allTools: readonly ToolSpec[] = [...catalog.tools, ...realTools(), ...largeSchemas()];
