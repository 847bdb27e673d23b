import { beforeAll, describe, expect, it } from "vitest";
import { commandTable } from "../../packages/cli/command-table.js";
import { toolkilnHere } from "../cli/command-line.js";
import { codeBlocks } from "./code-blocks.js";

interface ShownCall {
  readonly place: string;
  readonly name: string;
  readonly flags: readonly string[];
}

/** The `toolkiln` calls in the shell examples, with continued lines joined and comments removed. */
function shownCalls(): ShownCall[] {
  return codeBlocks("sh", "bash", "console").flatMap(({ page, line, code }) =>
    code
      .replaceAll("\\\n", " ")
      .replaceAll(/'[^']*'|"[^"]*"/g, "…")
      .replaceAll(/(^|\s)#.*$/gm, "")
      .split(/\n|&&|[|&]/)
      .flatMap((call) => {
        const [, name, rest = ""] = /^\s*(?:\$ )?(?:npx )?toolkiln ([a-z]+)(.*)$/.exec(call) ?? [];
        return name === undefined
          ? []
          : [{ place: `${page}:${line}`, name, flags: rest.match(/--[a-z][a-z-]*/g) ?? [] }];
      }),
  );
}

/** Commands with subcommands. */
const parts: Readonly<Record<string, readonly string[]>> = { mcp: ["config"], import: ["openapi", "mcp"] };

describe("the commands that the documentation shows", () => {
  const calls = shownCalls();
  const help = new Map<string, string>();

  beforeAll(async () => {
    for (const name of new Set(calls.map((call) => call.name))) {
      const texts: string[] = [];
      for (const part of [[], ...(parts[name] ?? []).map((word) => [word])])
        texts.push((await toolkilnHere([name, ...part, "--help"])).stdout);
      help.set(name, texts.join("\n"));
    }
  });

  it("are found", () => {
    expect(calls.length).toBeGreaterThan(8);
  });

  it.each(calls)("exist, with their flags: toolkiln $name $flags in $place", ({ name, flags }) => {
    expect(Object.keys(commandTable)).toContain(name);
    // The flags of `run` are those of the tool.
    const own = name === "run" ? [] : flags;
    expect(own.filter((flag) => !new RegExp(`${flag}(?![a-z-])`).test(help.get(name) ?? ""))).toEqual([]);
  });
});
