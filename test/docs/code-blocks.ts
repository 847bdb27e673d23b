import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../support/repository.js";
import { workspaces } from "../support/packed-packages.js";

/** A fenced block of code of a page of the documentation. */
export interface CodeBlock {
  /** The page, relative to the repository. */
  readonly page: string;
  readonly language: string;
  /** The line of the opening fence, counted from 1. */
  readonly line: number;
  readonly code: string;
}

/** The pages that users read. */
export const pages: readonly string[] = [
  "README.md",
  ...workspaces().map((folder) => `${folder}/README.md`),
  ...readdirSync(join(repositoryRoot, "docs"))
    .filter((name) => name.endsWith(".md"))
    .toSorted()
    .map((name) => `docs/${name}`),
];

/** The fenced blocks of all pages, without the indentation of the lists that they stand in. */
export function codeBlocks(...languages: readonly string[]): CodeBlock[] {
  return pages.flatMap((page) => blocksOf(page)).filter(({ language }) => languages.includes(language));
}

function blocksOf(page: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let open:
    | { fence: string; indentation: number; language: string; line: number; code: string[] }
    | undefined;
  const lines = readFileSync(join(repositoryRoot, page), "utf8").split("\n");
  for (const [index, text] of lines.entries()) {
    if (open === undefined) {
      const [, spaces = "", fence, language = ""] = /^( *)(`{3,})(\S*)/.exec(text) ?? [];
      if (fence !== undefined)
        open = { fence, indentation: spaces.length, language, line: index + 1, code: [] };
    } else if (text.trim() === open.fence) {
      blocks.push({ page, language: open.language, line: open.line, code: open.code.join("\n") });
      open = undefined;
    } else {
      open.code.push(text.slice(open.indentation));
    }
  }
  if (open !== undefined) throw new Error(`${page}:${open.line} The block is not closed.`);
  return blocks;
}
