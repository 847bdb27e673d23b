import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hostileFiles } from "../../../bench/hostile-yaml/files.js";
import { parseSource } from "../../../../generator/read/parse-source.js";
import { repositoryRoot } from "../../../support/repository.js";
import { sharedCases } from "../../../support/shared-cases.js";

// What a file costs is measured by `npm run bench -- hostile-yaml`; here none may crash, hang or fill the memory.
const script = join(repositoryRoot, "test/bench/hostile-yaml/read.js");
const patience = 120_000;
/** Files that share a process, so that starting it does not take longer than reading them. */
const together = 8;

const made = Object.keys(hostileFiles);
const groups = Array.from({ length: Math.ceil(made.length / together) }, (_, index) =>
  made.slice(index * together, (index + 1) * together),
);

/** Reads hostile files, each twice beside a good manifest, in a process of their own with little memory. */
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

describe("a hostile file is reported, also in a second run of the process, and does not affect a valid manifest:", () => {
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
