import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { registry, type ToolId, type ToolInputs } from "../../generated/registry.js";
import { workbench } from "./workbench.js";

const outside = mkdtempSync(join(tmpdir(), "toolkiln-outside-"));
writeFileSync(join(outside, "secret.txt"), "outside secret");
afterAll(() => rmSync(outside, { recursive: true, force: true }));

type Attack = { [Id in ToolId]: [id: Id, input: (path: string) => ToolInputs[Id]] }[ToolId];

/** Every tool that takes a path, and how a path is put into its parameters. */
const attacks: readonly Attack[] = [
  ["file-read", (path) => ({ path })],
  ["file-write", (path) => ({ path, content: "pwned", mode: "overwrite" as const })],
  ["file-write", (path) => ({ path, content: "pwned", mode: "append" as const })],
  ["file-edit", (path) => ({ path, oldText: "secret", newText: "pwned" })],
  ["file-delete", (path) => ({ path, permanent: true })],
  ["file-move", (path) => ({ from: path, to: "taken.txt" })],
  ["file-move", (path) => ({ from: "inside.txt", to: path, overwrite: true })],
  ["directory-list", (path) => ({ path })],
  ["image-read", (path) => ({ path })],
  ["file-search", (path) => ({ pattern: "**", path })],
  ["content-search", (path) => ({ query: "secret", path })],
  ["terminal-execute", (path) => ({ command: ["cat", "secret.txt"], cwd: path })],
  ["git-diff", (path) => ({ paths: [path] })],
  ["git-log", (path) => ({ path })],
  ["json-query", (path) => ({ query: "$", path })],
];

const ways: readonly (readonly [title: string, path: (root: string) => string])[] = [
  ["an absolute path", () => join(outside, "secret.txt")],
  ["an absolute folder", () => outside],
  ["dots", () => join("..", outside.split("/").at(-1) ?? "", "secret.txt")],
  ["dots through a folder", () => `folder/../../${outside.split("/").at(-1) ?? ""}/secret.txt`],
  ["a link to a file", () => "link.txt"],
  ["a link to a folder", () => "link"],
  ["a file behind a link", () => "link/secret.txt"],
  ["a new file behind a link", () => "link/new.txt"],
  ["a dangling link", () => "dangling.txt"],
  ["a loop of links", () => "loop"],
  ["a sibling with the same beginning", (root) => `${root}-evil/x.txt`],
  ["a zero byte", () => "inside.txt\0.png"],
];

describe.each(attacks.map(([id, input], index) => ({ id, input, index })))(
  "$id, call $index,",
  ({ id, input }) => {
    it.each(ways)("cannot be made to leave the workspace by %s", async (_title, way) => {
      using bench = workbench({ "inside.txt": "inside", "folder/a.txt": "a" });
      symlinkSync(outside, bench.at("link"));
      symlinkSync(join(outside, "secret.txt"), bench.at("link.txt"));
      symlinkSync(join(outside, "created.txt"), bench.at("dangling.txt"));
      symlinkSync("loop", bench.at("loop"));
      const execution = await bench.run(id, input(way(bench.root)));
      expect(execution.result.success).toBe(false);
      expect(execution.result.toLlmContext()).not.toContain("outside secret");
      expect(readFileSync(join(outside, "secret.txt"), "utf8")).toBe("outside secret");
      expect(existsSync(join(outside, "new.txt")) || existsSync(join(outside, "created.txt"))).toBe(false);
    });
  },
);

it("covers every tool that takes a path", async () => {
  const specs = await Promise.all(registry.tools.map((handle) => handle.loadSpec()));
  const tried = new Set<string>(attacks.map(([id]) => id));
  const missing = specs.filter(({ id, paths = [] }) => paths.length > 0 && !tried.has(id));
  expect(missing.map(({ id }) => id)).toEqual([]);
});
