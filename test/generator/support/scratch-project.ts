import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

const repository = resolve(import.meta.dirname, "../../..");

/** All flags that generated code has to compile under. */
export const strictestFlags = {
  target: "es2022",
  module: "nodenext",
  lib: ["es2022"],
  types: [] as string[],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  verbatimModuleSyntax: true,
  isolatedDeclarations: true,
  erasableSyntaxOnly: true,
  declaration: true,
  skipLibCheck: true,
};

/** An error of the compiler. */
export interface CompileError {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** A folder outside the repository that resolves the packages of the repository. */
export class ScratchProject {
  readonly root: string = mkdtempSync(join(tmpdir(), "toolkiln-"));

  constructor() {
    symlinkSync(join(repository, "node_modules"), join(this.root, "node_modules"), "dir");
    this.write("package.json", JSON.stringify({ type: "module" }));
  }

  write(path: string, contents: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), contents);
  }

  /** Compiles with the TypeScript in the folder `compiler` of the repository. */
  compile(
    compilerOptions: object,
    include: readonly string[],
    compiler = "node_modules/typescript",
  ): CompileError[] {
    const { stdout, status } = this.#run(compilerOptions, include, compiler);
    const errors = [...stdout.matchAll(/^(.+?)\((\d+),\d+\): error (.+)$/gm)].map(
      ([, file = "", line, message = ""]) => ({ file, line: Number(line), message }),
    );
    if (status !== 0 && errors.length === 0) throw new Error(stdout || `tsc exited with ${status}`);
    return errors;
  }

  /** The compiler's output: errors with all their details. */
  print(compilerOptions: object, include: readonly string[]): string {
    return this.#run(compilerOptions, include, "node_modules/typescript").stdout;
  }

  #run(
    compilerOptions: object,
    include: readonly string[],
    compiler: string,
  ): { stdout: string; status: number | null } {
    const preserved = { noEmit: true, preserveSymlinks: false, ...compilerOptions };
    this.write("tsconfig.json", JSON.stringify({ compilerOptions: preserved, include }));
    const tsc = join(repository, compiler, "bin/tsc");
    return spawnSync(process.execPath, [tsc, "--pretty", "false", "-p", this.root], {
      cwd: this.root,
      encoding: "utf8",
      maxBuffer: 1 << 30,
    });
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
