import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openProject } from "@toolkiln/project";
import { describe, expect, it } from "vitest";
import { createTool } from "../../packages/cli/authoring/create-tool.js";
import { repositoryRoot } from "../support/repository.js";
import { manifest, project, toolkiln, toolkilnHere } from "./command-line.js";

function listed(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
}

/** The compiler's output for a project; empty if it compiles. */
function tsc(cwd: string): string {
  const program = join(repositoryRoot, "node_modules/typescript/bin/tsc");
  return spawnSync(process.execPath, [program, "--noEmit"], { cwd, encoding: "utf8" }).stdout;
}

describe("init", () => {
  it("creates a project in an empty folder, and changes nothing the second time", async () => {
    const cwd = project({});
    expect(await toolkilnHere(["init", "mine"], { cwd })).toMatchObject({ code: 0, stdout: "" });
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
    const again = await toolkilnHere(["init", "mine", "--json"], { cwd });
    const { files: second } = JSON.parse(again.stdout) as { files: { status: string }[] };
    expect(second.every(({ status }) => status === "kept")).toBe(true);
  });

  const existing = {
    "package.json": `{\n    "name": "app",\n    "scripts": { "test": "echo mine" }\n}\n`,
    "tsconfig.json": `{ // comments are fine\n "compilerOptions": { "rootDir": "src", "outDir": "dist" }, }`,
    ".vscode/settings.json": `{ // with a comment\n "editor.tabSize": 2 }`,
    ".gitignore": "node_modules/\n",
  };

  it("writes nothing in an existing project if it cannot ask for confirmation", async () => {
    const cwd = project(existing);
    const before = listed(cwd);
    const { code, stderr } = await toolkilnHere(["init"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(`set \`"type": "module"\``);
    expect(stderr).toContain("--yes");
    expect(listed(cwd)).toEqual(before);
  });

  it("adds toolkiln to an existing project with --yes and changes nothing else", async () => {
    const cwd = project(existing);
    const { code, stderr } = await toolkilnHere(["init", "--yes"], { cwd });
    expect(code).toBe(0);
    const text = readFileSync(join(cwd, "package.json"), "utf8");
    expect(JSON.parse(text)).toMatchObject({
      type: "module",
      scripts: { test: "echo mine", "tools:check": "toolkiln check && tsc --noEmit && toolkiln test" },
    });
    expect(stderr).toContain(".js files with `require` then need the extension .cjs");
    expect(JSON.parse(text)).not.toHaveProperty("devDependencies.@types/node");
    expect(text).toContain(`\n    "name"`);
    expect(existsSync(join(cwd, "src/tools/word-count.ts"))).toBe(true);
    expect(existsSync(join(cwd, "src/generated/registry.ts"))).toBe(true);
    expect(readFileSync(join(cwd, ".vscode/settings.json"), "utf8")).toBe(existing[".vscode/settings.json"]);
    expect(stderr).toContain(
      '.vscode/settings.json   not changed; do this by hand: set `"./node_modules/toolkiln/schema/manifest.json": ["manifests/**/*.tool.yaml"]` in yaml.schemas',
    );
    expect(readFileSync(join(cwd, "tsconfig.json"), "utf8")).toBe(existing["tsconfig.json"]);
  });

  it("adds the packages that the new tsconfig requires, and a test script that checks types", async () => {
    const cwd = project({ "package.json": `{ "name": "app" }` });
    await toolkilnHere(["init", "--yes"], { cwd });
    const { devDependencies, scripts } = JSON.parse(readFileSync(join(cwd, "package.json"), "utf8")) as {
      devDependencies: object;
      scripts: { test: string };
    };
    expect(Object.keys(devDependencies)).toEqual(expect.arrayContaining(["typescript", "@types/node"]));
    expect(scripts.test).toContain("tsc --noEmit");
    expect(readFileSync(join(cwd, ".github/workflows/tools.yml"), "utf8")).toContain(
      "- run: npx tsc --noEmit",
    );
    expect(tsc(cwd)).toBe("");
    const body = join(cwd, "tools/word-count.ts");
    writeFileSync(body, readFileSync(body, "utf8").replace(`=== "" ? 0`, `=== "" ? "none"`));
    expect(tsc(cwd)).toContain("error TS");
  });

  it.each([
    ["`type`", `{ "type": "commonjs" }`, undefined],
    ["its tsconfig", "{}", `{ "extends": "./base", "include": ["**/*.ts"] }`],
  ])("leaves a package CommonJS if %s declares it, and its tools work", async (_, packageJson, tsconfig) => {
    const cwd = project({
      "package.json": packageJson,
      "legacy.js": `console.log(typeof require("node:path").join);`,
      ...(tsconfig !== undefined && {
        "tsconfig.json": tsconfig,
        "base.json": `{ "compilerOptions": { "module": "commonjs", "target": "es2022", "types": [], } }`,
      }),
    });
    const { code, stderr } = await toolkilnHere(["init", "--yes"], { cwd });
    expect(code).toBe(0);
    const { type } = JSON.parse(readFileSync(join(cwd, "package.json"), "utf8")) as { type?: string };
    expect(type).toBe((JSON.parse(packageJson) as { type?: string }).type);
    expect(stderr).toContain("This package stays CommonJS");
    expect(spawnSync(process.execPath, ["legacy.js"], { cwd, encoding: "utf8" }).stdout).toBe("function\n");
    expect(tsc(cwd)).toBe("");
    expect(toolkiln(["test"], { cwd }).code).toBe(0);
  });

  it("changes nothing in a dry run", async () => {
    const cwd = project(existing);
    const before = listed(cwd);
    expect((await toolkilnHere(["init", "--dry-run"], { cwd })).code).toBe(0);
    expect(listed(cwd)).toEqual(before);
  });
});

describe("new", () => {
  it.each(["text", "structured", "file_content", "file_list", "table", "diff", "image", "own.kind"])(
    "creates a tool of kind %s that runs",
    async (kind) => {
      const cwd = project({ "package.json": `{ "type": "module" }` });
      const params = [
        "--param",
        "query:string! # What to find",
        "--param",
        "limit:integer=20",
        "--param",
        "mode:a|b",
      ];
      const made = await toolkilnHere(["new", "find-it", "--kind", kind, ...params], { cwd });
      expect(made).toMatchObject({ code: 0, stdout: "" });
      const { code, stdout } = toolkiln(["run", "find-it", "--query", "x", "--json"], { cwd });
      expect(code).toBe(0);
      expect(stdout).toContain("limit");
    },
  );

  it("does not overwrite a file that was created while it asked questions", async () => {
    const cwd = project({ "manifests/find-it.tool.yaml": "mine", "package.json": `{ "type": "module" }` });
    const tool = { id: "find-it", description: "Find it.", category: "custom", risk: "safe", kind: "text" };
    const location = { manifest: "manifests/find-it.tool.yaml", implementation: "tools/find-it.ts" };
    const created = createTool(
      await openProject({ cwd }),
      { ...tool, parameters: [], uses: [] },
      { ...location, hasManifest: false },
    );
    await expect(created).rejects.toThrow("manifests/find-it.tool.yaml already exists.");
    expect(readFileSync(join(cwd, location.manifest), "utf8")).toBe("mine");
  });

  it("writes a placeholder description that lint reports", async () => {
    const cwd = project({ "package.json": `{ "type": "module" }` });
    await toolkilnHere(["new", "find-it"], { cwd });
    const { code, stderr } = await toolkilnHere(["lint"], { cwd });
    expect(code).toBe(0);
    expect(stderr).toContain("TK2027 placeholder-description");
  });

  it.each([
    ["test/", { "test/.keep": "" }, ""],
    ["tools/", {}, ": npx tsx --test tools/find-it.test.ts"],
  ])(
    "writes a test to %s, and names the command that runs it if `npm test` does not",
    async (folder, files, run) => {
      const dependencies = { "@types/node": "^20.19.0" };
      const cwd = project({ "package.json": JSON.stringify({ type: "module", dependencies }), ...files });
      const { stderr } = await toolkilnHere(["new", "find-it"], { cwd });
      const [, file, purpose] = /^\+ (\S+\.test\.ts) +(.*)$/m.exec(stderr) ?? [];
      expect([file, purpose]).toEqual([`${folder}find-it.test.ts`, `a test, for you to extend${run}`]);
    },
  );

  it.each([
    [["FileRead"], "`FileRead` is not a valid id: write it like word-count"],
    [["a", "--risk", "hgih"], "Did you mean `high`?"],
    [["a", "--param", "x:strng"], "`strng` is not a type. Did you mean `string`?"],
    [["a", "--param", "x:integer!=5"], "a required parameter cannot have a default"],
    [["a", "--param", "x", "--param", "x"], "`x` is given twice"],
    [["a", "--kind", "Not A Kind"], "is not a kind of result"],
    [["taken"], "The tool already exists: manifests/taken.tool.yaml and tools/taken.mts."],
    [
      ["described", "--param", "x", "--risk", "low"],
      "omit --risk, --param to write only the missing implementation",
    ],
  ])("rejects the arguments %j with exit code 2", async (args, message) => {
    const cwd = project({
      "manifests/taken.tool.yaml": manifest("taken"),
      "tools/taken.mts": "",
      "manifests/described.tool.yaml": manifest("described"),
    });
    const { code, stderr } = await toolkilnHere(["new", ...args], { cwd });
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});

describe("new for an existing manifest", () => {
  it.each([
    ["a well-known kind", "manifests/", "", 0],
    [
      "a custom kind in a folder",
      "manifests/orders/",
      "{ kind: order.quote, data: { type: object, properties: { price: { type: number } }, required: [price] } }",
      5,
    ],
  ])("writes only the implementation: %s", async (_, folder, result, outcome) => {
    const text = manifest("order-quote");
    const cwd = project({
      "package.json": `{ "type": "module" }`,
      [`${folder}order-quote.tool.yaml`]:
        result === "" ? text : text.replace(/^result: .*$/m, `result: ${result}`),
      "tsconfig.json": `{ "compilerOptions": { "module": "nodenext", "strict": true }, "include": ["tools"] }`,
    });
    const { code, stderr } = await toolkilnHere(["new", "order-quote"], { cwd });
    expect(code).toBe(0);
    expect(stderr).toContain(`  ${folder}order-quote.tool.yaml   the tool's manifest, which already existed`);
    expect(stderr).toContain("+ tools/order-quote.ts");
    expect((await toolkilnHere(["check"], { cwd })).code).toBe(0);
    expect(tsc(cwd)).toBe("");
    expect(toolkiln(["run", "order-quote", "--who", "Ada"], { cwd }).code).toBe(outcome);
  });

  it("writes nothing while the manifest has errors", async () => {
    const wrong = manifest("order-quote").replace("risk: safe", "risk: some");
    const cwd = project({ "manifests/order-quote.tool.yaml": wrong });
    const { code, stderr } = await toolkilnHere(["new", "order-quote"], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain("TK2006");
    expect(existsSync(join(cwd, "tools"))).toBe(false);
    expect(existsSync(join(cwd, "manifests/order-quote.tool.yaml"))).toBe(true);
  });
});

describe("new beside other manifests", () => {
  it("reports only their errors, which prevent generation, not their warnings", async () => {
    const other = manifest("other").replace("description: Whom to greet.", "");
    const cwd = project({ "package.json": `{ "type": "module" }`, "manifests/other.tool.yaml": other });
    const { code, stderr } = await toolkilnHere(["new", "find-it"], { cwd });
    expect(code).toBe(0);
    expect(stderr).toContain("TK2027 placeholder-description");
    expect(stderr).not.toContain("other.tool.yaml");
    writeFileSync(join(cwd, "manifests/other.tool.yaml"), other.replace("risk: safe", "risk: some"));
    const blocked = await toolkilnHere(["new", "find-more"], { cwd });
    expect(blocked.code).toBe(1);
    expect(blocked.stderr).toContain("other.tool.yaml");
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

  it("sorts keys and keeps comments; a second run changes nothing", async () => {
    const cwd = project({ "manifests/hello.tool.yaml": untidy });
    const file = join(cwd, "manifests/hello.tool.yaml");
    expect((await toolkilnHere(["format", "--check"], { cwd })).code).toBe(1);
    expect(readFileSync(file, "utf8")).toBe(untidy);
    expect((await toolkilnHere(["format"], { cwd })).code).toBe(0);
    expect(readFileSync(file, "utf8")).toBe(tidy);
    expect((await toolkilnHere(["format", "--check"], { cwd })).code).toBe(0);
    writeFileSync(file, tidy.replaceAll("\n", "\r\n"));
    expect((await toolkilnHere(["format", "--check"], { cwd })).code).toBe(0);
  });

  it("does not change a file that it cannot parse", async () => {
    const cwd = project({
      "manifests/hello.tool.yaml": "id: [",
      "manifests/good.tool.yaml": manifest("good"),
    });
    const { code, stdout } = await toolkilnHere(["format", "--json"], { cwd });
    expect(code).toBe(1);
    const { files } = JSON.parse(stdout) as { files: unknown[] };
    expect(files).toContainEqual({ path: "manifests/hello.tool.yaml", status: "unreadable" });
    expect(readFileSync(join(cwd, "manifests/hello.tool.yaml"), "utf8")).toBe("id: [");
  });
});

describe("show", () => {
  it("shows a manifest as written, and with defaults filled in", async () => {
    const cwd = project({ "manifests/hello.tool.yaml": manifest("hello") });
    expect((await toolkilnHere(["show", "hello"], { cwd })).stdout).toContain("id: hello");
    expect((await toolkilnHere(["show", "hello", "--resolved"], { cwd })).stdout).toContain(
      "wireName: hello",
    );
    const { stdout } = await toolkilnHere(["show", "hello", "--json"], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ file: "manifests/hello.tool.yaml", tool: { name: "Hello" } });
    const unknown = await toolkilnHere(["show", "helo"], { cwd });
    expect(unknown).toMatchObject({ code: 2, stdout: "" });
    expect(unknown.stderr).toContain("Did you mean `hello`?");
  });
});

describe("new with --uses", () => {
  it("writes services and a test that compile; if the services file exists, lists the services to declare", async () => {
    const cwd = project({
      "package.json": `{ "type": "module" }`,
      "test/.keep": "",
      "tsconfig.json": `{ "compilerOptions": { "module": "nodenext", "strict": true, "types": ["node"] }, "include": ["tools", "test"] }`,
    });
    const first = await toolkilnHere(
      ["new", "note-add", "--uses", "notes", "clock", "--param", "text:string!"],
      {
        cwd,
      },
    );
    expect(first.stderr).toContain("+ tools/services.ts");
    expect(first.stderr).toContain("+ test/note-add.test.ts");
    expect(tsc(cwd)).toBe("");
    expect(toolkiln(["run", "note-add", "--text", "x"], { cwd }).code).toBe(0);
    const second = await toolkilnHere(["new", "note-mail", "--uses", "mailer"], { cwd });
    expect(second.stderr).toContain("Declare its services in the `Services` interface: mailer.");
    const { code, stderr } = toolkiln(["run", "note-mail"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain("Tool 'note-mail' uses the service 'mailer', which is missing");
    expect((await toolkilnHere(["new", "x", "--uses", "No-Name"], { cwd })).stderr).toContain(
      "is not a valid service name",
    );
  }, 60_000);
});
