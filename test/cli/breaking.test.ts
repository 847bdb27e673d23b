import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { manifest, project, toolkilnHere } from "./command-line.js";

const file = "manifests/hello.tool.yaml";
let cwd: string;

function git(...args: readonly string[]): void {
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
    cwd,
    stdio: "ignore",
  });
}

function write(text: string): void {
  writeFileSync(join(cwd, file), text);
}

async function codesAgainst(
  version: string,
  ...more: readonly string[]
): Promise<{ code: number | null; codes: string[]; bump: string }> {
  const { code, stdout } = await toolkilnHere(["breaking", "--against", version, "--json", ...more], { cwd });
  const { changes, bump } = JSON.parse(stdout) as { changes: { code: string }[]; bump: string };
  return { code, codes: changes.map((change) => change.code), bump };
}

beforeAll(async () => {
  cwd = project({
    "package.json": "{}",
    "toolkiln.config.json": `{ "severities": { "order-changed": "off" } }`,
    [file]: manifest("hello"),
    "manifests/bye.tool.yaml": manifest("bye"),
  });
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message", "first");
  // The catalogue describes the committed version.
  writeFileSync(
    join(cwd, "catalog.json"),
    (await toolkilnHere(["export", "--target", "catalog"], { cwd })).stdout,
  );
  write(manifest("hello").replace("type: string", "enum: [Ada, Bob]").replace("risk: safe", "risk: low"));
});

