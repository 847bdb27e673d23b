import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { dataOf, workbench, type Workbench } from "./workbench.js";

/** A repository whose own configuration, attributes and hooks name a program wherever git takes one. */
function poisoned(bench: Workbench): void {
  bench.git("init", "--quiet", "--initial-branch=main");
  bench.git("config", "user.name", "Kiln");
  bench.git("config", "user.email", "kiln@example.com");
  bench.write("a.txt", "a\n");
  bench.write("sub/inner.txt", "x\n");
  bench.git("-C", "sub", "init", "--quiet");
  bench.git("-C", "sub", "add", ".");
  bench.git("-C", "sub", "commit", "--quiet", "--message=inner");
  const commit = bench.git("-C", "sub", "rev-parse", "HEAD").trim();
  bench.git("add", "a.txt");
  bench.git("update-index", "--add", "--cacheinfo", `160000,${commit},sub`);
  bench.git("commit", "--quiet", "--message=first");
  bench.write("b.txt", "b\n");
  bench.git("add", "b.txt");
  bench.git("commit", "--quiet", "--message=second");
  mkdirSync(bench.at("ran"));
  const marker = (name: string): string => `touch '${bench.at("ran")}/${name}'; cat`;
  const settings: Readonly<Record<string, string>> = {
    "filter.evil.clean": marker("clean"),
    "filter.evil.smudge": marker("smudge"),
    "filter.evil=b.clean": marker("clean-with-equals"),
    "filter.long.process": marker("process"),
    "filter.long.required": "true",
    "diff.evil.textconv": marker("textconv"),
    "diff.evil.command": marker("diff-command"),
    "diff.external": marker("external"),
    "core.fsmonitor": marker("fsmonitor"),
    "core.sshCommand": marker("ssh"),
    "core.pager": marker("pager"),
    "core.editor": marker("editor"),
    "core.askPass": marker("askpass"),
    "core.gitProxy": marker("proxy"),
    "core.alternateRefsCommand": marker("alternates"),
    "credential.helper": `!${marker("credential")}`,
    "gpg.program": marker("gpg"),
    "log.showSignature": "true",
    "log.diffMerges": "on",
    "pager.status": marker("pager-status"),
    "pager.log": marker("pager-log"),
    "interactive.diffFilter": marker("diff-filter"),
    "alias.status": `!${marker("alias-status")}`,
    "alias.diff": `!${marker("alias-diff")}`,
    "alias.log": `!${marker("alias-log")}`,
    "diff.submodule": "diff",
    "status.submoduleSummary": "true",
    "submodule.recurse": "true",
    "extensions.partialClone": "origin",
    "remote.origin.promisor": "true",
    "remote.origin.url": `ext::sh -c touch% ${bench.at("ran")}/ext`,
    "remote.origin.uploadpack": marker("uploadpack"),
    "protocol.ext.allow": "always",
  };
  for (const [key, value] of Object.entries(settings)) bench.git("config", key, value);
  bench.git("-C", "sub", "config", "core.fsmonitor", marker("sub-fsmonitor"));
  bench.git("-C", "sub", "config", "filter.evil.clean", marker("sub-clean"));
  const hooks = bench.at("hooks");
  mkdirSync(hooks);
  for (const hook of ["post-index-change", "pre-commit", "fsmonitor-watchman", "reference-transaction"]) {
    writeFileSync(`${hooks}/${hook}`, `#!/bin/sh\ntouch '${bench.at("ran")}/hook-${hook}'\n`, {
      mode: 0o755,
    });
    writeFileSync(
      `${bench.at(".git/hooks")}/${hook}`,
      `#!/bin/sh\ntouch '${bench.at("ran")}/own-${hook}'\n`,
      {
        mode: 0o755,
      },
    );
  }
  bench.git("config", "core.hooksPath", hooks);
  // Changed files of every kind, so that git has to look into them.
  bench.write(".gitattributes", "a.txt filter=evil diff=evil\nb.txt filter=long\nc.txt filter=evil=b\n");
  bench.write("sub/.gitattributes", "* filter=evil\n");
  bench.write("sub/inner.txt", "y\n");
  bench.write("a.txt", "b\n");
  bench.write("b.txt", "c\n");
}

