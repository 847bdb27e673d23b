import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"; // prettier-ignore
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { Worker } from "node:worker_threads";
import { ToolExecutionContextBuilder } from "@toolkiln/runtime";
import { Workspace, WorkspacePathError, WorkspacePathPolicy } from "@toolkiln/runtime/node";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let base: string;
let root: string;
let outside: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "toolkiln-")));
  root = join(base, "workspace");
  outside = join(base, "outside");
  for (const directory of [root, join(root, "src"), outside, join(base, "workspace-evil")])
    mkdirSync(directory);
  writeFileSync(join(root, "src", "a.txt"), "inside");
  writeFileSync(join(outside, "secret.txt"), "secret");
  writeFileSync(join(base, "workspace-evil", "x"), "evil");
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

const policy = new WorkspacePathPolicy();

function resolve(path: string, expectation: { exists?: boolean; kind?: "file" | "directory" } = {}) {
  return policy.resolve(path, { pointer: "/path", within: "workspace", ...expectation }, root);
}

/** The error code for a path, or the resolved path. */
async function verdict(path: string, expectation = {}): Promise<string> {
  const answer = await resolve(path, expectation);
  return answer.ok ? answer.path.replace(root, "…") : answer.error.errorCode;
}

describe("a workspace that is opened by a relative path or a link", () => {
  it("has a canonical root that works as the workspace of a context", async () => {
    symlinkSync(root, join(base, "linked"));
    for (const path of [relative(process.cwd(), root), join(base, "linked")]) {
      const workspace = await Workspace.open(path);
      expect(workspace.root).toBe(root);
      const context = ToolExecutionContextBuilder.create().withWorkspace(workspace.root).buildForTesting();
      const file = await workspace.resolve("src/a.txt");
      expect(context.getRelativePath(file)).toBe(join("src", "a.txt"));
      expect(context.isPathInWorkspace(file)).toBe(true);
      expect(context.isPathInWorkspace(join(outside, "secret.txt"))).toBe(false);
    }
  });
});

