import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { manifest, project, toolkiln } from "./command-line.js";

function listed(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
}

describe("init", () => {
  it("makes a project in an empty folder; a second time there is nothing to do", () => {
    const cwd = project({});
    expect(toolkiln(["init", "mine"], { cwd })).toMatchObject({ code: 0, stdout: "" });
    const files = listed(join(cwd, "mine"));
    expect(files).toEqual(
      expect.arrayContaining([
        ".gitattributes",
        ".github/workflows/tools.yml",
        ".prettierignore",
        ".vscode/settings.json",
        "generated/registry.ts",
        "manifests/word-count.tool.yaml",
        "package.json",
        "test/word-count.test.ts",
        "toolkiln.config.ts",
        "tools/word-count.ts",
        "tsconfig.json",
      ]),
    );
    expect(JSON.parse(readFileSync(join(cwd, "mine/package.json"), "utf8"))).toMatchObject({
      name: "mine",
      type: "module",
    });
    const again = toolkiln(["init", "mine", "--json"], { cwd });
    const { files: second } = JSON.parse(again.stdout) as { files: { status: string }[] };
    expect(second.every(({ status }) => status === "kept")).toBe(true);
  });

  const existing = {
    "package.json": `{\n    "name": "app",\n    "scripts": { "test": "echo mine" }\n}\n`,
    "tsconfig.json": `{ // comments are fine\n "compilerOptions": { "rootDir": "src", "outDir": "dist" }, }`,
    ".vscode/settings.json": `{ // with a comment\n "editor.tabSize": 2 }`,
    ".gitignore": "node_modules/\n",
  };

  it("writes nothing in an existing project when nobody can be asked", () => {
    const cwd = project(existing);
    const before = listed(cwd);
    const { code, stderr } = toolkiln(["init"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(`set \`"type": "module"\``);
    expect(stderr).toContain("--yes");
    expect(listed(cwd)).toEqual(before);
  });

  it("adds to an existing project with --yes and touches nothing else", () => {
    const cwd = project(existing);
    const { code, stderr } = toolkiln(["init", "--yes"], { cwd });
    expect(code).toBe(0);
    const text = readFileSync(join(cwd, "package.json"), "utf8");
    expect(JSON.parse(text)).toMatchObject({
      type: "module",
      scripts: { test: "echo mine", "tools:check": "toolkiln check && toolkiln test" },
    });
    expect(text).toContain(`\n    "name"`);
    expect(existsSync(join(cwd, "src/tools/word-count.ts"))).toBe(true);
    expect(existsSync(join(cwd, "src/generated/registry.ts"))).toBe(true);
    expect(readFileSync(join(cwd, ".vscode/settings.json"), "utf8")).toBe(existing[".vscode/settings.json"]);
    expect(stderr).toContain(".vscode/settings.json   left as it is; by hand: give manifests their schema");
    expect(readFileSync(join(cwd, "tsconfig.json"), "utf8")).toBe(existing["tsconfig.json"]);
  });

  it("touches nothing in a dry run", () => {
    const cwd = project(existing);
    const before = listed(cwd);
    expect(toolkiln(["init", "--dry-run"], { cwd }).code).toBe(0);
    expect(listed(cwd)).toEqual(before);
  });
});

describe("new", () => {
  it.each(["text", "structured", "file_content", "file_list", "table", "diff", "image", "own.kind"])(
    "makes a tool of kind %s that runs",
    (kind) => {
      const cwd = project({ "package.json": `{ "type": "module" }` });
      const params = [
        "--param",
        "query:string! # What to find",
        "--param",
        "limit:integer=20",
        "--param",
        "mode:a|b",
      ];
      const made = toolkiln(["new", "find-it", "--kind", kind, ...params], { cwd });
      expect(made).toMatchObject({ code: 0, stdout: "" });
      const { code, stdout } = toolkiln(["run", "find-it", "--query", "x", "--json"], { cwd });
      expect(code).toBe(0);
      expect(stdout).toContain("limit");
    },
  );

  it("leaves a description that the lint tells to write", () => {
    const cwd = project({ "package.json": `{ "type": "module" }` });
    toolkiln(["new", "find-it"], { cwd });
    const { code, stderr } = toolkiln(["lint"], { cwd });
    expect(code).toBe(0);
    expect(stderr).toContain("TK2027 placeholder-description");
  });

  it.each([
    [["FileRead"], "Did you mean `file-read`?"],
    [["a", "--risk", "hgih"], "Did you mean `high`?"],
    [["a", "--param", "x:strng"], "`strng` is not a type. Did you mean `string`?"],
    [["a", "--param", "x:integer=many"], "the default is not of type integer"],
    [["a", "--param", "x:integer!=5"], "a required parameter has no default"],
    [["a", "--param", "x", "--param", "x"], "`x` is given twice"],
    [["a", "--kind", "Not A Kind"], "is not a kind of result"],
    [["taken"], "exists already"],
  ])("%j is refused with exit code 2", (args, message) => {
    const cwd = project({ "manifests/taken.tool.yaml": manifest("taken") });
    const { code, stderr } = toolkiln(["new", ...args], { cwd });
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});

describe("format", () => {
  const untidy = `# about the file
risk: safe # as it only greets
id:   hello
result:
    # of the well-known kinds
    kind: text
description: "Say hello to somebody who is named by the caller."

category: custom
schema: {properties: {who: {type: string, description: Whom to greet., enum: [ a, b ]}}, required: [ who ]}
`;
  const tidy = `# about the file
id: hello
description: "Say hello to somebody who is named by the caller."

category: custom
risk: safe # as it only greets
schema: { properties: { who: { type: string, description: Whom to greet., enum: [a, b] } }, required: [who] }
result:
  # of the well-known kinds
  kind: text
`;

  it("orders keys and keeps comments; what it wrote it leaves alone", () => {
    const cwd = project({ "manifests/hello.tool.yaml": untidy });
    const file = join(cwd, "manifests/hello.tool.yaml");
    expect(toolkiln(["format", "--check"], { cwd }).code).toBe(1);
    expect(readFileSync(file, "utf8")).toBe(untidy);
    expect(toolkiln(["format"], { cwd }).code).toBe(0);
    expect(readFileSync(file, "utf8")).toBe(tidy);
    expect(toolkiln(["format", "--check"], { cwd }).code).toBe(0);
    writeFileSync(file, tidy.replaceAll("\n", "\r\n"));
    expect(toolkiln(["format", "--check"], { cwd }).code).toBe(0);
  });

  it("leaves alone what it cannot read", () => {
    const cwd = project({
      "manifests/hello.tool.yaml": "id: [",
      "manifests/good.tool.yaml": manifest("good"),
    });
    const { code, stdout } = toolkiln(["format", "--json"], { cwd });
    expect(code).toBe(1);
    const { files } = JSON.parse(stdout) as { files: unknown[] };
    expect(files).toContainEqual({ path: "manifests/hello.tool.yaml", status: "unreadable" });
    expect(readFileSync(join(cwd, "manifests/hello.tool.yaml"), "utf8")).toBe("id: [");
  });
});

describe("show", () => {
  it("shows a manifest, and what it leaves to defaults", () => {
    const cwd = project({ "manifests/hello.tool.yaml": manifest("hello") });
    expect(toolkiln(["show", "hello"], { cwd }).stdout).toContain("id: hello");
    expect(toolkiln(["show", "hello", "--resolved"], { cwd }).stdout).toContain("wireName: hello");
    const { stdout } = toolkiln(["show", "hello", "--json"], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ file: "manifests/hello.tool.yaml", tool: { name: "Hello" } });
    const unknown = toolkiln(["show", "helo"], { cwd });
    expect(unknown).toMatchObject({ code: 2, stdout: "" });
    expect(unknown.stderr).toContain("Did you mean `hello`?");
  });
});
