import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Project } from "ts-morph";
import { describe, expect, it } from "vitest";
import { repositoryRoot } from "../support/repository.js";

const page = readFileSync(join(repositoryRoot, "docs/config.md"), "utf8");
const source = new Project().addSourceFileAtPath(join(repositoryRoot, "generator/config.ts"));

/** The keys of an interface, without those that it inherits. */
function keysOf(name: string): string[] {
  return source
    .getInterfaceOrThrow(name)
    .getProperties()
    .map((property) => property.getName());
}

describe("the page about the configuration", () => {
  const rows = page.split("\n").filter((line) => line.startsWith("| `"));
  const documented = rows.flatMap((row) => row.split("|")[1]?.match(/\w+/g) ?? []);

  it("has a row for every key of its type, and for no other", () => {
    const keys = ["GeneratorConfig", "ProjectConfig", "ToolkilnConfig"].flatMap(keysOf);
    expect(documented.toSorted()).toEqual(keys.toSorted());
  });

  it.each(["ToolsetSelector", "TokenBudget"])("names every key of %s", (name) => {
    expect(keysOf(name).filter((key) => !page.includes(`\`${key}\``))).toEqual([]);
  });
});
