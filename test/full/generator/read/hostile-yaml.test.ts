import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hostileFiles } from "../../../bench/hostile-yaml/files.js";
import { parseSource } from "../../../../generator/read/parse-source.js";
import { repositoryRoot } from "../../../support/repository.js";
import { sharedCases } from "../../../support/shared-cases.js";

// `npm run bench -- hostile-yaml` measures time and memory; here, no file may crash or hang the process or exhaust its memory.
const script = join(repositoryRoot, "test/bench/hostile-yaml/read.js");
const patience = 120_000;
/** The number of files that one process reads, because starting a process takes longer than reading a file. */
const together = 8;

const made = Object.keys(hostileFiles);
const groups = Array.from({ length: Math.ceil(made.length / together) }, (_, index) =>
  made.slice(index * together, (index + 1) * together),
);

/** Reads hostile files, each as two copies beside a valid manifest, in a separate process with little memory. */
function readHostile(kind: "made" | "file", names: readonly string[]): unknown {
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    ["--max-old-space-size=200", script, kind, ...names],
    { encoding: "utf8", timeout: patience },
  );
  if (status !== 0) return { status, signal, stderr };
  return stdout
    .trim()
    .split("\n")
    .map(
      (line) => JSON.parse(line) as { name: string; errors: number[]; models: string[]; polluted: boolean },
    )
    .map(({ name, errors, models, polluted }) => {
      return { name, refused: errors.every((count) => count > 0), models, polluted };
    });
}

function harmless(names: readonly string[]): unknown {
  return names.map((name) => ({ name, refused: true, models: ["good"], polluted: false }));
}

describe("a hostile file and its copy are both reported, and do not affect a valid manifest:", () => {
  it.each(groups.map((names) => [names.join(", "), names] as const))(
    "%s",
    { timeout: patience },
    (_, names) => {
      expect(readHostile("made", names)).toEqual(harmless(names));
    },
  );

  it.skipIf(sharedCases === undefined)("from a shared collection", { timeout: patience }, () => {
    const folder = join(sharedCases ?? "", "yaml");
    const names = readdirSync(folder).map((name) => join(folder, name));
    expect(readHostile("file", names)).toEqual(harmless(names));
  });
});

describe("a file with too many lines", () => {
  it("is rejected at the first line beyond the limit", () => {
    const found = parseSource("a.tool.yaml", Buffer.from(`id: a\nname: |\n${" x\n".repeat(300_000)}`));
    expect(found).toMatchObject([{ code: "TK1006", range: { start: { line: 100_001, column: 1 } } }]);
  });
});
