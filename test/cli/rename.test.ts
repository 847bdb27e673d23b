import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { ExampleCopy } from "../support/example-copy.js";
import { scratchFolder } from "../support/repository.js";
import { manifest, project, toolkilnHere } from "./command-line.js";

function commit(cwd: string): void {
  const git = (...args: readonly string[]): void => {
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
      cwd,
      stdio: "ignore",
    });
  };
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message", "first");
}

/** The lines that contain a word, in all files that are not generated. */
function linesWith(folder: string, word: RegExp): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\/(\.git|generated|dist|\.toolkiln)(\/|$)/.test(entry.parentPath))
    .flatMap((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8").split("\n"))
    .filter((line) => word.test(line));
}

describe("toolkiln rename in an example", () => {
  let copy: ExampleCopy;

  beforeEach(async () => {
    copy = new ExampleCopy("examples/approval", scratchFolder("rename"));
    commit(copy.folder);
  });

  it("renames a tool: the project compiles, its tests pass, and only renamedFrom has the old name", async () => {
    expect(copy.run("toolkiln rename note-write note-save").code).toBe(0);
    expect(linesWith(copy.folder, /note[-_]?write/i)).toEqual(["renamedFrom: [note-write]"]);
    expect(copy.run("npm test")).toMatchObject({ code: 0 });
  }, 120_000);

  it("leaves no old tool name in the issue-tracker example", async () => {
    copy = new ExampleCopy("examples/issue-tracker", scratchFolder("rename"));
    expect(copy.run("toolkiln rename issue-create ticket-open")).toMatchObject({ code: 0 });
    expect(linesWith(copy.folder, /issue[-_]?create/i)).toEqual(["renamedFrom: [issue-create]"]);
    expect(copy.run("toolkiln check").code).toBe(0);
  }, 120_000);

  it("renames a parameter, keeps local names, and lists places without type information", async () => {
    const { code, output } = copy.run("toolkiln rename note-write.overwrite replace");
    expect(code).toBe(0);
    expect(readFileSync(join(copy.folder, "manifests/note-write.tool.yaml"), "utf8")).toContain(
      "replace: { x-renamed-from: overwrite, type: boolean",
    );
    expect(readFileSync(join(copy.folder, "tools/note-write.ts"), "utf8")).toContain("replace: overwrite }");
    expect(output).toMatch(/test\/approval\.test\.ts:\d+ {2}not changed: .*overwrite: true/);
    expect(copy.run("toolkiln lint --max-warnings 0").code).toBe(0);
  }, 120_000);
});

const traps = `import { ToolExecutor } from "@toolkiln/runtime";
import { hello } from "./generated/index.js";
import { registry, type ToolId } from "./generated/registry.js";

const executor = new ToolExecutor(registry);
export const later = () => import("./tools/hello.js");
export const titles: Record<ToolId, string> = { hello: "Hello", "good-bye": "Bye" };
export const isHello = (id: ToolId): boolean => id === "hello";
export const kind = (word: "hello" | "nothing"): boolean => word === "hello";
export const table = { hello };
export function shadow(): string {
  const hello = "hello";
  return hello;
}
export const call = () => executor.execute("hello", { who: "you" });
export type Input = import("./generated/tools/hello.js").HelloInput;
declare const vi: { mock(path: string): void; importActual<T>(path: string): Promise<T> };
vi.mock("./tools/hello.js");
export const actual = () => vi.importActual<typeof import("./tools/hello.js")>("./tools/hello.js");
`;

describe("toolkiln rename", () => {
  async function trapped(): Promise<string> {
    const cwd = project({
      "package.json": `{ "type": "module" }`,
      "tsconfig.json": `{ "compilerOptions": { "module": "nodenext", "strict": true, "noEmit": true } }`,
      "manifests/hello.tool.yaml": manifest("hello"),
      "manifests/good-bye.tool.yaml": manifest("good-bye", "deprecated: Use `hello` instead."),
      "tools/hello.ts": `import { hello } from "../generated/tools/hello.js";\nexport const tool = hello.implement(async ({ who }) => ({ content: who }));\n`,
      "tools/good-bye.ts": `import { goodBye } from "../generated/tools/good-bye.js";\nexport const tool = goodBye.implement(async ({ who }) => ({ content: who }));\n`,
      "toolkiln.config.json": `{ "toolsets": { "greeting": { "ids": ["hello"] } } }`,
      "app.ts": traps,
    });
    await toolkilnHere(["generate"], { cwd });
    return cwd;
  }

  it("renames names and ids by type, and leaves similar text unchanged", async () => {
    const cwd = await trapped();
    expect((await toolkilnHere(["rename", "hello", "greet"], { cwd })).code).toBe(0);
    const app = readFileSync(join(cwd, "app.ts"), "utf8");
    expect(app).toContain(`import { greet } from "./generated/index.js";`);
    expect(app).toContain(`import("./tools/greet.js")`);
    expect(app).toContain(`{ "greet": "Hello", "good-bye": "Bye" }`);
    expect(app).toContain(`id === "greet"`);
    expect(app).toContain(`(word: "hello" | "nothing"): boolean => word === "hello"`);
    expect(app).toContain("export const table = { hello: greet };");
    expect(app).toContain(`const hello = "hello";\n  return hello;`);
    expect(app).toContain(`executor.execute("greet", { who: "you" })`);
    expect(app).toContain(`import("./generated/tools/greet.js").GreetInput`);
    expect(app).toContain(`vi.mock("./tools/greet.js")`);
    expect(app).toContain(`<typeof import("./tools/greet.js")>("./tools/greet.js")`);
    expect(readFileSync(join(cwd, "toolkiln.config.json"), "utf8")).toContain(`"ids": ["greet"]`);
    expect(readFileSync(join(cwd, "manifests/good-bye.tool.yaml"), "utf8")).toContain("Use `greet` instead.");
    expect((await toolkilnHere(["check"], { cwd })).code).toBe(0);
  });

  it("does not change reference pages, and `run` accepts an old parameter name as a flag", async () => {
    const cwd = await trapped();
    await toolkilnHere(["docs"], { cwd });
    const { stderr } = await toolkilnHere(["rename", "hello.who", "name"], { cwd });
    expect(stderr).not.toContain("docs/");
    const ran = await toolkilnHere(["run", "hello", "--who", "Ada"], { cwd });
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.stdout).toContain("Ada");
    expect((await toolkilnHere(["run", "hello", "--help"], { cwd })).stdout).not.toContain("--who");
    const again = await toolkilnHere(["rename", "hello", "greet"], { cwd });
    expect(again.stderr).not.toContain("docs/");
    await toolkilnHere(["docs"], { cwd });
    expect((await toolkilnHere(["check"], { cwd })).code).toBe(0);
  });

  it("renames a parameter, and leaves a nested property of the same name unchanged", async () => {
    const cwd = project({
      "package.json": `{ "type": "module" }`,
      "tsconfig.json": `{ "compilerOptions": { "module": "nodenext", "strict": true, "noEmit": true } }`,
      "manifests/hello.tool.yaml": [
        "id: hello",
        "description: Say hello to somebody.",
        "category: custom",
        "risk: safe",
        "schema:",
        "  properties:",
        "    who: { type: string, description: Whom to greet. }",
        "    from: { type: object, description: The sender., properties: { who: { type: string, description: A name. } } }",
        "  required: [who]",
        "result: text\n",
      ].join("\n"),
      "tools/hello.ts": `import { hello } from "../generated/tools/hello.js";\nexport const tool = hello.implement(async (params) => ({ content: params.who + params.from?.who }));\n`,
    });
    await toolkilnHere(["generate"], { cwd });
    expect((await toolkilnHere(["rename", "hello.who", "name"], { cwd })).code).toBe(0);
    expect(readFileSync(join(cwd, "tools/hello.ts"), "utf8")).toContain("params.name + params.from?.who");
  });

  it("quotes a new name with a hyphen in code", async () => {
    const cwd = await trapped();
    const tool = [
      `import { hello, type HelloInput, type HelloParams } from "../generated/tools/hello.js";`,
      "export const show = ({ who }: HelloParams): string => who;",
      "export const tool = hello.implement(async (params) => {",
      `  const [first, second] = [params.who, params?.who + params["who"]];`,
      "  const one: HelloInput = { who: first };",
      "  const who = second;",
      "  const inputs: HelloInput[] = [one, { who }];",
      "  return { content: show(params) + inputs.length };",
      "});\n",
    ].join("\n");
    writeFileSync(join(cwd, "tools/hello.ts"), tool);
    expect((await toolkilnHere(["rename", "hello.who", "full-name"], { cwd })).code).toBe(0);
    expect(readFileSync(join(cwd, "tools/hello.ts"), "utf8")).toBe(
      tool
        .replace("{ who }: HelloParams", `{ "full-name": who }: HelloParams`)
        .replace("[params.who, params?.who", `[params["full-name"], params?.["full-name"]`)
        .replace(`params["who"]`, `params["full-name"]`)
        .replace("{ who: first }", `{ "full-name": first }`)
        .replace("{ who }]", `{ "full-name": who }]`),
    );
    expect((await toolkilnHere(["check"], { cwd })).code).toBe(0);
  });

  it("renames a parameter in test steps of other manifests, but not in steps that call other tools", async () => {
    const steps = (name: string): string => `tests:
  - title: greets
    steps:
      - { params: { who: a } }
      - { tool: hello, params: { ${name}: b } }
`;
    const cwd = project({
      "manifests/hello.tool.yaml": `${manifest("hello")}${steps("who").replace("hello", "good-bye")}`,
      "manifests/good-bye.tool.yaml": `${manifest("good-bye")}${steps("who")}`,
    });
    await toolkilnHere(["generate"], { cwd });
    expect((await toolkilnHere(["rename", "hello.who", "name"], { cwd })).code).toBe(0);
    expect(readFileSync(join(cwd, "manifests/good-bye.tool.yaml"), "utf8")).toContain(steps("name"));
    const own = readFileSync(join(cwd, "manifests/hello.tool.yaml"), "utf8");
    expect(own).toContain("- { params: { name: a } }\n      - { tool: good-bye, params: { who: b } }");
  });

  it("does not list variables that keep the old name of a parameter", async () => {
    const cwd = await trapped();
    writeFileSync(
      join(cwd, "tools/hello.ts"),
      `import { hello } from "../generated/tools/hello.js";
export const tool = hello.implement({
  getExecutionSummary: ({ who }) => \`Greet \${who}\`,
  run: async ({ who }) => ({ content: [who, JSON.stringify({ who })].join() }),
});
`,
    );
    const { stdout, stderr } = await toolkilnHere(["rename", "hello.who", "name"], { cwd });
    expect(stderr).toContain("getExecutionSummary: ({ name: who }) =>");
    expect((stdout + stderr).match(/\S+ {2}not changed: .*/g)).toEqual([
      "tools/hello.ts:4  not changed: run: async ({ name: who }) => ({ content: [who, JSON.stringify({ who })].join() }),",
    ]);
  });

  it("takes back an old name of the parameter, but not of another one", async () => {
    const property = (old: string): string =>
      `{ type: string, x-renamed-from: ${old}, description: A name. }`;
    const schema = `schema: { properties: { who: ${property("name")}, from: ${property("sender")} } }`;
    const cwd = project({
      "manifests/hello.tool.yaml": manifest("hello").replace(/schema:[^]*?(?=^\w)/m, `${schema}\n`),
    });
    await toolkilnHere(["generate"], { cwd });
    const { code, stderr } = await toolkilnHere(["rename", "hello.who", "sender"], { cwd });
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: "The parameter hello.from already has the name `sender`.\n",
    });
    expect(await toolkilnHere(["rename", "hello.who", "name"], { cwd })).toMatchObject({ code: 0 });
  });

  it("prints the changes of a dry run and writes nothing", async () => {
    const cwd = await trapped();
    const { code, stderr } = await toolkilnHere(["rename", "hello", "greet", "--dry-run"], { cwd });
    expect(code).toBe(0);
    expect(stderr).toContain(
      "manifests/hello.tool.yaml → manifests/greet.tool.yaml\n- id: hello\n+ id: greet\n",
    );
    expect(readFileSync(join(cwd, "app.ts"), "utf8")).toBe(traps);
  });

  it("rejects a dirty working tree, existing names and unknown names", async () => {
    const cwd = await trapped();
    const refusal = async (...args: readonly string[]): Promise<string> => {
      const { code, stderr } = await toolkilnHere(["rename", ...args], { cwd });
      expect(code).toBe(2);
      return stderr;
    };
    expect(await refusal("hello", "good-bye")).toContain(
      "The tool good-bye already has the name `good-bye`.",
    );
    expect(await refusal("helo", "greet")).toContain("There is no tool `helo`. Did you mean `hello`?");
    expect(await refusal("hello.whom", "name")).toContain("hello has no parameter `whom`; it has who.");
    expect(await refusal("hello.who.name", "first")).toBe(
      "`hello.who.name` cannot be renamed: nested parameters and names with a dot are not supported.\n",
    );
    expect(await refusal("helo.who.name", "first")).toContain("Did you mean `hello`?");
    expect(await refusal("hello.who", "who")).toContain(
      "The parameter hello.who already has the name `who`.",
    );
    expect(await refusal("hello", "Greet")).toContain("`Greet` is not a valid id");
    execFileSync("git", ["init", "--quiet"], { cwd });
    expect(await refusal("hello", "greet")).toContain("--allow-dirty");
  });
});
