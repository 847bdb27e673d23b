import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { analyze, defaultConfig, nodeHost } from "@toolkiln/generator";
import { ts } from "ts-morph";
import { describe, expect, it } from "vitest";
import { repositoryRoot, scratchFolder } from "../../support/repository.js";
import { sourceFiles } from "../../support/source-files.js";

const strict = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  verbatimModuleSyntax: true,
};

/** Compiler versions, each with the strictest flags that it supports. */
const compilers = [
  { version: "5.4", folder: "typescript-5.4", flags: strict },
  { version: "5.9", folder: "typescript-5.9", flags: { ...strict, erasableSyntaxOnly: true } },
  { version: "6", folder: "typescript-6", flags: { ...strict, erasableSyntaxOnly: true } },
  { version: "7", folder: "typescript", flags: { ...strict, erasableSyntaxOnly: true } },
] as const;

/** The generated code of the tool pack with implementations that compile with every compiler and flag. */
function writeProject(scratch: string): void {
  cpSync(join(repositoryRoot, "generated"), join(scratch, "generated"), { recursive: true });
  mkdirSync(join(scratch, "tools"));
  for (const { names, spec } of models) {
    const implementation = `import { ${names.contract} } from "../generated/tools/${names.file}.js";
export const tool = ${names.contract}.implement(async (params) => {
  throw new Error("${spec.id}: " + JSON.stringify(params));
});
`;
    writeFileSync(join(scratch, "tools", `${names.file}.ts`), implementation);
  }
}

function compile(folder: string, root: string, options: Readonly<Record<string, unknown>>): string {
  const way = relative(root, repositoryRoot);
  const compilerOptions = {
    target: "es2022",
    module: "nodenext",
    moduleResolution: "nodenext",
    lib: ["es2023"],
    types: ["node"],
    typeRoots: [join(way, "node_modules/@types")],
    skipLibCheck: true,
    ...options,
  };
  const { include = ["generated", "tools"], ...rest } = compilerOptions as { include?: string[] };
  writeFileSync(join(root, "tsconfig.json"), JSON.stringify({ compilerOptions: rest, include }));
  const installed = folder === "typescript" ? "node_modules" : "test/full/node_modules";
  const tsc = join(repositoryRoot, installed, folder, "bin/tsc");
  const { stdout, stderr } = spawnSync(process.execPath, [tsc, "-p", root], { encoding: "utf8" });
  return stdout + stderr;
}

const { models } = await analyze(nodeHost(repositoryRoot), defaultConfig);
const project = scratchFolder("tsc");
writeProject(project);

describe.each(compilers)("TypeScript $version", ({ folder, flags }) => {
  it("compiles generated code and implementations under strict flags", () => {
    expect(compile(folder, project, { ...flags, noEmit: true })).toBe("");
  });

  it("compiles them under a user's lax flags", () => {
    expect(compile(folder, project, { strict: false, noEmit: true })).toBe("");
  });
});

describe("a plain build into an outDir", () => {
  it("runs: registry, contract, validator and implementation are all there", () => {
    const scratch = scratchFolder("out-dir");
    const way = relative(scratch, repositoryRoot);
    const include = [join(way, "generated/**/*.ts"), join(way, "tools/*.ts")];
    const options = { ...strict, rootDir: way, outDir: "out", declaration: true, include };
    expect(compile("typescript", scratch, options)).toBe("");
    const program = `
      import { ToolExecutor } from "@toolkiln/runtime";
      import { WorkspacePathPolicy } from "@toolkiln/runtime/node";
      import { registry } from "./out/generated/registry.js";
      const executor = new ToolExecutor(registry, { paths: new WorkspacePathPolicy() });
      const options = { workspacePath: ${JSON.stringify(repositoryRoot)} };
      const { status, result } = await executor.execute("file-read", { path: "LICENSE", maxBytes: 11 }, options);
      console.log(JSON.stringify({ status, content: result.data.content }));`;
    writeFileSync(join(scratch, "main.mjs"), program);
    const output = execFileSync(process.execPath, [join(scratch, "main.mjs")], { encoding: "utf8" });
    expect(JSON.parse(output)).toEqual({ status: "completed", content: "MIT License" });
  });
});

describe("a CommonJS package", () => {
  const root = scratchFolder("commonjs");
  writeProject(root);
  writeFileSync(join(root, "package.json"), JSON.stringify({ type: "commonjs" }));
  // Copy only published files: a resolver that ignores `exports` would find the sources.
  const runtime = join(root, "node_modules/@toolkiln/runtime");
  for (const part of ["package.json", "dist"])
    cpSync(join(repositoryRoot, "runtime", part), join(runtime, part), { recursive: true });
  const classic = { module: "commonjs", moduleResolution: "node10" };
  const byDefault = { module: "commonjs", moduleResolution: undefined };
  const modern = { module: "nodenext", moduleResolution: "nodenext" };

  it.each([
    ["typescript-5.4", classic],
    ["typescript-5.9", classic],
    ["typescript-5.9", modern],
    ["typescript-6", { ...classic, ignoreDeprecations: "6.0" }],
    ["typescript-6", byDefault],
    ["typescript-6", modern],
    ["typescript", byDefault],
    ["typescript", modern],
  ])("compiles generated code with %s and %j, and can require it", (folder, options) => {
    const out = `out-${folder}-${options.module}`;
    const flags = { ...strict, verbatimModuleSyntax: false, rootDir: ".", outDir: out };
    expect(compile(folder, root, { ...flags, ...options })).toBe("");
    const program = `
      const { ToolExecutor } = require("@toolkiln/runtime");
      const { registry } = require("./${out}/generated/registry.js");
      new ToolExecutor(registry).dispatch("file-read", {}).then(({ status }) => console.log(status));`;
    writeFileSync(join(root, "main.js"), program);
    const args = ["--no-warnings", join(root, "main.js")];
    expect(execFileSync(process.execPath, args, { encoding: "utf8" }).trim()).toBe("invalid");
  });
});

describe("isolated declarations", () => {
  it("can be written for every generated file by itself", () => {
    const problems = sourceFiles("generated").flatMap(({ path, tree }) => {
      const { diagnostics = [] } = ts.transpileDeclaration(tree.text, {
        fileName: path,
        reportDiagnostics: true,
        compilerOptions: { declaration: true, isolatedDeclarations: true },
      });
      return diagnostics.map(
        ({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
      );
    });
    expect(problems).toEqual([]);
  });
});
