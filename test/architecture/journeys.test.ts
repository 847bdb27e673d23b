import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { describe, expect, it } from "vitest";
import { repositoryRoot } from "../support/repository.js";
import { importsOf, sourceFiles } from "../support/source-files.js";

const page = readFileSync(join(repositoryRoot, "docs/architecture.md"), "utf8");

/** The files in the numbered list of a section, in order. */
function hopsOf(title: string): string[] {
  const section = page.slice(page.indexOf(`## ${title}`)).split("\n## ")[0] ?? "";
  return [...section.matchAll(/^\d+\. `([^`]+\.ts)`/gm)].map(([, file = ""]) => file);
}

describe.each([
  ["How a manifest is compiled", "generator"],
  ["How a call runs", "runtime"],
])('the section "%s" of docs/architecture.md', (title, folder) => {
  const hops = hopsOf(title);
  const imports = new Map(
    sourceFiles(folder).map((file) => [
      file.path,
      importsOf(file)
        .filter(({ specifier, typeOnly }) => specifier.startsWith(".") && !typeOnly)
        .map(({ specifier }) => join(dirname(file.path), specifier).replace(/\.js$/, ".ts")),
    ]),
  );

  it("lists at most twelve files, all of which exist", () => {
    expect(hops.length).toBeGreaterThan(5);
    expect(hops.length).toBeLessThanOrEqual(12);
    expect(hops.filter((file) => !existsSync(join(repositoryRoot, file)))).toEqual([]);
  });

  it("lists only files that an earlier file in the list imports", () => {
    // A file that no earlier one imports is reached through a file that the page does not show.
    const lost = hops.filter((file, index) => {
      const before = hops.slice(0, index);
      return index > 0 && !before.includes(file) && !before.some((hop) => imports.get(hop)?.includes(file));
    });
    expect(lost).toEqual([]);
  });
});
