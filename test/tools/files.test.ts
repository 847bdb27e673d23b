import { chmodSync, existsSync, linkSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { createHash } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { ToolExecutor } from "@toolkiln/runtime";
import { WorkspacePathPolicy } from "@toolkiln/runtime/node";
import { registry } from "../../generated/registry.js";
import { findProgram } from "../../tools/support/find-program.js";
import { codeOf, dataOf, workbench } from "./workbench.js";

/** Runs something while no program can be found. */
async function withPath<Result>(path: string, action: () => Promise<Result>): Promise<Result> {
  const before = process.env["PATH"];
  process.env["PATH"] = path;
  try {
    return await action();
  } finally {
    process.env["PATH"] = before;
  }
}

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

describe("the file tools", () => {
  it("fill in summary and MIME type", async () => {
    using bench = workbench({ "a.md": "one\ntwo\n", Makefile: "all:\n" });
    bench.write("photo.jpg", png);
    const calls = [
      ["file-read", { path: "a.md" }, "2 lines, 8 B", "text/markdown"],
      ["file-read", { path: "Makefile" }, "1 line, 5 B", "text/plain"],
      ["file-read", { path: "photo.jpg", encoding: "base64" }, "1 line, 70 B", "image/jpeg"],
      ["file-edit", { path: "a.md", oldText: "two", newText: "three" }, "+1 -1 lines", "text/markdown"],
      ["file-write", { path: "b/c.ts", content: "x\n" }, "+1 -0 lines", "text/typescript"],
      ["file-move", { from: "a.md", to: "d.md" }, "a.md → d.md", "application/json"],
      ["file-delete", { path: "d.md" }, "1 entry", "application/json"],
      ["file-delete", { path: "b", permanent: true }, "2 entries", "application/json"],
      ["image-read", { path: "photo.jpg" }, "photo.jpg, image/png, 70 B", "image/png"],
    ] as const;
    for (const [id, input, summary, mimeType] of calls) {
      const { result } = await bench.dispatch(id, input);
      expect([id, result.success, result.summary, result.mimeType]).toEqual([id, true, summary, mimeType]);
    }
  });
});

describe("file-read", () => {
  it("rejects a binary file unless base64 is requested", async () => {
    using bench = workbench();
    bench.write("a.bin", Buffer.from([1, 0, 2, 255]));
    expect(codeOf(await bench.run("file-read", { path: "a.bin" }))).toBe("BinaryFile");
    const data = dataOf(await bench.run("file-read", { path: "a.bin", encoding: "base64" }));
    expect(data).toMatchObject({ content: "AQAC/w==", size: 4, truncated: false });
  });

  it("does not split a character at the limit", async () => {
    using bench = workbench({ "a.txt": "aé€" });
    expect(dataOf(await bench.run("file-read", { path: "a.txt", maxBytes: 2 })).content).toBe("a");
    expect(dataOf(await bench.run("file-read", { path: "a.txt", maxBytes: 3 })).content).toBe("aé");
  });

  it("finds lines far beyond the byte limit", async () => {
    const lines = Array.from({ length: 50_000 }, (_, index) => `line ${index + 1}`).join("\n");
    using bench = workbench({ "a.txt": lines });
    const data = dataOf(
      await bench.run("file-read", { path: "a.txt", startLine: 40_000, endLine: 40_001, maxBytes: 100 }),
    );
    expect(data.content).toBe("line 40000\nline 40001\n");
  });

  it.each([
    [1, 4, "a\n\nb\n\n"],
    [2, 2, "\n"],
    [3, 9, "b\n\nc"],
    [5, 5, "c"],
    [6, 9, ""],
    [4, 2, ""],
  ])("returns lines %i to %i of five", async (startLine, endLine, expected) => {
    using bench = workbench({ "a.txt": "a\n\nb\n\nc" });
    const { content } = dataOf(await bench.run("file-read", { path: "a.txt", startLine, endLine }));
    expect(content).toBe(expected);
  });

  it("keeps no chunk of the file before the first line in memory", async () => {
    using bench = workbench({ "a.txt": "x".repeat(1_000_000) });
    const concat = vi.spyOn(Buffer, "concat");
    try {
      dataOf(await bench.run("file-read", { path: "a.txt", startLine: 2 }));
      expect(concat).toHaveBeenCalledWith([]);
    } finally {
      concat.mockRestore();
    }
  });

  it("does not copy each line of a file separately, however short the lines are", async () => {
    using bench = workbench({ "a.txt": "\n".repeat(1_000_000) });
    const cuts = vi.spyOn(Uint8Array.prototype, "slice");
    try {
      const { content } = dataOf(await bench.run("file-read", { path: "a.txt", startLine: 3 }));
      expect(content).toHaveLength(999_998);
      expect(cuts.mock.calls.length).toBeLessThan(100);
    } finally {
      cuts.mockRestore();
    }
  });

  it("asks for approval before it reads credentials", async () => {
    using bench = workbench({ ".env": "SECRET=1", ".envelope": "x" });
    expect((await bench.run("file-read", { path: ".env" })).approval).toBe("approved");
    expect((await bench.run("file-read", { path: ".envelope" })).approval).toBe("notRequired");
  });
});

describe("file-write", () => {
  it("reports what it wrote with its hash", async () => {
    using bench = workbench();
    const { result } = await bench.run("file-write", { path: "deep/er/a.txt", content: "hi" });
    const contentHash = `sha256:${createHash("sha256").update("hi").digest("hex")}`;
    expect(result.artifacts).toMatchObject([
      { type: "file", path: "deep/er/a.txt", action: "created", size: 2, contentHash },
    ]);
    expect(readFileSync(bench.at("deep/er/a.txt"), "utf8")).toBe("hi");
  });

  it("keeps the permissions of a file that it overwrites", async () => {
    using bench = workbench({ "run.txt": "old" });
    chmodSync(bench.at("run.txt"), 0o755);
    const data = dataOf(
      await bench.run("file-write", { path: "run.txt", content: "new", mode: "overwrite" }),
    );
    expect(data).toMatchObject({ original: "old", modified: "new", isNew: false });
    expect(statSync(bench.at("run.txt")).mode & 0o777).toBe(0o755);
  });

  it("does not replace a directory", async () => {
    using bench = workbench({ "folder/a.txt": "a" });
    expect(
      (await bench.run("file-write", { path: "folder", content: "x", mode: "overwrite" })).result.success,
    ).toBe(false);
    expect(readFileSync(bench.at("folder/a.txt"), "utf8")).toBe("a");
  });
});

describe("file-edit", () => {
  it("does not let an edit exceed the size limit", async () => {
    using bench = workbench({ "a.txt": "a".repeat(1000) });
    const call = { path: "a.txt", oldText: "a", newText: "b".repeat(1_000_000), expectedCount: 1000 };
    expect(codeOf(await bench.run("file-edit", call))).toBe("TooLarge");
    expect(readFileSync(bench.at("a.txt"), "utf8")).toBe("a".repeat(1000));
  });

  it.each([
    ["file-edit", { oldText: "a", newText: "ü", expectedCount: 6_000 }],
    ["file-write", { content: "ü".repeat(6_000), mode: "append" }],
  ] as const)("does not let %s create a file that is too large to edit", async (id, change) => {
    const content = "a".repeat(6_000).padEnd(10_485_760 - 5_000, ".");
    using bench = workbench({ "a.txt": content });
    expect(codeOf(await bench.dispatch(id, { path: "a.txt", ...change }))).toBe("TooLarge");
    expect(readFileSync(bench.at("a.txt"), "utf8")).toBe(content);
  });

  it("takes the old text literally", async () => {
    using bench = workbench({ "a.txt": "cost: $1 (a+)\n" });
    const data = dataOf(
      await bench.run("file-edit", { path: "a.txt", oldText: "$1 (a+)", newText: "$& $2" }),
    );
    expect(data.modified).toBe("cost: $& $2\n");
    expect(data.hunks).toMatchObject([{ oldStart: 1, newStart: 1 }]);
  });

  it("replaces every occurrence when the expected count matches", async () => {
    using bench = workbench({ "a.txt": "a b a" });
    dataOf(await bench.run("file-edit", { path: "a.txt", oldText: "a", newText: "c", expectedCount: 2 }));
    expect(readFileSync(bench.at("a.txt"), "utf8")).toBe("c b c");
  });
});

describe("file-delete and file-move", () => {
  it("report errors of the file system with the system's text and without absolute paths", async () => {
    using bench = workbench();
    const { result } = await bench.run("file-delete", { path: "gone.txt" });
    expect(result.error).toMatchObject({
      code: "NotFound",
      message: "'gone.txt' cannot be used: no such file or directory.",
    });
  });

  it("can restore a deleted folder", async () => {
    using bench = workbench({ "a/b.txt": "b" });
    const { movedTo } = dataOf(await bench.run("file-delete", { path: "a" }));
    expect(existsSync(bench.at("a"))).toBe(false);
    dataOf(await bench.run("file-move", { from: movedTo ?? "", to: "a" }));
    expect(readFileSync(bench.at("a/b.txt"), "utf8")).toBe("b");
  });

  it("deletes a file permanently on request", async () => {
    using bench = workbench({ "a.txt": "a" });
    const { result } = await bench.run("file-delete", { path: "a.txt", permanent: true });
    expect(result.success && result.data).toEqual({ path: "a.txt", entries: 1 });
    expect(existsSync(bench.at("a.txt"))).toBe(false);
  });

  it("reports what was moved or deleted with the hash of its content", async () => {
    using bench = workbench({ "a.txt": "hi", "d/x.txt": "x", "d/sub/y.txt": "y" });
    symlinkSync("x.txt", bench.at("d/link"));
    const hash = (text: string): string => `sha256:${createHash("sha256").update(text).digest("hex")}`;
    const moved = await bench.run("file-move", { from: "a.txt", to: "b.txt" });
    expect(moved.result.artifacts).toMatchObject([
      { type: "file", path: "b.txt", action: "moved", size: 2, contentHash: hash("hi") },
    ]);
    const deleted = await bench.run("file-delete", { path: "b.txt", permanent: true });
    expect(deleted.result.artifacts).toMatchObject([
      { type: "file", path: "b.txt", action: "deleted", size: 2, contentHash: hash("hi") },
    ]);
    const list = [
      `link ${hash("x.txt")}  link`,
      "directory  sub",
      `${hash("y")}  sub/y.txt`,
      `${hash("x")}  x.txt`,
    ];
    const folder = { type: "directory", size: 2, contentHash: hash(`${list.join("\n")}\n`) };
    const first = await bench.run("file-move", { from: "d", to: "e" });
    expect(first.result.artifacts).toMatchObject([{ ...folder, path: "e", action: "moved" }]);
    const last = await bench.run("file-delete", { path: "e" });
    expect(last.result.artifacts).toMatchObject([{ ...folder, path: "e", action: "deleted" }]);
  });

  it("summarizes a deletion in one line", async () => {
    using bench = workbench({ "build/a.txt": "a" });
    const summaries: string[] = [];
    const executor = new ToolExecutor(registry, {
      paths: new WorkspacePathPolicy(),
      approve: ({ summary }) => {
        summaries.push(summary);
        return { decision: "deny" };
      },
    });
    const call = { workspacePath: bench.root };
    await executor.execute("file-delete", { path: "./build/a.txt" }, call);
    await executor.execute("file-delete", { path: "build", permanent: true }, call);
    await executor.dispose();
    expect(summaries).toEqual(["Move 'build/a.txt' to the trash", "Delete 'build' permanently"]);
  });

  it("does not move a directory into itself", async () => {
    using bench = workbench({ "a/b.txt": "b" });
    expect(codeOf(await bench.run("file-move", { from: "a", to: "a/c" }))).toBe("IntoItself");
  });

  it("overwrites a file only on request, and never a directory", async () => {
    using bench = workbench({ "a.txt": "a", "b.txt": "b", "c/d.txt": "d" });
    dataOf(await bench.run("file-move", { from: "a.txt", to: "b.txt", overwrite: true }));
    expect(readFileSync(bench.at("b.txt"), "utf8")).toBe("a");
    expect(codeOf(await bench.run("file-move", { from: "b.txt", to: "c", overwrite: true }))).toBe(
      "AlreadyExists",
    );
  });

  it("keeps only the new name when a file is moved onto its own hard link", async () => {
    using bench = workbench({ "a.txt": "a" });
    linkSync(bench.at("a.txt"), bench.at("b.txt"));
    dataOf(await bench.run("file-move", { from: "a.txt", to: "b.txt", overwrite: true }));
    expect(readdirSync(bench.root)).toEqual(["b.txt"]);
  });

  it("never replaces a file with a directory", async () => {
    using bench = workbench({ "a/x.txt": "x", "b.txt": "b" });
    const call = { from: "a", to: "b.txt", overwrite: true };
    expect(codeOf(await bench.run("file-move", call))).toBe("AlreadyExists");
    expect(readFileSync(bench.at("b.txt"), "utf8")).toBe("b");
  });

  it("deletes from the trash only with `permanent`", async () => {
    using bench = workbench({ ".trash/old/a.txt": "a" });
    for (const path of [".trash", ".trash/old", ".trash/old/a.txt"])
      expect(codeOf(await bench.run("file-delete", { path }))).toBe("AlreadyInTrash");
    expect(readFileSync(bench.at(".trash/old/a.txt"), "utf8")).toBe("a");
    dataOf(await bench.run("file-delete", { path: ".trash", permanent: true }));
    expect(readdirSync(bench.root)).toEqual([]);
  });
});

describe("directory-list", () => {
  it("applies nested ignore files and lists links without following them", async () => {
    using bench = workbench({
      ".gitignore": "*.log\n",
      "a/.gitignore": "!keep.log\nout/\n",
      "a/keep.log": "",
      "a/out/x": "",
      "b.log": "",
    });
    symlinkSync("/etc", bench.at("link"));
    const { entries } = dataOf(await bench.run("directory-list", { recursive: true }));
    expect(entries.map(({ name, type }) => `${name} ${type}`)).toEqual([
      ".gitignore file",
      "a directory",
      "a/.gitignore file",
      "a/keep.log file",
      "link symlink",
    ]);
  });

  it("reports truncation", async () => {
    using bench = workbench({ a: "", b: "", c: "" });
    const { entries, truncated } = dataOf(await bench.run("directory-list", { maxEntries: 2 }));
    expect([entries.length, truncated]).toEqual([2, true]);
  });
});

describe("image-read", () => {
  it("detects the type from the content, not from the name", async () => {
    using bench = workbench();
    bench.write("photo.jpg", png);
    const { result } = await bench.run("image-read", { path: "photo.jpg" });
    expect(result.mimeType).toBe("image/png");
    expect(result.data).toEqual({ base64: png.toString("base64"), alt: "photo.jpg" });
  });
});

describe("search", () => {
  it("finds files by glob below a folder", async () => {
    using bench = workbench({ "src/a/b.test.ts": "", "src/c.ts": "", "d.test.ts": "" });
    const { entries } = dataOf(await bench.run("file-search", { pattern: "**/*.test.ts", path: "src" }));
    expect(entries.map(({ name }) => name)).toEqual(["a/b.test.ts"]);
  });

  it("finds text with context and leaves out binary files", async () => {
    using bench = workbench({ "a.txt": "one\ntwo\nthree\n", "b.bin": "two\0" });
    const { rows, columns } = dataOf(
      await bench.run("content-search", { query: "TWO", caseSensitive: false, contextLines: 1 }),
    );
    expect(rows).toEqual([{ file: "a.txt", line: 2, text: "two", before: "one", after: "three" }]);
    expect(columns.map(({ key }) => key)).toEqual(["file", "line", "text", "before", "after"]);
  });

  it.each([
    [".", ["a.txt", "src/.hidden/b.txt", "src/b.md", "src/keep.log"]],
    ["src", ["src/.hidden/b.txt", "src/b.md", "src/keep.log"]],
  ])("finds the same workspace paths in %s with and without ripgrep", async (path, files) => {
    using bench = workbench({
      // Ignore files around the workspace, and those of other programs, have no effect.
      ".gitignore": "*.md\n",
      "inner/.ignore": "*.md\n",
      "inner/.git/info/exclude": "*.md\n",
      "inner/.gitignore": "out/\n*.log\n",
      "inner/a.txt": "needle\n",
      "inner/src/.hidden/b.txt": "needle",
      "inner/src/b.md": "needle",
      "inner/src/b.log": "needle",
      "inner/src/.gitignore": "!keep.log\n",
      "inner/src/keep.log": "needle",
      "inner/src/out/c.txt": "needle",
      "inner/out/c.txt": "needle",
      "inner/out/.gitignore": "!c.txt",
      "inner/d.bin": "needle\0",
    });
    const options = { workspacePath: bench.at("inner") };
    const search = async () =>
      dataOf(await bench.run("content-search", { query: "needle", path }, options)).rows;
    const own = await withPath("", search);
    expect(own).toEqual(files.map((file) => ({ file, line: 1, text: "needle" })));
    const hasRipgrep = (await findProgram("rg")) !== undefined;
    if (!hasRipgrep) process.stderr.write("ripgrep is not installed: only the own search was tried.\n");
    expect(hasRipgrep ? await search() : own).toEqual(own);
  });

  it("stops a pattern with catastrophic backtracking", async () => {
    using bench = workbench({ "a.txt": `${"a".repeat(40)}!` });
    expect(codeOf(await bench.run("content-search", { query: "^(a+)+$", regex: true }))).toBe(
      "SearchTimeout",
    );
  });
});

describe("json-query", () => {
  it("queries a file", async () => {
    using bench = workbench({ "a.json": '{"books":[{"price":5},{"price":15}]}' });
    const data = dataOf(await bench.run("json-query", { query: "$.books[?@.price < 10]", path: "a.json" }));
    expect(data).toEqual({ values: [{ price: 5 }], total: 1, truncated: false });
  });

  it("distinguishes invalid JSON from an invalid query", async () => {
    using bench = workbench();
    expect(codeOf(await bench.run("json-query", { query: "$", json: "{" }))).toBe("InvalidJson");
    expect(codeOf(await bench.run("json-query", { query: "$[", json: "{}" }))).toBe("InvalidQuery");
  });

  it("limits the size of values that a query returns many times", async () => {
    using bench = workbench();
    const json = JSON.stringify(["x".repeat(1_000_000)]);
    const input = { query: `$[${"0,".repeat(99)}0]`, json, maxResults: 60 };
    const { values, ...rest } = dataOf(await bench.run("json-query", input)) as { values: unknown[] };
    expect([values.length, rest]).toEqual([49, { total: 100, truncated: true }]);
  });
});

describe("workspace-info and environment-info", () => {
  it("shows directories to a depth and counts deeper files", async () => {
    using bench = workbench({ "a/b/c/d.ts": "", "a/e.ts": "", "go.mod": "" });
    const data = dataOf(await bench.run("workspace-info", { maxDepth: 2 }));
    expect(data).toMatchObject({
      files: 3,
      packageManager: "go",
      languages: [
        { extension: ".ts", files: 2 },
        { extension: ".mod", files: 1 },
      ],
    });
    expect(data.tree.directories).toEqual([
      { name: "a", files: 1, directories: [{ name: "b", files: 1, directories: [] }] },
    ]);
  });

  it("never returns the value of a variable", async () => {
    using bench = workbench();
    process.env["KILN_TEST_SECRET"] = "kiln-secret-value";
    const data = dataOf(await bench.run("environment-info", {}));
    expect(JSON.stringify(data)).not.toContain("kiln-secret-value");
    expect(JSON.stringify(data)).not.toContain(process.env["HOME"] ?? "no home");
  });
});

describe("a hostile workspace or pattern", () => {
  it.each(["file-search", "content-search"] as const)("makes %s time out, not hang", async (id) => {
    using bench = workbench({ [`${"a".repeat(80)}c`]: "text" });
    const pattern = `${"*a".repeat(30)}b`;
    const input = id === "file-search" ? { pattern } : { query: "text", regex: true, glob: pattern };
    expect(codeOf(await bench.dispatch(id, input))).toBe("SearchTimeout");
  });

  it("still matches globs with many wildcards", async () => {
    using bench = workbench({ "a/b/c-d.test.ts": "" });
    const data = dataOf(await bench.run("file-search", { pattern: "**/*b*/*-?.{test,spec}.*" }));
    expect(data.entries.map(({ name }) => name)).toEqual(["a/b/c-d.test.ts"]);
  });

  it("deletes a folder without following the links in it", async () => {
    using bench = workbench({ "folder/a.txt": "1", "other/b.txt": "2" });
    symlinkSync(bench.root, bench.at("folder/up"));
    symlinkSync(bench.at("other"), bench.at("folder/other"));
    const data = dataOf(await bench.run("file-delete", { path: "folder", permanent: true }));
    expect(data.entries).toBe(4);
    expect(existsSync(bench.at("other/b.txt"))).toBe(true);
  });

  it.each([".git", ".GIT/config", ".git/hooks/pre-commit"])("treats writing %s as risky", async (path) => {
    using bench = workbench();
    const executor = new ToolExecutor(registry, { paths: new WorkspacePathPolicy() });
    const input = { path, content: "x" };
    const { status } = await executor.dispatch("file-write", input, { workspacePath: bench.root });
    expect(status).toBe("denied");
  });
});
