import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { cleanEnvironment } from "../cli/command-line.js";
import { repositoryRoot } from "./repository.js";

/** A copy of an example that resolves the workspace packages as if they were installed. */
export class ExampleCopy {
  readonly folder: string;

  /** Copies a folder of the repository into a new folder in `parent`. */
  constructor(example: string, parent: string) {
    this.folder = mkdtempSync(join(parent, `${basename(example)}-`));
    const isSource = (path: string): boolean =>
      !["dist", "node_modules", ".toolkiln"].includes(basename(path));
    cpSync(join(repositoryRoot, example), this.folder, { recursive: true, filter: isSource });
  }

  write(path: string, text: string): void {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${text}\n`);
  }

  /** Runs a command; `output` is standard output followed by standard error. */
  run(command: string): { readonly code: number | null; readonly output: string } {
    const { PATH = "", ...environment } = cleanEnvironment();
    const programs = join(repositoryRoot, "node_modules/.bin");
    const { status, stdout, stderr } = spawnSync(command.replace(/^npx /, ""), {
      cwd: this.folder,
      env: { ...environment, PATH: `${programs}${delimiter}${PATH}` },
      shell: true,
      encoding: "utf8",
    });
    return { code: status, output: stdout + stderr };
  }
}
