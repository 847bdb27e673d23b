import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../support/repository.js";
import { workspaces } from "../support/packed-packages.js";

/** A fenced code block on a documentation page. */
export interface CodeBlock {
  /** The page, relative to the repository. */
  readonly page: string;
  readonly language: string;
  /** The line of the opening fence, counted from 1. */
  readonly line: number;
  readonly code: string;
  /** Where the block comes from: the HTML comment above it, or one for all blocks of the page. */
  readonly source: string | undefined;
}

/** The pages that users read. */
export const pages: readonly string[] = [
  "README.md",
  ...workspaces().map((folder) => `${folder}/README.md`),
  ...readdirSync(join(repositoryRoot, "examples")).map((name) => `examples/${name}/README.md`),
  ...readdirSync(join(repositoryRoot, "docs"))
    .filter((name) => name.endsWith(".md"))
    .toSorted()
    .map((name) => `docs/${name}`),
];

/**
 * The fenced blocks of all pages, without the indentation of surrounding lists. Blocks that show a file are left out,
 * because the file itself is compiled and linted.
 */
export function codeBlocks(...languages: readonly string[]): CodeBlock[] {
  return pages
    .flatMap((page) => blocksOf(page))
    .filter(({ language, source }) => languages.includes(language) && !/^from |write /.test(source ?? ""));
}

/** All fenced blocks of a page. */
export function blocksOf(page: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let open:
    | (Omit<CodeBlock, "page" | "code"> & { fence: string; indentation: number; code: string[] })
    | undefined;
  const lines = readFileSync(join(repositoryRoot, page), "utf8").split("\n");
  const [, sourceOfAll] = /^<!-- all (.+) -->$/m.exec(lines.join("\n")) ?? [];
  for (const [index, text] of lines.entries()) {
    if (open === undefined) {
      const [, spaces = "", fence, language = ""] = /^( *)(`{3,})(\S*)/.exec(text) ?? [];
      if (fence !== undefined) {
        const above = lines.slice(0, index).findLast((line) => line.trim() !== "");
        const [, source = sourceOfAll] = /^\s*<!-- (?!all )(.+) -->$/.exec(above ?? "") ?? [];
        open = { fence, indentation: spaces.length, language, line: index + 1, code: [], source };
      }
    } else if (text.trim() === open.fence) {
      const { language, line, source } = open;
      blocks.push({ page, language, line, source, code: open.code.join("\n") });
      open = undefined;
    } else {
      open.code.push(text.slice(open.indentation));
    }
  }
  if (open !== undefined) throw new Error(`${page}:${open.line} The block is not closed.`);
  return blocks;
}
