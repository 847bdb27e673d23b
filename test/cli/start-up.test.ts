import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { manifestText } from "../generator/support/manifest.js";
import { scratchFolder } from "../support/repository.js";
import { toolkiln } from "./command-line.js";

function loadedBy(args: readonly string[], cwd?: string): string[] {
  const file = join(scratchFolder("loaded"), "modules.txt");
  const recorder = fileURLToPath(new URL("loaded-modules.cjs", import.meta.url));
  const env = { LOADED_MODULES: file, NODE_OPTIONS: `--require ${recorder}` };
  const { code } = toolkiln(args, cwd === undefined ? { env } : { env, cwd });
  expect(code).toBe(0);
  return [...new Set(readFileSync(file, "utf8").split("\n"))];
}

describe("starting the command", () => {
  it.each([
    ["--version", ["--version"]],
    ["list", ["list"]],
    ["run", ["run", "file-read", "--path", "LICENSE"]],
  ])("loads no compiler for %s", (_, args) => {
    const modules = loadedBy(args);
    expect(modules.some((module) => module.includes("cli/dist/main.js"))).toBe(true);
    const heavy = /node_modules\/(ts-morph|@ts-morph|json-schema-to-typescript|typescript[^/]*|prettier)\//;
    expect(modules.filter((module) => heavy.test(module))).toEqual([]);
  });

  it("loads no parser and no compiler when nothing has changed", () => {
    const root = scratchFolder("unchanged");
    mkdirSync(join(root, "manifests"));
    writeFileSync(join(root, "manifests/alpha.tool.yaml"), manifestText("alpha"));
    const librariesOf = (command: string) => {
      const modules = loadedBy([command], root);
      // The first three are chunks of the generator: YAML parser, compiler and emitters.
      return ["chunks/read.js", "pipeline.js", "emit.js", "/yaml/", "/ajv/", "/ts-morph/"].filter((name) =>
        modules.some((module) => module.includes(name)),
      );
    };
    expect(librariesOf("generate")).toEqual(["chunks/read.js", "pipeline.js", "emit.js"]);
    expect(librariesOf("generate")).toEqual([]);
    expect(librariesOf("list")).toEqual([]);
  });

  it("loads few files for --version", () => {
    expect(loadedBy(["--version"]).filter((module) => module.startsWith("file:")).length).toBeLessThan(5);
  });
});
