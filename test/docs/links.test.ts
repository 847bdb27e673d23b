import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { repositoryRoot } from "../support/repository.js";
import { pages as userPages } from "./code-blocks.js";

const pages: readonly string[] = [
  ...userPages,
  "CONTRIBUTING.md",
  "SECURITY.md",
  "CHANGELOG.md",
  "UPGRADING.md",
  ...readdirSync(join(repositoryRoot, "docs/decisions")).map((name) => `docs/decisions/${name}`),
];

/** The text of a page without code, where brackets and `#` do not mean links and headings. */
function prose(page: string): string {
  return readFileSync(join(repositoryRoot, page), "utf8")
    .replaceAll(/^( *)(`{3,}).*\n[\s\S]*?^\1\2$/gm, "")
    .replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, " "));
}

/** The links of a page, except URLs. */
function linksOf(page: string): string[] {
  const inline = [...prose(page).matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g)];
  const defined = [...prose(page).matchAll(/^\[[^\]]+\]:\s*(\S+)/gm)];
  const images = [...prose(page).matchAll(/<(?:img|a|source)\b[^>]*?(?:src|href|srcset)="([^"]+)"/g)];
  return [...inline, ...defined, ...images]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z][a-z+.-]*:/i.test(target));
}

/** The anchors that GitHub gives the headings of a page. */
function anchorsOf(page: string): Set<string> {
  const seen = new Map<string, number>();
  const anchors = new Set<string>();
  for (const [, heading = ""] of prose(page).matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const slug = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, "")
      .replaceAll(" ", "-");
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    anchors.add(times === 0 ? slug : `${slug}-${times}`);
  }
  return anchors;
}

function problemOf(page: string, target: string): string | undefined {
  const [path = "", anchor] = target.split("#");
  const file =
    path === "" ? page : relative(repositoryRoot, join(repositoryRoot, dirname(page), decodeURI(path)));
  if (file.startsWith("..") || !existsSync(join(repositoryRoot, file))) return `${page}: no file ${target}`;
  if (anchor === undefined || statSync(join(repositoryRoot, file)).isDirectory()) return undefined;
  return file.endsWith(".md") && !anchorsOf(file).has(anchor) ? `${page}: no heading ${target}` : undefined;
}

describe("the links between the pages of the documentation", () => {
  it("are found", () => {
    expect(pages.flatMap(linksOf).length).toBeGreaterThan(30);
  });

  it.each(pages)("have existing targets in %s", (page) => {
    const problems = linksOf(page).map((target) => problemOf(page, target));
    expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
  });
});
