import { readdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { codeOf, dataOf, workbench, type Workbench } from "../../tools/workbench.js";

/** Starts a repository in a folder, with two commits and a tag. */
function start(bench: Workbench, folder: string, ...options: readonly string[]): void {
  bench.git("init", "--quiet", "--initial-branch=main", ...options, folder);
  for (const text of ["one\n", "two\n"]) {
    bench.write(`${folder}/a.txt`, text);
    bench.write(`${folder}/deep/b.txt`, text);
    bench.git("-C", folder, "add", ".");
    bench.git("-C", folder, "commit", "--quiet", `--message=${text.trim()}`);
  }
  bench.git("-C", folder, "tag", "v1");
}

/** Starts a repository whose `.git` is a file that names another folder of the workspace. */
function startBeside(bench: Workbench): void {
  bench.write("r/.gitignore", "/git-folder\n");
  start(bench, "r", `--separate-git-dir=${bench.at("r/git-folder")}`);
}

/** Clones `origin` to `clone`, and adds a commit to each. */
function clone(bench: Workbench, ...options: readonly string[]): void {
  start(bench, "origin");
  bench.git("-C", "origin", "config", "uploadpack.allowFilter", "true");
  const url = `file://${bench.at("origin")}`;
  bench.git("-c", "protocol.file.allow=always", "clone", "--quiet", ...options, url, "clone");
  for (const [folder, name] of [
    ["origin", "theirs.txt"],
    ["clone", "ours.txt"],
  ] as const) {
    bench.write(`${folder}/${name}`, name);
    bench.git("-C", folder, "add", ".");
    bench.git("-C", folder, "commit", "--quiet", `--message=${name}`);
  }
  bench.git("-C", "clone", "fetch", "--quiet");
}

/** Kinds of repositories: how each is made, and the folder that becomes the workspace. */
const kinds: Readonly<Record<string, readonly [folder: string, make: (bench: Workbench) => void]>> = {
  "an ordinary repository": ["r", (bench) => start(bench, "r")],
  "a clone": ["clone", (bench) => clone(bench)],
  "a shallow clone": ["clone", (bench) => clone(bench, "--depth=1")],
  "a partial clone": ["clone", (bench) => clone(bench, "--filter=blob:none")],
  "a branch with a strange name": [
    "clone",
    (bench) => {
      clone(bench);
      bench.git("-C", "clone", "checkout", "--quiet", "--track", "-b", 'ä.b="c"#d', "origin/main");
    },
  ],
  "a linked working tree": [
    "r/tree",
    (bench) => {
      start(bench, "r");
      bench.git("-C", "r", "worktree", "add", "--quiet", "-b", "other", "tree");
    },
  ],
  "a linked working tree of a bare repository": [
    "tree",
    (bench) => {
      start(bench, "r");
      bench.git("clone", "--quiet", "--bare", "r", "bare");
      bench.git("-C", "bare", "worktree", "add", "--quiet", "../tree", "main");
    },
  ],
  "a repository with a submodule": [
    "r",
    (bench) => {
      start(bench, "r");
      bench.git("-C", "r", "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "./", "module");
      bench.git("-C", "r", "commit", "--quiet", "--message=module");
      bench.git("-C", "r/module", "checkout", "--quiet", "HEAD~1");
    },
  ],
  "a repository with everything packed": [
    "r",
    (bench) => {
      start(bench, "r");
      bench.git("-C", "r", "pack-refs", "--all");
      bench.git("-C", "r", "gc", "--quiet");
    },
  ],
  "a sparse checkout": [
    "r",
    (bench) => {
      start(bench, "r");
      bench.git("-C", "r", "sparse-checkout", "set", "--cone", "--sparse-index", "none");
    },
  ],
  "a repository with Windows line endings": [
    "r",
    (bench) => {
      start(bench, "r");
      bench.git("-C", "r", "config", "core.autocrlf", "true");
      bench.write("r/deep/b.txt", "two\r\n");
    },
  ],
  "a repository with ignore rules and attributes of its own": [
    "r",
    (bench) => {
      start(bench, "r");
      bench.write("r/.git/info/exclude", "*.log\n");
      bench.write("r/.git/info/attributes", "deep/* eol=crlf\n");
      bench.write("r/deep/b.txt", "two\r\n");
      bench.write("r/x.log", "");
    },
  ],
  "a repository whose `.git` is a file": ["r", (bench) => startBeside(bench)],
  "a repository whose `.git` is a link": [
    "r",
    (bench) => {
      startBeside(bench);
      rmSync(bench.at("r/.git"));
      symlinkSync("git-folder", bench.at("r/.git"));
    },
  ],
  "a repository in the middle of a merge": [
    "r",
    (bench) => {
      start(bench, "r");
      for (const [branch, base] of [
        ["other", "HEAD~1"],
        ["main", "v1"],
      ] as const) {
        bench.git("-C", "r", "checkout", "--quiet", "-B", branch, base);
        bench.write("r/deep/b.txt", `${branch}\n`);
        bench.git("-C", "r", "commit", "--quiet", "--all", `--message=${branch}`);
      }
      expect(() => bench.git("-C", "r", "merge", "--quiet", "other")).toThrow("Command failed");
    },
  ],
  "a folder of a larger repository": ["r/deep", (bench) => start(bench, "r")],
};

describe("git tools agree with git", () => {
  it.each(Object.keys(kinds))("about %s", async (kind) => {
    using bench = workbench();
    const [folder = "", make] = kinds[kind] ?? [];
    make?.(bench);
    bench.write(`${folder}/new.txt`, "new\n");
    bench.write(`${folder}/staged.txt`, "staged\n");
    bench.git("-C", folder, "add", "staged.txt");
    bench.write(`${folder}/${folder.endsWith("deep") ? "b.txt" : "a.txt"}`, "changed\n");
    const options = { workspacePath: bench.at(folder) };
    const git = (...args: readonly string[]): string => bench.git("-C", folder, ...args);

    const status = dataOf(await bench.run("git-status", {}, options));
    const expected = git("status", "--porcelain=v2", "--branch", "--untracked-files=all", "--", ".");
    const [, ahead = "0", behind = "0"] = /^# branch\.ab \+(\d+) -(\d+)$/m.exec(expected) ?? [];
    expect(status).toMatchObject({
      branch: git("branch", "--show-current").trim(),
      head: git("rev-parse", "HEAD").trim(),
      ahead: Number(ahead),
      behind: Number(behind),
    });
    expect(status.upstream).toBe(/^# branch\.upstream (.*)$/m.exec(expected)?.[1]);
    const count = (pattern: RegExp): number => expected.match(pattern)?.length ?? 0;
    expect([status.staged.length, status.modified.length, status.untracked.length]).toEqual([
      count(/^1 [AMD]/gm),
      count(/^1 .[MD]/gm),
      count(/^\? /gm),
    ]);

    const plain = ["diff", "--relative", "--ignore-submodules=all", "--ours"];
    expect(dataOf(await bench.run("git-diff", {}, options)).content).toBe(git(...plain));
    const staged = dataOf(await bench.run("git-diff", { staged: true }, options)).content;
    expect(staged).toBe(git("diff", "--relative", "--cached"));
    const { rows } = dataOf(await bench.run("git-log", {}, options));
    expect(rows.map(({ hash }) => `${String(hash)}\n`).join("")).toBe(git("log", "--format=%h"));
  });
});

describe("git tools refuse", () => {
  const refused: typeof kinds = {
    "a bare repository": ["r", (bench) => bench.git("init", "--quiet", "--bare", "r")],
    "a submodule as the workspace": [
      "r/module",
      (bench) => {
        start(bench, "r");
        bench.git(
          "-C",
          "r",
          "-c",
          "protocol.file.allow=always",
          "submodule",
          "--quiet",
          "add",
          "./",
          "module",
        );
      },
    ],
    "a repository with SHA-256": ["r", (bench) => start(bench, "r", "--object-format=sha256")],
    "a repository with a split index": [
      "r",
      (bench) => {
        start(bench, "r");
        bench.git("-C", "r", "update-index", "--split-index");
      },
    ],
  };

  it.each(Object.entries(refused))("%s", async (_, [folder, make]) => {
    using bench = workbench();
    make(bench);
    const code = codeOf(await bench.run("git-status", {}, { workspacePath: bench.at(folder) }));
    expect(["GitFailed", "NotARepository"]).toContain(code);
  });
});

describe("git tools", () => {
  it("leave the repository and the temporary folder as they are", async () => {
    using bench = workbench();
    using temporary = workbench();
    start(bench, ".");
    // Make the index stale, so that git itself would refresh it.
    utimesSync(bench.at("a.txt"), 1, 1);
    const before = readFileSync(bench.at(".git/index"));
    const { mtimeMs } = statSync(bench.at(".git/index"));
    const place = process.env["TMPDIR"];
    process.env["TMPDIR"] = temporary.root;
    try {
      for (const id of ["git-status", "git-diff", "git-log"] as const) dataOf(await bench.run(id, {}));
    } finally {
      if (place === undefined) delete process.env["TMPDIR"];
      else process.env["TMPDIR"] = place;
    }
    expect(readFileSync(bench.at(".git/index"))).toEqual(before);
    expect(statSync(bench.at(".git/index")).mtimeMs).toBe(mtimeMs);
    expect(readdirSync(temporary.root)).toEqual([]);
  });

  it.each([
    ["extensions.refStorage", "reftable"],
    ["extensions.compatObjectFormat", "sha256"],
    ["extensions.somethingNew", "true"],
  ])("refuse a repository with %s=%s, which they cannot read", async (key, value) => {
    using bench = workbench();
    start(bench, ".");
    bench.git("config", key, value);
    const { result } = await bench.run("git-log", {});
    expect(result.error).toMatchObject({ code: "GitFailed" });
    expect(result.error?.message).toContain(`${key.toLowerCase()}=${value}`);
  });

  it("ignore the caller's environment variables and configuration", async () => {
    using bench = workbench();
    using home = workbench();
    start(bench, ".");
    bench.write("a.txt", "changed\n");
    const outputs = async () => [
      dataOf(await bench.run("git-status", {})),
      dataOf(await bench.run("git-diff", {})),
      dataOf(await bench.run("git-log", {})),
    ];
    const plain = await outputs();
    const ran = home.at("ran");
    home.write(".gitconfig", `[diff]\n\texternal = touch ${ran}\n[core]\n\tfsmonitor = touch ${ran}\n`);
    const variables: Readonly<Record<string, string>> = {
      HOME: home.root,
      XDG_CONFIG_HOME: home.root,
      GIT_DIR: home.root,
      GIT_WORK_TREE: home.root,
      GIT_INDEX_FILE: home.at("index"),
      GIT_OBJECT_DIRECTORY: home.root,
      GIT_EXTERNAL_DIFF: `touch ${ran}`,
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "diff.external",
      GIT_CONFIG_VALUE_0: `touch ${ran}`,
      GIT_PAGER: `touch ${ran}`,
    };
    const kept = Object.keys(variables).map((name) => [name, process.env[name]] as const);
    try {
      Object.assign(process.env, variables);
      expect(await outputs()).toEqual(plain);
    } finally {
      for (const [name, value] of kept) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
    expect(() => statSync(ran)).toThrow("ENOENT");
  });
});

describe("files of Git LFS", () => {
  const content = Buffer.alloc(100_000, "kiln");
  const hash = createHash("sha256").update(content).digest("hex");
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${hash}\nsize ${content.length}\n`;

  /** What `git lfs` leaves behind: pointers in commits, contents in the working tree. */
  function largeFiles(): Workbench {
    const bench = workbench({ ".gitattributes": "*.bin filter=lfs diff=lfs merge=lfs -text\n" });
    bench.git("init", "--quiet");
    for (const name of ["a.bin", "b c.bin", "plain.txt"]) bench.write(name, pointer);
    bench.git("add", ".");
    bench.git("commit", "--quiet", "--message=first");
    for (const name of ["a.bin", "b c.bin", "plain.txt"]) bench.write(name, content);
    return bench;
  }

  it("are unchanged when they have the content of their pointers", async () => {
    using bench = largeFiles();
    const modified = [{ path: "plain.txt", change: "modified" }];
    expect(dataOf(await bench.run("git-status", {}))).toMatchObject({ modified });
    expect(dataOf(await bench.run("git-diff", { from: "HEAD" })).content).not.toContain(".bin");
    writeFileSync(bench.at("a.bin"), "x", { flag: "a" });
    const status = dataOf(await bench.run("git-status", {}));
    expect(status.modified.map(({ path }) => path)).toEqual(["a.bin", "plain.txt"]);
    expect(dataOf(await bench.run("git-diff", {})).content).toContain("a/a.bin b/a.bin");
  });
});
