import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { stateOf, stateOfFiles } from "../../tools/support/folder-state.js";
import { readConsistently } from "../../tools/support/working-tree.js";
import { isFullRun } from "../support/repository.js";
import { codeOf, dataOf, workbench, type Workbench } from "./workbench.js";

/** Starts a repository with loose and packed objects and refs, a tag, a stash and a reflog. */
function start(bench: Workbench): void {
  bench.git("init", "--quiet", "--initial-branch=main");
  for (const text of ["kiln-secret one\n", "kiln-secret two\n", "kiln-secret three\n"]) {
    bench.write("deep/a.txt", text);
    bench.git("add", ".");
    bench.git("commit", "--quiet", `--message=${text.trim()}`);
    if (text.includes("two")) bench.git("gc", "--quiet");
  }
  bench.git("tag", "--annotate", "--message=x", "v1");
  bench.write("deep/a.txt", "kiln-secret four\n");
  rmSync(bench.at(".git/hooks"), { recursive: true });
}

const calls = [
  ["git-log", {}],
  ["git-diff", { from: "HEAD~2", to: "HEAD" }],
  ["git-status", {}],
] as const;

/** The data that each tool returns, or the error code if it fails. */
async function answersOf(bench: Workbench): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const [id, input] of calls) {
    const { result } = await bench.dispatch(id, input);
    answers.push(result.success ? result.data : result.error.code);
  }
  return answers;
}

describe("a git folder with a part outside the workspace", () => {
  const outside = workbench();
  afterAll(() => outside[Symbol.dispose]());
  start(outside);
  const parts = readdirSync(outside.at(".git"), { recursive: true, encoding: "utf8" }).toSorted();

  it("is tested with many different parts", () => {
    expect(parts.length).toBeGreaterThan(30);
    expect(parts).toEqual(
      expect.arrayContaining(["HEAD", "index", "config", "refs/heads/main", "packed-refs"]),
    );
  });

  it("shows nothing of that part, at any depth", async () => {
    const shown: string[] = [];
    for (const part of parts.filter((_, index) => isFullRun || index % 3 === 0)) {
      using bench = workbench();
      cpSync(outside.at(".git"), bench.at(".git"), { recursive: true });
      cpSync(outside.at("deep"), bench.at("deep"), { recursive: true });
      rmSync(bench.at(`.git/${part}`), { recursive: true });
      symlinkSync(outside.at(`.git/${part}`), bench.at(`.git/${part}`));
      const linked = await answersOf(bench);
      if (linked.every((answer) => typeof answer === "string")) continue;
      // A result that is not rejected must be the same without the part.
      rmSync(bench.at(`.git/${part}`));
      const without = await answersOf(bench);
      if (JSON.stringify(linked) !== JSON.stringify(without)) shown.push(part);
    }
    expect(shown).toEqual([]);
  }, 180_000);

  it("is rejected when each of its files is a link", async () => {
    using bench = workbench();
    const isFile = (part: string): boolean => !parts.some((other) => other.startsWith(`${part}/`));
    for (const part of parts) {
      if (!isFile(part)) continue;
      bench.write(`.git/${part}`, "");
      rmSync(bench.at(`.git/${part}`), { recursive: true });
      symlinkSync(outside.at(`.git/${part}`), bench.at(`.git/${part}`));
    }
    // Git itself accepts a link as a branch, but not as HEAD.
    rmSync(bench.at(".git/HEAD"));
    bench.write(".git/HEAD", "ref: refs/heads/main\n");
    expect(bench.git("log")).toContain("kiln-secret");
    expect(await answersOf(bench)).toEqual(["GitFailed", "GitFailed", "GitFailed"]);
  });

  it.each(["objects", "objects/pack"])(
    "shows nothing while %s is swapped for a link and back",
    async (part) => {
      using bench = workbench({ "deep/a.txt": "mine\n" });
      bench.git("init", "--quiet", "--initial-branch=main");
      bench.git("add", ".");
      bench.git("commit", "--quiet", "--message=mine");
      bench.git("gc", "--quiet");
      const revision = outside.git("rev-parse", "HEAD~1").trim();
      using _ = swapping(bench.at(`.git/${part}`), outside.at(`.git/${part}`));
      for (let call = 0; call < (isFullRun ? 150 : 40); call++) {
        const { result } = await bench.dispatch("git-log", { revision });
        expect(JSON.stringify([result.data, result.error?.message])).not.toContain("kiln-secret");
      }
    },
    120_000,
  );
});

