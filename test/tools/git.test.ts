import { describe, expect, it } from "vitest";
import { codeOf, dataOf, workbench, type Workbench } from "./workbench.js";

function repository(): Workbench {
  const bench = workbench();
  bench.git("init", "--quiet", "--initial-branch=main");
  bench.git("config", "user.name", "Kiln");
  bench.git("config", "user.email", "kiln@example.com");
  return bench;
}

const strange = [
  "with space.txt",
  "-leading.txt",
  "new\nline.txt",
  'quo"te.txt',
  "ünïcode.txt",
  "--output=x",
  "[a].txt",
  ":(top)x",
];

describe("git tools", () => {
  it("report that there is no repository", async () => {
    using bench = workbench();
    for (const id of ["git-status", "git-diff", "git-log"] as const) {
      expect(codeOf(await bench.run(id, {}))).toBe("NotARepository");
    }
  });

  it("describe a repository before its first commit", async () => {
    using bench = repository();
    bench.write("a.txt", "a");
    const status = dataOf(await bench.run("git-status", {}));
    expect(status).toMatchObject({ branch: "main", head: null, untracked: ["a.txt"], isClean: false });
    expect(codeOf(await bench.run("git-log", {}))).toBe("UnknownRevision");
  });

  it("find files with unusual names", async () => {
    using bench = repository();
    for (const name of strange) bench.write(name, name);
    expect(dataOf(await bench.run("git-status", {})).untracked.toSorted()).toEqual(strange.toSorted());
    bench.git("add", "--all");
    bench.git("commit", "--quiet", "--message=Add");
    for (const name of strange) {
      const { rows } = dataOf(await bench.run("git-log", { path: `./${name}` }));
      expect(rows).toMatchObject([{ author: "Kiln", subject: "Add" }]);
      bench.write(name, "changed");
      expect(dataOf(await bench.run("git-diff", { paths: [`./${name}`] })).content).toContain("+changed");
    }
    expect(dataOf(await bench.run("git-status", {})).modified).toHaveLength(strange.length);
  });

  it("report a rename, a conflict and a detached head", async () => {
    using bench = repository();
    bench.write("a.txt", "one\ntwo\nthree\n");
    bench.git("add", ".");
    bench.git("commit", "--quiet", "-m", "first");
    bench.git("mv", "a.txt", "b.txt");
    expect(dataOf(await bench.run("git-status", {})).staged).toEqual([
      { path: "b.txt", change: "renamed", from: "a.txt" },
    ]);
    bench.git("commit", "--quiet", "-m", "second");
    bench.git("checkout", "--quiet", "--detach");
    const { branch, head } = dataOf(await bench.run("git-status", {}));
    expect(branch).toBeNull();
    expect(head).toMatch(/^[0-9a-f]{40}$/);
  });

  it("fail instead of showing part of the changes", async () => {
    using bench = repository();
    const folder = Array.from({ length: 15 }, () => "d".repeat(250)).join("/");
    for (let index = 0; index < 5600; index++) bench.write(`${folder}/${index}`, "");
    const { result } = await bench.run("git-status", {});
    const message = "The output of git exceeds 20 MB. Pass fewer paths or commits.";
    expect(result.error).toMatchObject({ code: "GitFailed", message });
  });

  it("show authors and subjects with control characters whole", async () => {
    using bench = repository();
    const author = "--author=a\u001Fb <kiln@example.com>";
    bench.git("commit", "--quiet", "--allow-empty", author, "-m", "one\u001Ftwo");
    expect(dataOf(await bench.run("git-log", {}))).toMatchObject({
      rows: [{ author: "a\u001Fb", subject: "one\u001Ftwo" }],
    });
  });

  it("never read a revision as an option", async () => {
    using bench = repository();
    bench.write("a.txt", "a");
    bench.git("add", ".");
    bench.git("commit", "--quiet", "-m", "first");
    for (const revision of ["--output=/tmp/pwned", "-p", "HEAD..HEAD", "no such", "--upload-pack=x"]) {
      expect(codeOf(await bench.run("git-log", { revision }))).toBe("UnknownRevision");
      expect(codeOf(await bench.run("git-diff", { from: revision }))).toBe("UnknownRevision");
    }
    expect(codeOf(await bench.run("git-log", { revision: "missing" }))).toBe("UnknownRevision");
  });
});
