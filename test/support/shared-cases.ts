import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonSchemaObject } from "@toolkiln/runtime";
import { repositoryRoot } from "./repository.js";

/** Bad inputs and real tool definitions that lie beside the repository, where they are; undefined elsewhere. */
export const sharedCases: string | undefined = findCases();

function findCases(): string | undefined {
  const folder = join(repositoryRoot, "../shared/cases");
  if (existsSync(folder)) return folder;
  process.stderr.write("\n!!! ../shared/cases is not there: the tests that read it are skipped.\n\n");
  return undefined;
}

/** An input that somebody made up to break something. */
export interface AdversarialCase {
  readonly id: string;
  readonly group: string;
  readonly title: string;
  readonly input: string;
}

/** The adversarial cases of a group; none where there are no cases. */
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

/** The tools of a file with one JSON document a line. */
export function readTools(file: string): RealTool[] {
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as RealTool);
}
