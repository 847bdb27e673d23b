import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repositoryRoot } from "../support/repository.js";

const page = readFileSync(join(repositoryRoot, "docs/architecture.md"), "utf8");
const tree = page.slice(page.indexOf("```\n"), page.indexOf("\n```", page.indexOf("```\n") + 4));
const { workspaces } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8")) as {
  workspaces: readonly string[];
};

/** Folders that the page does not have to name. */
const unnamed = new Set(["dist", "node_modules", "bin", "schema"]);

describe("the page about the architecture", () => {
  it.each(workspaces)("names every folder of %s", (workspace) => {
    const start = tree.indexOf(`\n${workspace}/`);
    expect(start).toBeGreaterThan(-1);
    const [part = ""] = tree.slice(start + 1).split(/\n(?=\S)/);
    const named = new Set(part.match(/[\w-]+(?=\/)/g));
    const folders = readdirSync(join(repositoryRoot, workspace), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !unnamed.has(entry.name))
      .map(({ name }) => name);
    const isNamed = (folder: string) =>
      named.has(folder) || (workspace === "packages/providers" && isProvider(folder));
    expect(folders.filter((folder) => !isNamed(folder))).toEqual([]);
  });
});

/** Whether a folder contains a provider, `<name>/<name>.ts`. The page shows `<name>/` for all of them. */
function isProvider(folder: string): boolean {
  const files = readdirSync(join(repositoryRoot, "packages/providers", folder));
  return files.includes(`${folder}.ts`);
}