describe("a folder of the working tree that is swapped for a link and back", () => {
  it("shows no file outside the workspace", async () => {
    using outside = workbench();
    using bench = workbench();
    const fill = (other: Workbench, folder: string, text: string): void => {
      for (let file = 0; file < 100; file++) other.write(`${folder}/${file}.txt`, text);
    };
    fill(outside, ".", "kiln-secret\n");
    fill(bench, "folder", "mine\n");
    bench.git("init", "--quiet");
    bench.git("add", ".");
    bench.git("commit", "--quiet", "--message=mine");
    fill(bench, "folder", "changed\n");
    expect(dataOf(await bench.run("git-diff", {})).content).toContain("+changed");
    using _ = swapping(bench.at("folder"), outside.root, 3);
    for (let call = 0; call < (isFullRun ? 30 : 10); call++) {
      const { result } = await bench.dispatch("git-diff", {});
      expect(JSON.stringify(result.data ?? {})).not.toContain("kiln-secret");
    }
  }, 120_000);
});

describe("an untracked folder that is swapped for a link and back", () => {
  it("shows no name outside the workspace", async () => {
    using outside = workbench();
    using bench = workbench();
    bench.git("init", "--quiet");
    for (let folder = 0; folder < 300; folder++) {
      outside.write(`${folder}/kiln-secret.txt`, "");
      bench.write(`folder/${folder}/mine.txt`, "");
    }
    expect(dataOf(await bench.run("git-status", {})).untracked).toContain("folder/7/mine.txt");
    using _ = swapping(bench.at("folder"), outside.root, 3);
    for (let call = 0; call < 8; call++) {
      const { result } = await bench.dispatch("git-status", {});
      expect(JSON.stringify(result.data ?? {})).not.toContain("kiln-secret");
    }
  }, 120_000);
});

describe("data read from the working tree", () => {
  it("is rejected when a file was replaced meanwhile or an unexpected file is named", async () => {
    using bench = workbench({ "deep/a.txt": "a" });
    const read = (names: readonly string[], action = (): void => undefined) =>
      readConsistently(bench.root, ["deep/a.txt"], () => {
        action();
        return Promise.resolve({ names });
      });
    expect(await read(["deep/a.txt"])).toEqual({ names: ["deep/a.txt"] });
    await expect(read(["deep/b.txt"])).rejects.toThrow("changed while it was read");
    const swap = (): void => {
      renameSync(bench.at("deep"), bench.at("away"));
      symlinkSync("/", bench.at("deep"));
      rmSync(bench.at("deep"));
      renameSync(bench.at("away"), bench.at("deep"));
    };
    await expect(read(["deep/a.txt"], swap)).rejects.toThrow("changed while it was read");
  });

  it("is rejected when the name of a changed file or folder is not UTF-8", async () => {
    using bench = workbench();
    bench.git("init", "--quiet");
    // Other systems reject such names; there, the name contains the character that git's output would show instead.
    const foreign = process.platform === "linux" ? Buffer.from([0xe9]) : Buffer.from("\uFFFD");
    const folder = Buffer.concat([Buffer.from(bench.at("caf")), foreign]);
    const file = Buffer.concat([folder, Buffer.from("/a.txt")]);
    mkdirSync(folder);
    writeFileSync(file, "one\n");
    expect((await bench.run("git-status", {})).result.error?.message).toContain("is not UTF-8");
    bench.git("add", ".");
    bench.git("commit", "--quiet", "--message=first");
    expect(dataOf(await bench.run("git-diff", {})).content).toBe("");
    writeFileSync(file, "two\n");
    expect((await bench.run("git-diff", {})).result.error?.message).toContain("is not UTF-8");
  });
});

describe("the state of folders", () => {
  const names = [".git", ".git/refs", ".git/refs/heads", ".git/refs/heads/main"];

  it.each(names)("detects that %s was replaced temporarily", async (name) => {
    using bench = workbench({ ".git/refs/heads/main": "x", ".git/other": "y" });
    const before = await stateOf(bench.root, [bench.at(".git/refs")]);
    expect(await stateOf(bench.root, [bench.at(".git/refs")])).toBe(before);
    expect(before).toBeDefined();
    renameSync(bench.at(name), bench.at("away"));
    symlinkSync("/", bench.at(name));
    rmSync(bench.at(name));
    renameSync(bench.at("away"), bench.at(name));
    expect(await stateOf(bench.root, [bench.at(".git/refs")])).not.toBe(before);
  });

  it("detects a file that was replaced temporarily", async () => {
    using bench = workbench({ "deep/a.txt": "a" });
    for (const name of ["deep", "deep/a.txt"]) {
      const before = await stateOfFiles(bench.root, ["deep/a.txt", "missing.txt"]);
      expect(await stateOfFiles(bench.root, ["deep/a.txt", "missing.txt"])).toBe(before);
      renameSync(bench.at(name), bench.at("away"));
      symlinkSync("/", bench.at(name));
      rmSync(bench.at(name));
      renameSync(bench.at("away"), bench.at(name));
      expect(await stateOfFiles(bench.root, ["deep/a.txt", "missing.txt"])).not.toBe(before);
    }
  });

  it("detects a missing file that existed temporarily", async () => {
    for (const name of ["a.txt", "folder/a.txt"]) {
      using bench = workbench();
      const before = await stateOfFiles(bench.root, [name]);
      expect(await stateOfFiles(bench.root, [name])).toBe(before);
      bench.write(name, "a");
      rmSync(bench.at(name.split("/")[0] ?? ""), { recursive: true });
      expect(await stateOfFiles(bench.root, [name])).not.toBe(before);
    }
  });

  it.each(names)("cannot be read when %s is a link", async (name) => {
    using bench = workbench({ ".git/refs/heads/main": "x" });
    renameSync(bench.at(name), bench.at("away"));
    symlinkSync(bench.at("away"), bench.at(name));
    await expect(stateOf(bench.root, [bench.at(".git/refs")])).rejects.toThrow(`'${name}' is a link`);
  });
});