describe("toolkiln breaking", () => {
  it.each(["HEAD", "catalog.json"])("compares the tools with %s", async (version) => {
    expect(await codesAgainst(version)).toEqual({ code: 1, codes: ["TK7004", "TK7101"], bump: "major" });
  });

  it("does not run the configuration of a ref", async () => {
    writeFileSync(join(cwd, "toolkiln.config.js"), `throw new Error("run");\n`);
    git("add", "toolkiln.config.js");
    git("commit", "--quiet", "--message", "hostile");
    git("rm", "--quiet", "toolkiln.config.js");
    expect((await codesAgainst("HEAD")).codes).toEqual(["TK7004", "TK7101"]);
  });

  it("never treats a ref as a git option", async () => {
    const { code, stderr } = await toolkilnHere(["breaking", "--against=--output=x"], { cwd });
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("is not a git ref") as string,
    });
  });

  it("shows the changed lines of both versions", async () => {
    const { stderr } = await toolkilnHere(["breaking", "--against", "HEAD"], { cwd });
    expect(stderr).toContain('`who` is now limited to `"Ada"`, `"Bob"`.');
    expect(stderr).toContain("  HEAD:\n");
    expect(stderr).toContain("who: { type: string, description: Whom to greet. }");
    expect(stderr).toContain("who: { enum: [Ada, Bob], description: Whom to greet. }");
  });

  it("prints only changes that affect callers or permissions with --quiet", async () => {
    const later = manifest("hello").replace("category: custom", "category: custom\ntags: [a]");
    const folder = project({ "package.json": "{}", [file]: later, "old/hello.tool.yaml": manifest("hello") });
    const print = async (...more: readonly string[]): Promise<string> =>
      (await toolkilnHere(["breaking", "--against", "catalog.json", ...more], { cwd: folder })).stderr;
    const { stdout } = await toolkilnHere(["export", "--target", "catalog", "--manifests", "old"], {
      cwd: folder,
    });
    writeFileSync(join(folder, "catalog.json"), stdout);
    expect(await print()).toContain("safe");
    expect(await print("--quiet")).toBe("");
    writeFileSync(join(folder, file), later.replace("risk: safe", "risk: low"));
    expect((await print("--quiet")).match(/(?<= {2})(?:permission|safe)(?= {2}TK)/g)).toEqual(["permission"]);
  });

  it("prints Markdown, SARIF and annotations", async () => {
    const print = async (format: string): Promise<string> =>
      (await toolkilnHere(["breaking", "--against", "HEAD", "--format", format], { cwd })).stdout;
    expect(await print("markdown")).toContain("### Breaking for callers\n\n- `hello`: `who`");
    expect(await print("github")).toContain("::error file=manifests/hello.tool.yaml,line=7");
    expect(
      (JSON.parse(await print("sarif")) as { runs: { results: object[] }[] }).runs[0]?.results,
    ).toHaveLength(2);
  });

  it("ignores a change with an ignore comment, which lint accepts", async () => {
    const changed = readFileSync(join(cwd, file), "utf8");
    write(changed.replace("    who:", "    # toolkiln-ignore TK7004: nobody greets others\n    who:"));
    expect(await codesAgainst("HEAD")).toEqual({ code: 0, codes: ["TK7101"], bump: "minor" });
    expect((await codesAgainst("HEAD", "--fail-on", "permission")).code).toBe(1);
    expect((await toolkilnHere(["lint", "--max-warnings", "0"], { cwd })).code).toBe(0);
    write(changed);
  });

  it("names the catalogue as the file of a tool that only the catalogue contains", async () => {
    const catalog = readFileSync(join(cwd, "catalog.json"), "utf8");
    writeFileSync(join(cwd, "other.json"), catalog.replaceAll('"hello"', '"goodbye"'));
    const { stderr } = await toolkilnHere(["breaking", "--against", "other.json"], { cwd });
    expect(stderr).toContain("other.json:1:1  breaking  TK7001 tool-removed\n  goodbye: The tool");
  });

  it("gives the path of the catalogue relative to the configuration", async () => {
    const folder = project({
      "package.json": "{}",
      "toolkiln.config.json": `{ "projects": [{ "root": "packages/one" }] }`,
      "packages/one/manifests/hello.tool.yaml": manifest("hello"),
    });
    const { stdout: catalog } = await toolkilnHere(["export", "--target", "catalog"], { cwd: folder });
    writeFileSync(join(folder, "other.json"), catalog.replaceAll('"hello"', '"goodbye"'));
    const { stdout } = await toolkilnHere(["breaking", "--against", "other.json", "--json"], { cwd: folder });
    const { changes } = JSON.parse(stdout) as { changes: { code: string; file: string }[] };
    expect(changes.find(({ code }) => code === "TK7001")?.file).toBe("other.json");
    const { stderr } = await toolkilnHere(["breaking", "--against", "other.json"], { cwd: folder });
    expect(stderr).toMatch(/^other\.json:1:1 {2}breaking {2}TK7001 tool-removed$/m);
  });

  it("gives the paths of manifests relative to the configuration, with their lines", async () => {
    const path = "packages/one/manifests/hello.tool.yaml";
    const folder = project({
      "package.json": "{}",
      "toolkiln.config.json": `{ "projects": [{ "root": "packages/one" }] }`,
      [path]: manifest("hello"),
    });
    const { stdout: catalog } = await toolkilnHere(["export", "--target", "catalog"], { cwd: folder });
    writeFileSync(join(folder, "old.json"), catalog);
    writeFileSync(join(folder, path), manifest("hello").replace("risk: safe", "risk: high"));
    const { stderr } = await toolkilnHere(["breaking", "--against", "old.json"], { cwd: folder });
    expect(stderr).toMatch(
      /^packages\/one\/manifests\/hello\.tool\.yaml:\d+:\d+ {2}permission [^]*│ risk: high$/m,
    );
  });

  it("writes the changes to changelog.d with --write-changelog", async () => {
    expect((await toolkilnHere(["breaking", "--against", "HEAD", "--write-changelog"], { cwd })).code).toBe(
      1,
    );
    expect(readFileSync(join(cwd, "changelog.d/tools.md"), "utf8")).toContain("### Permissions");
  });

  it("names a tool whose previous manifest cannot be read", async () => {
    write("id: hello\n");
    git("add", ".");
    git("commit", "--quiet", "--message", "broken");
    write(manifest("hello"));
    const { codes } = await codesAgainst("HEAD");
    expect(codes).toEqual(["TK7007"]);
  });
});
