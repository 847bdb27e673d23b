// A workspace in which the first example of every safe tool of the standard pack can be run.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const logo =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Fills an empty folder with files and one commit. */
export function fillWorkspace(folder) {
  const files = {
    "README.md": "# Sample\n",
    "package.json": '{ "name": "sample", "scripts": { "test": "true" } }\n',
    "src/index.ts": "export function parse(text: string): string {\n  return text;\n}\n",
    "src/index.test.ts": "export {};\n",
    "docs/logo.png": Buffer.from(logo, "base64"),
  };
  for (const [path, contents] of Object.entries(files)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), contents);
  }
  const identity = ["-c", "user.name=Sample", "-c", "user.email=sample@example.com"];
  for (const args of [
    ["init", "-q"],
    ["add", "."],
    [...identity, "commit", "-q", "-m", "Begin"],
  ]) {
    const { status, stderr } = spawnSync("git", args, { cwd: folder, encoding: "utf8" });
    if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  }
  return folder;
}
