import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repositoryRoot } from "../support/repository.js";
import { manifest, project, toolkiln } from "./command-line.js";

/** Arguments with which each command writes a file. */
const calls = [
  ["generate"],
  ["new", "fresh", "--kind", "text"],
  ["init", "--yes"],
  ["format"],
  ["lint", "--fix"],
  ["lint", "--update-baseline"],
  ["test", "--junit", "report.xml"],
];

const errors = [
  "ENOSPC: no space left on device",
  "EROFS: read-only file system",
  "EDQUOT: disk quota exceeded",
];

describe.each(errors)("a disk that fails with %s", (error) => {
  it.each(calls.map((args) => ({ args })))("makes $args exit with 2 and the reason", ({ args }) => {
    // `lint --fix` renames the key, `format` removes the spaces.
    const text = manifest("hello").replace(
      "risk: safe",
      args.includes("--fix") ? "Risk: safe" : "risk:   safe",
    );
    const cwd = project({
      "package.json": `{ "type": "module" }`,
      "toolkiln.config.json": `{ "baseline": "known.json" }`,
      "manifests/hello.tool.yaml": text,
    });
    const preload = join(repositoryRoot, "test/cli/failing-disk.cjs");
    const env = { NODE_OPTIONS: `--require ${preload}`, DISK_ERROR: error };
    const { code, stderr } = toolkiln(args, { cwd, env });
    expect(stderr).toMatch(/no space left|read-only|disk quota exceeded/);
    expect(stderr).not.toMatch(/bug in toolkiln|^\s+at /m);
    expect(code).toBe(2);
    expect(readFileSync(join(cwd, "package.json"), "utf8")).toBe(`{ "type": "module" }`);
    expect(readFileSync(join(cwd, "manifests/hello.tool.yaml"), "utf8")).toBe(text);
  });
});
