import { chmodSync, existsSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { delimiter } from "node:path";
import { describe, expect, it } from "vitest";
import { codeOf, dataOf, workbench, type Workbench } from "./workbench.js";

/** Starts a repository with two commits of a file. */
function commitTwice(bench: Workbench, file: string, text: string): void {
  bench.git("init", "--quiet", "--initial-branch=main");
  for (const content of [text, "later\n"]) {
    bench.write(file, content);
    bench.git("add", ".");
    bench.git("commit", "--quiet", "--message=kiln-secret");
  }
}

const between = { from: "HEAD~1", to: "HEAD" };

describe("a workspace that points to a repository elsewhere", () => {
  /** Ways in which a file in a workspace can refer to another repository. */
  const ways: Readonly<Record<string, (bench: Workbench, other: string) => void>> = {
    "a .git file": (bench, other) => bench.write(".git", `gitdir: ${other}\n`),
    "a linked .git": (bench, other) => symlinkSync(other, bench.at(".git")),
    "a commondir file": (bench, other) => {
      bench.write(".git/HEAD", "ref: refs/heads/main\n");
      bench.write(".git/commondir", `${other}\n`);
    },
    "an alternates file": (bench, other) => {
      bench.git("init", "--quiet", "--initial-branch=main");
      bench.write(".git/objects/info/alternates", `${other}/objects\n`);
      symlinkSync(`${other}/refs/heads/main`, bench.at(".git/refs/heads/main"));
    },
    "links inside .git/objects": (bench, other) => {
      bench.git("init", "--quiet", "--initial-branch=main");
      for (const store of readdirSync(`${other}/objects`)) {
        rmSync(bench.at(`.git/objects/${store}`), { recursive: true, force: true });
        symlinkSync(`${other}/objects/${store}`, bench.at(`.git/objects/${store}`));
      }
      symlinkSync(`${other}/refs/heads/main`, bench.at(".git/refs/heads/main"));
    },
    "a linked .git/objects": (bench, other) => {
      bench.git("init", "--quiet", "--initial-branch=main");
      rmSync(bench.at(".git/objects"), { recursive: true });
      symlinkSync(`${other}/objects`, bench.at(".git/objects"));
      symlinkSync(`${other}/refs/heads/main`, bench.at(".git/refs/heads/main"));
    },
  };

  it.each(Object.keys(ways))("through %s shows nothing of that repository", async (way) => {
    using other = workbench();
    commitTwice(other, "secret.txt", "kiln-secret\n");
    using bench = workbench({ "a.txt": "a\n" });
    ways[way]?.(bench, other.at(".git"));
    expect(bench.git("diff", "HEAD~1", "HEAD")).toContain("kiln-secret");
    for (const [id, input] of [
      ["git-diff", between],
      ["git-log", {}],
      ["git-status", {}],
    ] as const) {
      const execution = await bench.dispatch(id, input);
      expect([id, codeOf(execution)]).toEqual([id, "GitFailed"]);
      expect(JSON.stringify(execution.result)).not.toMatch(/kiln-secret|secret\.txt/);
    }
  });

  it("is refused when the repository does not list it as a working tree", async () => {
    using other = workbench();
    commitTwice(other, "secret.txt", "kiln-secret\n");
    using bench = workbench({ ".git": `gitdir: ${other.at(".git")}\n` });
    const { result } = await bench.dispatch("git-log", {});
    expect(result.error?.message).toContain("does not list it as a working tree");
  });

  it("is accepted when it is a linked working tree", async () => {
    using main = workbench();
    commitTwice(main, "a.txt", "kiln\n");
    main.git("worktree", "add", "--quiet", "--detach", "tree");
    const diff = await main.run("git-diff", between, { workspacePath: main.at("tree") });
    expect(dataOf(diff).content).toContain("-kiln\n+later");
  });
});

describe("a workspace inside a git folder", () => {
  it("is refused", async () => {
    using bench = workbench();
    commitTwice(bench, "secret.txt", "kiln-secret\n");
    const { result } = await bench.dispatch("git-diff", {}, { workspacePath: bench.at(".git") });
    expect(result.error?.message).toBe("The workspace is inside a git folder.");
  });
});

describe("a workspace inside a larger repository", () => {
  it.each([
    "HEAD:private.txt",
    ":private.txt",
    ":0:private.txt",
    "HEAD^{tree}:private.txt",
    "HEAD:private.txt^{commit}",
    ":/kiln",
    "^HEAD",
    "HEAD^{tree}",
    "HEAD^@",
    "HEAD^!",
    "HEAD^-",
    "BLOB",
    "--all",
    "--no-index",
  ])("shows nothing outside it for the revision %s", async (text) => {
    using around = workbench({ "inner/a.txt": "a\n" });
    around.write("private.txt^{commit}", "kiln-secret\n");
    commitTwice(around, "private.txt", "kiln-secret\n");
    const revision = text === "BLOB" ? around.git("rev-parse", "HEAD~1:private.txt").trim() : text;
    const options = { workspacePath: around.at("inner") };
    const diff = await around.run("git-diff", { from: revision, paths: ["a.txt"] }, options);
    expect(codeOf(diff)).toBe("UnknownRevision");
    expect(JSON.stringify(diff.result)).not.toContain("kiln-secret");
    expect(codeOf(await around.run("git-log", { revision }, options))).toBe("UnknownRevision");
  });

  it("reports files with paths that other tools accept", async () => {
    using around = workbench({
      "inner/a.txt": "a\n",
      "inner/b c.txt": "b\n",
      "inner/d.txt": "d\n",
      "e.txt": "e\n",
    });
    commitTwice(around, "f.txt", "f\n");
    around.write("inner/a.txt", "changed\n");
    around.write("inner/new.txt", "");
    around.git("mv", "inner/b c.txt", "inner/moved c.txt");
    around.git("mv", "e.txt", "inner/e.txt");
    around.git("rm", "--quiet", "inner/d.txt");
    const options = { workspacePath: around.at("inner") };
    expect(dataOf(await around.run("git-status", {}, options))).toMatchObject({
      staged: [
        { path: "d.txt", change: "deleted" },
        { path: "e.txt", change: "added" },
        { path: "moved c.txt", change: "renamed", from: "b c.txt" },
      ],
      modified: [{ path: "a.txt", change: "modified" }],
      untracked: ["new.txt"],
    });
    const { content } = dataOf(await around.run("git-diff", {}, options));
    expect(content).toMatch(/^diff --git a\/a\.txt b\/a\.txt\n/);
  });

  it("reports conflicts with paths that other tools accept", async () => {
    using around = workbench({ "inner/a.txt": "a\n" });
    commitTwice(around, "f.txt", "f\n");
    around.git("checkout", "--quiet", "-b", "other");
    for (const [branch, text] of [
      ["other", "b\n"],
      ["main", "c\n"],
    ] as const) {
      around.git("checkout", "--quiet", branch);
      around.write("inner/a.txt", text);
      around.git("commit", "--quiet", "--all", "--message=x");
    }
    expect(() => around.git("merge", "--quiet", "other")).toThrow("Command failed");
    const status = dataOf(await around.run("git-status", {}, { workspacePath: around.at("inner") }));
    expect(status.conflicts).toEqual(["a.txt"]);
  });

  it("accepts commits, tags and branches in every notation", async () => {
    using bench = workbench();
    commitTwice(bench, "a.txt", "kiln\n");
    bench.git("tag", "--annotate", "--message=x", "v1", "HEAD~1");
    const hash = bench.git("rev-parse", "HEAD~1").trim();
    for (const from of ["v1", "HEAD~1", "HEAD^", "main~1", hash, hash.slice(0, 10), "main@{1}", "@~"]) {
      expect(dataOf(await bench.run("git-diff", { from })).content).toContain("-kiln\n+later");
    }
  });
});

describe("what git prints", () => {
  it("does not depend on the repository's output settings", async () => {
    using bench = workbench();
    commitTwice(bench, "a.txt", "kiln\n");
    const outputs = async () => [
      dataOf(await bench.run("git-diff", between)),
      dataOf(await bench.run("git-log", {})),
    ];
    const plain = await outputs();
    for (const area of ["ui", "diff", "status", "branch", "interactive"]) {
      bench.git("config", `color.${area}`, "always");
    }
    bench.git("config", "diff.noprefix", "true");
    bench.git("config", "diff.mnemonicPrefix", "true");
    expect(await outputs()).toEqual(plain);
    expect(dataOf(await bench.run("git-status", {})).isClean).toBe(true);
  });
});

describe("programs in the workspace with the names of system programs", () => {
  it.each(["an absolute", "a relative"])(
    "are not run by search and git tools when PATH contains %s folder with them",
    async (how) => {
      using bench = workbench({ "a.txt": "kiln\n" });
      for (const name of ["git", "rg"]) {
        bench.write(`node_modules/.bin/${name}`, `#!/bin/sh\ntouch '${bench.at("ran")}'\n`);
        chmodSync(bench.at(`node_modules/.bin/${name}`), 0o755);
      }
      const path = process.env["PATH"] ?? "";
      const folder = how === "an absolute" ? bench.at("node_modules/.bin") : "node_modules/.bin";
      process.env["PATH"] = `${folder}${delimiter}${path}`;
      try {
        for (const id of ["git-status", "git-diff", "git-log"] as const) {
          expect(codeOf(await bench.run(id, {}))).toBe("NotARepository");
        }
        expect(dataOf(await bench.run("content-search", { query: "kiln", glob: "*.txt" })).rows).toHaveLength(
          1,
        );
      } finally {
        process.env["PATH"] = path;
      }
      expect(existsSync(bench.at("ran"))).toBe(false);
    },
  );
});