describe("the path policy", () => {
  it("returns canonical absolute paths, also of files that do not exist yet", async () => {
    expect(await resolve("src/../src/./a.txt")).toEqual({
      ok: true,
      path: join(root, "src", "a.txt"),
      relativePath: "src/a.txt",
    });
    expect(await resolve(join(root, "src"))).toMatchObject({ ok: true, path: join(root, "src") });
    expect(await verdict("new/deep/file")).toBe("…/new/deep/file");
    expect(await verdict(".")).toBe("…");
  });

  it.each([
    "../workspace-evil/x", "a/../../x", "./../x", "/etc/passwd", "//etc/passwd", "/", "..", "../workspace/../outside/secret.txt",
  ])("denies %j, which leads out even without links", async (path) => {
    expect(await verdict(path)).toBe("path_outside_workspace");
  }); // prettier-ignore

  it("treats backslashes and percent-encoding as part of a name", async () => {
    expect(await verdict("..\\..\\x")).toBe("…/..\\..\\x");
    expect(await verdict("C:\\x")).toBe("…/C:\\x");
    expect(await verdict("%2e%2e/x")).toBe("…/%2e%2e/x");
  });

  it("denies links to files and directories outside, alone and in chains", async () => {
    symlinkSync(join(outside, "secret.txt"), join(root, "link"));
    symlinkSync(outside, join(root, "dirlink"));
    symlinkSync("dirlink", join(root, "b"));
    symlinkSync("b", join(root, "a"));
    symlinkSync("../../outside", join(root, "src", "relative"));
    const ways = ["link", "dirlink", "dirlink/secret.txt", "dirlink/none", "dirlink/none/deeper", "a", "a/secret.txt", "src/relative/secret.txt"]; // prettier-ignore
    expect(await Promise.all(ways.map((path) => verdict(path)))).toEqual(
      ways.map(() => "path_outside_workspace"),
    );
  });

  it("follows links that stay inside, also absolute ones and ones through another name of the root", async () => {
    symlinkSync("src/a.txt", join(root, "relative"));
    symlinkSync(join(root, "src"), join(root, "absolute"));
    symlinkSync(root, join(base, "alias"));
    symlinkSync(join(base, "alias", "src"), join(root, "roundabout"));
    expect(await verdict("relative")).toBe("…/src/a.txt");
    expect(await verdict("absolute/a.txt")).toBe("…/src/a.txt");
    expect(await verdict("roundabout/a.txt")).toBe("…/src/a.txt");
    const parameter = { pointer: "/path", within: "workspace" } as const;
    const byAlias = await policy.resolve(join(base, "alias", "src"), parameter, join(base, "alias"));
    expect(byAlias).toEqual({ ok: true, path: join(root, "src"), relativePath: "src" });
  });

  it("follows dangling links to where they would create something", async () => {
    symlinkSync(join(outside, "newfile"), join(root, "dangling"));
    symlinkSync("dangling", join(root, "to-dangling"));
    symlinkSync("src/new.txt", join(root, "inside"));
    expect(await verdict("dangling")).toBe("path_outside_workspace");
    expect(await verdict("to-dangling")).toBe("path_outside_workspace");
    expect(await verdict("dangling/deeper")).toBe("path_outside_workspace");
    expect(await verdict("inside")).toBe("…/src/new.txt");
  });

  it("denies loops", async () => {
    symlinkSync("loopb", join(root, "loopa"));
    symlinkSync("loopa", join(root, "loopb"));
    symlinkSync("self/x", join(root, "self"));
    expect(await verdict("loopa")).toBe("path_outside_workspace");
    expect(await verdict("loopa/x")).toBe("path_outside_workspace");
    expect(await verdict("self")).toBe("path_outside_workspace");
  });

  it("accepts hard links, which look like normal files", async () => {
    linkSync(join(outside, "secret.txt"), join(root, "hard"));
    expect(await verdict("hard")).toBe("…/hard");
  });

  it("rejects invalid paths", async () => {
    expect(await verdict("")).toBe("invalid_path");
    expect(await verdict("a\0b")).toBe("invalid_path");
    expect(await verdict("x".repeat(300))).toBe("invalid_path");
    expect(await verdict("x/".repeat(2500))).toBe("invalid_path");
    expect(await verdict("line\nbreak")).toBe("…/line\nbreak");
  });

  it("rejects pipes and whatever else is neither file nor directory", async () => {
    execFileSync("mkfifo", [join(root, "pipe")]);
    symlinkSync("/dev/zero", join(root, "zero"));
    symlinkSync("/proc/self/environ", join(root, "environ"));
    expect(await verdict("pipe")).toBe("path_not_allowed");
    expect(await verdict("zero")).toBe("path_outside_workspace");
    expect(await verdict("environ")).toBe("path_outside_workspace");
  });

  it("checks whether a path exists and whether it is a file or directory, as required", async () => {
    expect(await verdict("none", { exists: true })).toBe("path_not_found");
    expect(await verdict("src/a.txt/deeper", { exists: true })).toBe("path_not_found");
    expect(await verdict("src", { exists: false })).toBe("path_exists");
    expect(await verdict("src", { kind: "file" })).toBe("path_not_allowed");
    expect(await verdict("src/a.txt", { kind: "directory" })).toBe("path_not_allowed");
    expect(await verdict("src/a.txt", { exists: true, kind: "file" })).toBe("…/src/a.txt");
  });

  it("reveals nothing about paths outside", async () => {
    symlinkSync(join(outside, "secret.txt"), join(root, "to-file"));
    symlinkSync(join(outside, "none"), join(root, "to-nothing"));
    const answers = await Promise.all(
      ["to-file", "to-nothing"].map(async (path) => JSON.stringify(await resolve(path, { exists: true }))),
    );
    expect(answers[0]?.replaceAll("to-file", "x")).toBe(answers[1]?.replaceAll("to-nothing", "x"));
    expect(answers.join()).not.toContain("outside/");
    expect(await resolve("../outside/\u202Egnp.exe")).toMatchObject({
      error: { parameterName: "path", message: "Path is outside the workspace: ../outside/\\u{202e}gnp.exe" },
    });
  });

  it("requires a workspace, except for paths that may be anywhere", async () => {
    const missing = await policy.resolve("a", { pointer: "/a/0/b", within: "workspace" }, undefined);
    expect(missing).toMatchObject({
      ok: false,
      error: { parameterName: "/a/0/b", errorCode: "path_not_allowed" },
    });
    const gone = await policy.resolve("a", { pointer: "/a", within: "workspace" }, join(base, "gone"));
    expect(JSON.stringify(gone)).not.toContain("gone");
    const anywhere = { pointer: "/path", within: "anywhere" } as const;
    expect(await policy.resolve(outside, anywhere, undefined)).toEqual({ ok: true, path: outside });
    expect(await policy.resolve("../outside", anywhere, root)).toEqual({ ok: true, path: outside });
    expect(await policy.resolve("/none", { ...anywhere, exists: true }, root)).toMatchObject({ ok: false });
  });
});

