import { renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { loadProjects, openProjects } from "@toolkiln/project";
import { beforeAll, describe, expect, it } from "vitest";
import { project, toolkiln } from "./command-line.js";

const store = `id: note-add
description: Add a note to the store of notes.
category: custom
risk: safe
uses: [notes]
schema: { properties: { text: { type: string, description: The note. } }, required: [text] }
result: { kind: note.count, data: { type: object, properties: { count: { type: integer } }, required: [count] } }
tests:
  - title: counts from the fixtures on
    fixtures: fixtures
    steps:
      - { params: { text: one }, expect: { data: { count: 2 } } }
      - { tool: note-add, params: { text: two }, expect: { success: true, data: { count: 3 } } }
  - { title: starts anew, params: { text: one }, expect: { data: { count: 1 } } }
  - { title: names the step that fails, steps: [{ params: { text: a } }, { params: { text: b }, expect: { data: { count: 9 } } }] }
`;

const services = `import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
export interface Services { notes: string[]; mailer: { send(to: string): void } }
const mailer = { send() {} };
export function createServices({ root }: { root: string }): Services {
  console.error("created in " + root);
  return { notes: ["a", "b"], mailer };
}
export function createTestServices({ workspacePath }: { workspacePath: string }): Services {
  const file = join(workspacePath, "notes.json");
  return { notes: existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [], mailer };
}
export async function disposeServices({ notes }: Services) {
  console.error("disposed of " + notes.length);
}
`;

const implementation = `import { noteAdd } from "../generated/tools/note-add.js";
export const tool = noteAdd.implement(({ text }, { services }) => {
  services.notes.push(text);
  return { count: services.notes.length };
});
`;

let cwd: string;

beforeAll(() => {
  cwd = project({
    "package.json": `{ "type": "module" }`,
    "manifests/note-add.tool.yaml": store,
    "manifests/fixtures/notes.json": `["from a fixture"]`,
    "tools/note-add.ts": implementation,
    "tools/services.ts": services,
  });
  toolkiln(["generate"], { cwd });
});

describe("services of a project", () => {
  it("are created once by `toolkiln run`, and disposed of", () => {
    const { code, stdout, stderr } = toolkiln(["run", "note-add", "--text", "x", "--json"], { cwd });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ result: { data: { count: 3 } } });
    expect(stderr.trim().split("\n")).toEqual([`created in ${cwd}`, "disposed of 3"]);
  });

  it.each([
    ["--inject", "{"],
    ["--params", "{"],
    ["--workspace", "missing"],
  ])("are not created by `toolkiln run` if %s is %j", (flag, value) => {
    const { code, stderr } = toolkiln(["run", "note-add", "--text", "x", flag, value], { cwd });
    expect(code).toBe(2);
    expect(stderr).not.toContain("created in");
  });

  it("are disposed of when one is missing, and the command exits despite an active timer", () => {
    const missing = project({
      "package.json": `{ "type": "module" }`,
      "manifests/note-add.tool.yaml": store,
      "manifests/fixtures/notes.json": "[]",
      "tools/note-add.ts": implementation,
      "tools/services.ts": `export interface Services { notes: string[] }
export function createServices() {
  setInterval(() => {}, 1000);
  return {};
}
export function disposeServices() { console.error("disposed"); }
`,
    });
    toolkiln(["generate"], { cwd: missing });
    for (const args of [["run", "note-add", "--text", "x"], ["test"], ["mcp"]]) {
      const { code, stderr } = toolkiln(args, { cwd: missing });
      expect(stderr).toContain("disposed\n");
      expect(stderr).toContain("tools/services.ts: a service is missing");
      expect(code).toBe(2);
    }
  });

  it("are created for each test if the file exports createTestServices; steps share them", () => {
    const { code, stdout, stderr } = toolkiln(["test", "--json"], { cwd });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      passed: 2,
      tests: [
        { status: "passed" },
        { status: "passed" },
        { status: "failed", message: "step 2, note-add:\ndata.count: expected 9, got 2" },
      ],
    });
    expect(stderr.match(/disposed of \d/g)).toEqual(["disposed of 3", "disposed of 1", "disposed of 2"]);
  });

  it.each([
    ["export const nothing = 1;\n", "tools/services.ts must export a function `createServices`"],
    [
      "export const createServices = () => undefined;\n",
      "`createServices` must return an object with the services.",
    ],
    [
      `export const createServices = () => { throw new Error("no database"); };\n`,
      "`createServices` failed: no database",
    ],
  ])("that cannot be created end the command: %s", (text, message) => {
    const broken = project({
      "package.json": `{ "type": "module" }`,
      "manifests/note-add.tool.yaml": store,
      "tools/note-add.ts": implementation,
      "tools/services.ts": text,
    });
    toolkiln(["generate"], { cwd: broken });
    const { code, stderr } = toolkiln(["run", "note-add", "--text", "x"], { cwd: broken });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe("tools of loaded projects", () => {
  it("load after an attempt that failed", async () => {
    const { registry, dispose } = await loadProjects(await openProjects({ cwd }));
    const handle = registry.getTool("note-add");
    if (handle === undefined) throw new Error("The tool is missing.");
    const tools = join(cwd, "tools");
    renameSync(tools, `${tools}-away`);
    symlinkSync("tools", tools);
    await expect(handle.load()).rejects.toThrow("ELOOP");
    rmSync(tools);
    renameSync(`${tools}-away`, tools);
    expect(await handle.load()).toMatchObject({ contract: { id: "note-add" } });
    await dispose();
  });

  it("load when their project is loaded a second time", async () => {
    const plain = project({
      "package.json": `{ "type": "module" }`,
      "manifests/note-add.tool.yaml": store.replace("uses: [notes]\n", ""),
      "tools/note-add.ts": `import { noteAdd } from "../generated/tools/note-add.js";\nexport const tool = noteAdd.implement(() => ({ count: 1 }));\n`,
    });
    toolkiln(["generate"], { cwd: plain });
    const projects = await openProjects({ cwd: plain });
    await loadProjects(projects);
    const { registry } = await loadProjects(projects);
    expect(await registry.getTool("note-add")?.load()).toMatchObject({ contract: { id: "note-add" } });
  });

  it("load when only tools without services were loaded before", async () => {
    const mixed = project({
      "package.json": `{ "type": "module" }`,
      "toolkiln.config.json": `{ "toolsets": { "plain": { "ids": ["note-count"] } } }`,
      "manifests/note-add.tool.yaml": store,
      "manifests/note-count.tool.yaml": `id: note-count\n${store
        .replace(/^id: .*\n/, "")
        .replace("uses: [notes]\n", "")
        .replace(/tests:[^]*/, "")}`,
      "tools/note-add.ts": implementation,
      "tools/note-count.ts": `import { noteCount } from "../generated/tools/note-count.js";\nexport const tool = noteCount.implement(() => ({ count: 1 }));\n`,
      "tools/services.ts": services,
    });
    toolkiln(["generate"], { cwd: mixed });
    const projects = await openProjects({ cwd: mixed });
    await loadProjects(projects, { toolset: "plain" });
    const { registry, dispose } = await loadProjects(projects);
    for (const id of ["note-add", "note-count"])
      expect(await registry.getTool(id)?.load()).toMatchObject({ contract: { id } });
    await dispose();
  });
});
