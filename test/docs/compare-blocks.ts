import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ExampleCopy } from "../support/example-copy.js";
import { repositoryRoot } from "../support/repository.js";
import type { CodeBlock } from "./code-blocks.js";
import { matchesExcerpt } from "./matches-excerpt.js";

/** The text that a page shows, and the text that it should show. */
export interface Comparison {
  readonly place: string;
  readonly shown: string;
  readonly actual: string;
}

/**
 * Compares the blocks of a page with their sources. A comment above a block names its source, and a `…` in the block stands for
 * what is left out:
 *
 *     <!-- from examples/quickstart/app.ts -->       the block is this file
 *     <!-- run in examples/quickstart -->            commands after `$`, each with what it prints in a fresh copy of this folder
 *     <!-- in examples/quickstart write a.yaml -->   the block, written to a fresh copy of this folder, which still compiles
 *     <!-- then write tools/a.ts -->                 the block, written to this file of the copy, compiles
 *     <!-- then run -->                              more commands in the copy
 *     <!-- tried by test/scripts/start.test.ts -->   commands that this test runs
 *     <!-- all tried by … -->                        the same for all blocks of a page
 */
export function compareBlocks(blocks: readonly CodeBlock[], scratch: string): Comparison[] {
  let copy: ExampleCopy | undefined;
  return blocks.flatMap((block) => {
    const { code, page, line, source = "" } = block;
    const place = `${page}:${line} ${source}`;
    const [, folder] = /^(?:run )?in (\S+)/.exec(source) ?? [];
    if (folder !== undefined) copy = new ExampleCopy(folder, scratch);
    const [, word, argument = ""] =
      /(from|run|write|tried by) ?(\S*)$/.exec(source.replace(/run in .*/, "run")) ?? [];
    if (word === "from") {
      return [comparison(place, code, readFileSync(join(repositoryRoot, argument), "utf8"))];
    }
    if (word === "tried by" && existsSync(join(repositoryRoot, argument))) return [];
    if (copy !== undefined && word === "write") {
      copy.write(argument, code);
      return [comparison(place, "", copy.run("tsc --noEmit").output)];
    }
    if (copy !== undefined && word === "run") return outputs(copy, code, place);
    throw new Error(`${place}: there is no such source.`);
  });
}

function outputs(copy: ExampleCopy, code: string, place: string): Comparison[] {
  return code
    .split(/^\$ /m)
    .slice(1)
    .map((step) => {
      const [command = "", ...shown] = step.split("\n");
      return comparison(`${place}: ${command}`, shown.join("\n"), copy.run(command).output);
    });
}

/** If the excerpt matches the text, the comparison shows the text on both sides. */
function comparison(place: string, excerpt: string, actual: string): Comparison {
  return { place, shown: matchesExcerpt(excerpt, actual) ? actual : excerpt, actual };
}