/** Swaps a folder for a link to another place and back until it is stopped. */
function swapping(folder: string, outside: string, longest = 60): Disposable {
  const program = `
const { renameSync, symlinkSync } = require("node:fs");
const [folder, outside, longest] = process.argv.slice(1);
symlinkSync(outside, folder + ".link");
const dwell = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.random() * Number(longest));
for (;;) {
  dwell();
  renameSync(folder, folder + ".real"); renameSync(folder + ".link", folder);
  dwell();
  renameSync(folder, folder + ".link"); renameSync(folder + ".real", folder);
}`;
  const child = spawn(process.execPath, ["-e", program, folder, outside, String(longest)], {
    stdio: "ignore",
  });
  return { [Symbol.dispose]: () => child.kill("SIGKILL") };
}

describe("an index", () => {
  /** An index of version 2 with one entry, which git itself would never write. */
  function indexOf(name: string, object: string): Buffer {
    const header = Buffer.from("DIRC\0\0\0\x02\0\0\0\x01", "latin1");
    const fields = Buffer.alloc(40);
    fields.writeUInt32BE(0o100644, 24);
    const path = Buffer.from(name);
    const length = Buffer.from([0, path.length]);
    const entry = Buffer.concat([fields, Buffer.from(object, "hex"), length, path]);
    const body = Buffer.concat([header, entry, Buffer.alloc(8 - (entry.length % 8))]);
    return Buffer.concat([body, createHash("sha1").update(body).digest()]);
  }

  it.each([
    ["../", "secret.txt"],
    ["deep/../../", "secret.txt"],
    ["", "ABSOLUTE"],
    [".git/", "secret.txt"],
    [".GIT/", "secret.txt"],
    ["./", "secret.txt"],
    ["deep//", "secret.txt"],
  ])("cannot name a file outside the working tree: %s%s", async (folder, file) => {
    using around = workbench({ "secret.txt": "kiln-secret\n", "inner/deep/b.txt": "b\n" });
    const options = { workspacePath: around.at("inner") };
    around.git("-C", "inner", "init", "--quiet");
    around.git("-C", "inner", "add", ".");
    around.git("-C", "inner", "commit", "--quiet", "--message=first");
    for (const name of [".git", ".GIT", "", "deep"])
      around.write(`inner/${name}/secret.txt`, "kiln-secret\n");
    const name = file === "ABSOLUTE" ? around.at("secret.txt") : folder + file;
    const object = around.git("-C", "inner", "rev-parse", "HEAD:deep/b.txt").trim();
    around.write("inner/.git/index", indexOf(name, object));
    expect(around.git("-C", "inner", "diff")).toContain("+kiln-secret");
    for (const input of [{}, { from: "HEAD" }, { includeSensitive: true }]) {
      const { result } = await around.dispatch("git-diff", input, options);
      expect(JSON.stringify(result.data ?? {})).not.toContain("kiln-secret");
      expect(result.error?.message).toContain("is not a file in the workspace");
    }
    expect(codeOf(await around.run("git-status", {}, options))).toBe("GitFailed");
  });
});

describe("a submodule whose git folder lies elsewhere", () => {
  it("does not show the commit that is checked out there", async () => {
    using outside = workbench();
    start(outside);
    using bench = workbench({ "a.txt": "a\n", "sub/.git": `gitdir: ${outside.at(".git")}\n` });
    bench.git("init", "--quiet");
    const other = "1".repeat(40);
    bench.git("update-index", "--add", "--cacheinfo", `160000,${other},sub`);
    const hash = outside.git("rev-parse", "HEAD").trim();
    expect(bench.git("diff")).toContain(hash);
    expect(dataOf(await bench.run("git-diff", {})).content).not.toContain(hash);
    expect(JSON.stringify(dataOf(await bench.run("git-status", {})))).not.toContain(hash);
    expect(existsSync(bench.at("sub/.git"))).toBe(true);
  });
});