function ran(bench: Workbench): string[] {
  return readdirSync(bench.at("ran"));
}

describe("a repository whose configuration names programs", () => {
  it("runs them in plain git, which proves that the test works", () => {
    using bench = workbench();
    poisoned(bench);
    spawnSync("git", ["diff"], { cwd: bench.root, stdio: "ignore" });
    expect(ran(bench)).not.toEqual([]);
  });

  it("runs none of them in status, diff and log", async () => {
    using bench = workbench();
    poisoned(bench);
    const status = dataOf(await bench.run("git-status", {}));
    expect(status.modified.map(({ path }) => path)).toEqual(expect.arrayContaining(["a.txt", "b.txt"]));
    expect(ran(bench)).toEqual([]);
    for (const input of [{}, { staged: true }, { from: "HEAD~1" }, { from: "HEAD~1", to: "HEAD" }]) {
      await bench.run("git-diff", input);
      expect(ran(bench)).toEqual([]);
    }
    expect(dataOf(await bench.run("git-diff", {})).content).toContain("-a\n+b");
    expect(dataOf(await bench.run("git-log", {})).rows).toHaveLength(2);
    await bench.run("git-log", { path: "a.txt" });
    expect(ran(bench)).toEqual([]);
  });

  it.each([
    ["too large to be read", `[filler]\n${`\tkey = ${"x".repeat(1000)}\n`.repeat(13_000)}`],
    ["broken", "[core\n"],
  ])("is rejected when its configuration is %s", async (_, text) => {
    using bench = workbench();
    poisoned(bench);
    // Before and after the filters, because both ends of a long output are kept.
    bench.write(".git/config", `${text}${readFileSync(bench.at(".git/config"), "utf8")}${text}`);
    for (const id of ["git-status", "git-diff", "git-log"] as const) {
      const { status, result } = await bench.run(id, {});
      expect([status, result.error?.code]).toEqual(["failed", "GitFailed"]);
    }
    expect(ran(bench)).toEqual([]);
  });

  it("does not fetch missing objects", async () => {
    using bench = workbench();
    poisoned(bench);
    const blob = bench.git("rev-parse", "HEAD:a.txt").trim();
    rmSync(bench.at(`.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`));
    expect((await bench.run("git-diff", { from: "HEAD~1", paths: ["a.txt"] })).status).toBe("failed");
    expect(ran(bench)).toEqual([]);
  });
});

describe("a repository that claims another working tree", () => {
  it("shows nothing from outside the workspace", async () => {
    using outside = workbench({ "secret.txt": "outside\n" });
    using bench = workbench({ "a.txt": "a\n" });
    bench.git("init", "--quiet");
    bench.git("config", "core.worktree", outside.root);
    for (const id of ["git-status", "git-diff"] as const) {
      const { result } = await bench.run(id, {});
      expect(JSON.stringify(result)).not.toContain("secret");
    }
  });

  it("shows nothing of a larger repository around the workspace", async () => {
    using around = workbench({ "secret.txt": "one\n", "inner/a.txt": "a\n" });
    around.git("init", "--quiet");
    around.git("add", ".");
    around.git("commit", "--quiet", "--message=all");
    around.write("secret.txt", "two\n");
    around.write("untracked-secret.txt", "three\n");
    around.write("inner/a.txt", "b\n");
    const options = { workspacePath: around.at("inner") };
    const status = await around.run("git-status", {}, options);
    const diff = await around.run("git-diff", {}, options);
    expect(dataOf(status).modified).toHaveLength(1);
    expect(dataOf(diff).content).toContain("+b");
    expect(JSON.stringify([status.result, diff.result])).not.toContain("secret");
  });
});