describe("a workspace", () => {
  it("reads, writes, lists, moves and removes", async () => {
    const workspace = await Workspace.open(root);
    await workspace.makeDirectory("deep/er");
    await workspace.writeFile("deep/er/b.txt", "one two");
    expect((await workspace.readFile("deep/er/b.txt")).toString()).toBe("one two");
    expect((await workspace.readFile("deep/er/b.txt", { maxBytes: 3 })).toString()).toBe("one");
    await workspace.writeFile("deep/er/b.txt", "three", "overwrite");
    expect(readFileSync(join(root, "deep/er/b.txt"), "utf8")).toBe("three");
    await expect(workspace.writeFile("deep/er/b.txt", "x")).rejects.toThrow(
      "Path already exists: deep/er/b.txt",
    );
    await workspace.move("deep/er/b.txt", "c.txt");
    expect(await workspace.list(".")).toEqual(["c.txt", "deep", "src"]);
    await workspace.remove("deep");
    expect(readdirSync(root).toSorted()).toEqual(["c.txt", "src"]);
    expect(workspace.relative(join(root, "src", "a.txt"))).toBe("src/a.txt");
  });

  it("removes and moves links, not their targets", async () => {
    const workspace = await Workspace.open(root);
    symlinkSync(outside, join(root, "src", "link"));
    await workspace.move("src/link", "link");
    await workspace.remove("link");
    symlinkSync(outside, join(root, "src", "link"));
    await workspace.remove("src");
    expect(readFileSync(join(outside, "secret.txt"), "utf8")).toBe("secret");
    expect(existsSync(join(root, "src"))).toBe(false);
  });

  it("does not write through a hard link when it overwrites", async () => {
    linkSync(join(outside, "secret.txt"), join(root, "hard"));
    await (await Workspace.open(root)).writeFile("hard", "new", "overwrite");
    expect(readFileSync(join(outside, "secret.txt"), "utf8")).toBe("secret");
    expect(readFileSync(join(root, "hard"), "utf8")).toBe("new");
  });

  it("never removes or overwrites the root, and never opens pipes or directories as files", async () => {
    const workspace = await Workspace.open(root);
    execFileSync("mkfifo", [join(root, "pipe")]);
    for (const attempt of [
      () => workspace.remove("."),
      () => workspace.writeFile(".", "x", "overwrite"),
      () => workspace.openForReading("pipe"),
      () => workspace.openForWriting("pipe"),
      () => workspace.openForReading("src"),
      () => workspace.writeFile("../x", "x"),
      () => workspace.remove("../outside"),
    ]) {
      await expect(attempt()).rejects.toBeInstanceOf(WorkspacePathError);
    }
    expect(existsSync(join(outside, "secret.txt"))).toBe(true);
  });

  it("leaves no file open", async () => {
    const workspace = await Workspace.open(root);
    const open = () => (process.platform === "linux" ? readdirSync("/proc/self/fd").length : 0);
    const before = open();
    for (let round = 0; round < 20; round++) {
      await workspace.readFile("src/a.txt");
      await workspace.readFile("src/none").catch(() => undefined);
      await workspace.makeDirectory("src/a.txt/b").catch(() => undefined);
      await workspace.writeFile("src/b.txt", "x", "overwrite");
    }
    expect(open()).toBeLessThanOrEqual(before);
    expect(readdirSync(join(root, "src"))).toEqual(["a.txt", "b.txt"]);
  });

  it("stays inside while a directory is swapped for a link a thousand times", async () => {
    writeFileSync(join(outside, "a.txt"), "secret");
    const workspace = await Workspace.open(root);
    const swapper = new Worker(new URL("swap-directory.js", import.meta.url), {
      workerData: { directory: join(root, "src"), outside, swaps: 1000 },
    });
    const state = { isSwapping: true };
    const swapped = once(swapper, "exit").finally(() => (state.isSwapping = false));
    const read = new Set<string>();
    let uses = 0;
    while (state.isSwapping) {
      const outcomes = await Promise.allSettled([
        workspace.readFile("src/a.txt").then((bytes) => read.add(bytes.toString())),
        workspace.writeFile(`src/new-${uses}`, "written"),
        workspace.writeFile("src/b.txt", "written", "overwrite"),
        workspace.remove("src/b.txt"),
        workspace.makeDirectory("src/made"),
      ]);
      const strange = outcomes.filter(
        (it) => it.status === "rejected" && !(it.reason instanceof WorkspacePathError),
      );
      expect(strange).toEqual([]);
      uses++;
    }
    expect(await swapped).toEqual([0]);
    expect(uses).toBeGreaterThan(10);
    expect([...read].filter((text) => text !== "inside")).toEqual([]);
    expect(readdirSync(outside).toSorted()).toEqual(["a.txt", "secret.txt"]);
    expect(readFileSync(join(outside, "a.txt"), "utf8")).toBe("secret");
  });
});
