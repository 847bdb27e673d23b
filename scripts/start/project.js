// A project in a temporary folder that uses the packages of this checkout. It is the working directory until the process ends.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { showCommand } from "./terminal.js";

const checkout = fileURLToPath(new URL("../..", import.meta.url));
const programs = {
  node: [],
  toolkiln: [join(checkout, "packages/cli/bin/toolkiln.js")],
  tsc: [join(checkout, "node_modules/typescript/bin/tsc")],
};

const folder = mkdtempSync(join(tmpdir(), "toolkiln-start-"));
symlinkSync(join(checkout, "node_modules"), join(folder, "node_modules"), "junction");
process.chdir(folder);
process.on("exit", () => {
  process.chdir(checkout);
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));

/** Copies files from an example. */
export function copy(example, ...paths) {
  for (const path of paths) cpSync(join(checkout, "examples", example, path), path);
}

export function read(path) {
  return readFileSync(path, "utf8");
}

/** Replaces text in a file; throws when the file does not contain it. */
export function edit(path, from, to) {
  const text = read(path);
  if (!text.includes(from)) throw new Error(`${path} does not contain "${from}".`);
  writeFileSync(path, text.replaceAll(from, to));
}

/** Prints and runs a command and returns its output; throws on an unexpected exit code. */
export function run(program, args, expectedCode = 0) {
  const words = args.map((arg) => (/^[\w./-]+$/.test(arg) ? arg : JSON.stringify(arg)));
  showCommand([program, ...words].join(" "));
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [...programs[program], ...args], {
    env: { ...process.env, ...(process.stdout.isTTY && !process.env.NO_COLOR && { FORCE_COLOR: "1" }) },
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
  });
  if (error) throw error;
  if (status !== expectedCode)
    throw new Error(`${program} exited with ${status} instead of ${expectedCode}.\n${stdout}${stderr}`);
  return stdout + stderr;
}
