import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonSchemaObject } from "@toolkiln/runtime";
import { isFullRun, repositoryRoot } from "./repository.js";
import { toolCorpus } from "./tool-corpus.js";

/**
 * Folder of adversarial inputs and real tool definitions, next to the repository. Undefined if it does not exist, and in
 * `npm test`, which reads nothing outside the repository.
 */
export const sharedCases: string | undefined = findCases();

function findCases(): string | undefined {
  if (!isFullRun) return undefined;
  const folder = join(repositoryRoot, "../shared/cases");
  if (existsSync(folder)) return folder;
  process.stderr.write("\n!!! ../shared/cases is not there: generated tool definitions take its place.\n\n");
  return undefined;
}

/** An input that is meant to break something. */
export interface AdversarialCase {
  readonly id: string;
  readonly group: string;
  readonly title: string;
  readonly input: string;
}

/** The adversarial cases of a group; empty without the shared cases. */
export function adversarialCases(group: string): AdversarialCase[] {
  if (sharedCases === undefined) return [];
  const all = JSON.parse(readFileSync(join(sharedCases, "adversarial.json"), "utf8")) as AdversarialCase[];
  return all.filter((one) => one.group === group);
}

/** A tool as its server or benchmark defines it. */
export interface RealTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: JsonSchemaObject;
  readonly outputSchema?: object;
}

/** Reads tools from a JSON Lines file. */
function readTools(file: string): RealTool[] {
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as RealTool);
}

/** The tools of a shared collection, or similar generated ones. */
export function toolDefinitions(collection: "real-tools" | "hard-tools"): readonly RealTool[] {
  if (sharedCases !== undefined) return readTools(join(sharedCases, `${collection}.jsonl`));
  return collection === "real-tools" ? toolCorpus(1, 60) : toolCorpus(2, 60, { emphasis: 40 });
}

/** The large shared schemas with their file names; empty without the shared cases. */
export function largeSchemas(): [file: string, schema: JsonSchemaObject][] {
  if (sharedCases === undefined) return [];
  const folder = join(sharedCases, "schemas");
  return readdirSync(folder).map((file) => [
    file,
    JSON.parse(readFileSync(join(folder, file), "utf8")) as JsonSchemaObject,
  ]);
}
