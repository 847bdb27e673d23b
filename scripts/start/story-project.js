import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { hasColours, showCommand } from "./terminal.js";

const checkout = fileURLToPath(new URL("../..", import.meta.url));
const programs = {
  node: [],
  toolkiln: [join(checkout, "packages/cli/bin/toolkiln.js")],
  tsc: [join(checkout, "node_modules/typescript/bin/tsc")],
};

/** A project in a temporary folder that uses the packages of this checkout. */
export class StoryProject {
  #folder = mkdtempSync(join(tmpdir(), "toolkiln-start-"));

  constructor() {
    symlinkSync(join(checkout, "node_modules"), join(this.#folder, "node_modules"), "junction");
  }

  /** Copies files from an example. */
  copy(example, ...paths) {
    for (const path of paths) {
      const target = join(this.#folder, path);
      mkdirSync(dirname(target), { recursive: true });
      copyFileSync(join(checkout, "examples", example, path), target);
    }
  }

  has(path) {
    return existsSync(join(this.#folder, path));
  }

  read(path) {
    return readFileSync(join(this.#folder, path), "utf8");
  }

  write(path, text) {
    writeFileSync(join(this.#folder, path), text);
  }

  /** Replaces text in a file; throws when the file does not contain it. */
  edit(path, from, to) {
    const text = this.read(path);
    if (!text.includes(from)) throw new Error(`${path} does not contain "${from}".`);
    this.write(path, text.replaceAll(from, to));
  }

  /** Prints and runs a command and returns its output; throws on an unexpected exit code. */
  run(program, args, expectedCode = 0) {
    const words = args.map((arg) => (/^[\w./-]+$/.test(arg) ? arg : JSON.stringify(arg)));
    showCommand([program, ...words].join(" "));
    const { NO_COLOR: _no, FORCE_COLOR: _force, ...environment } = process.env;
    const { status, stdout, stderr, error } = spawnSync(process.execPath, [...programs[program], ...args], {
      cwd: this.#folder,
      env: { ...environment, ...(hasColours ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" }) },
      stdio: ["ignore", "pipe", "pipe"],
      encoding: "utf8",
    });
    if (error) throw error;
    if (status !== expectedCode) {
      throw new Error(`${program} exited with ${status} instead of ${expectedCode}.\n${stdout}${stderr}`);
    }
    return stdout + stderr;
  }

  remove() {
    // Removes the link first, so that its target is not deleted.
    rmSync(join(this.#folder, "node_modules"), { force: true });
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
