import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { ts } from "ts-morph";
import { describe, expect, it } from "vitest";
import { repositoryRoot, scratchFolder } from "../support/repository.js";
import { sourceFiles } from "../support/source-files.js";

const strict = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  verbatimModuleSyntax: true,
};

/** Flags a user may have, by the compiler that first knew them. */
const compilers = [
  { version: "5.4", folder: "typescript-5.4", flags: strict },
  { version: "5.9", folder: "typescript-5.9", flags: { ...strict, erasableSyntaxOnly: true } },
  { version: "6", folder: "typescript-6", flags: { ...strict, erasableSyntaxOnly: true } },
  { version: "7", folder: "typescript", flags: { ...strict, erasableSyntaxOnly: true } },
] as const;

function compile(
  folder: string,
  options: Readonly<Record<string, unknown>>,
): { scratch: string; problems: string } {
  const scratch = scratchFolder("tsc");
  const root = relative(scratch, repositoryRoot);
  const config = {
    compilerOptions: {
      target: "es2022",
      module: "nodenext",
      moduleResolution: "nodenext",
      lib: ["es2023"],
      types: ["node"],
      typeRoots: [join(root, "node_modules/@types")],
      skipLibCheck: true,
      rootDir: root,
      ...options,
    },
    include: [join(root, "generated/**/*.ts"), join(root, "tools/*.ts")],
  };
  writeFileSync(join(scratch, "tsconfig.json"), JSON.stringify(config));
  const tsc = join(repositoryRoot, "node_modules", folder, "bin/tsc");
  const { stdout, stderr } = spawnSync(process.execPath, [tsc, "-p", scratch], { encoding: "utf8" });
  return { scratch, problems: stdout + stderr };
}

describe.each(compilers)("TypeScript $version", ({ folder, flags }) => {
  it("compiles generated code and implementations under strict flags", () => {
    expect(compile(folder, { ...flags, noEmit: true }).problems).toBe("");
  });

  it("compiles them under a user's lax flags", () => {
    expect(compile(folder, { strict: false, noEmit: true }).problems).toBe("");
  });
});

describe("a plain build into an outDir", () => {
  it("runs: registry, contract, validator and implementation are all there", () => {
    const { scratch, problems } = compile("typescript", { ...strict, outDir: "out", declaration: true });
    expect(problems).toBe("");
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
