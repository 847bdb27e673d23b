import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { manifest, project, toolkiln } from "../../cli/command-line.js";
import { optionalPackages } from "../../../packages/cli/optional-package.js";
import { hasTerminal, inTerminal } from "./in-terminal.js";

const [down, enter, interrupt, erase] = ["\u001B[B", "\r", "\u0003", "\u0015"];

describe.runIf(hasTerminal)("new in a terminal", () => {
  const questions = [
    ["What does it do", `Greet a person by name.${enter}`],
    ["Category", enter],
    ["Risk", down + enter],
    ["Kind of result", enter],
  ] as const;

  it("asks for missing options, and asks again after an invalid answer", () => {
    const cwd = project({ "package.json": `{ "type": "module" }` });
    const { code, output } = inTerminal(
      cwd,
      ["new", "greet-person"],
      [
        ...questions,
        ["Parameter", `who:strin!${enter}`],
        ["Did you mean `string`?", `${erase}who:string! # Whom to greet${enter}`],
        ["Parameter", `who:integer${enter}`],
        ["There is already a parameter `who`.", `${erase}times:integer=1${enter}`],
        ["Parameter", enter],
        ["Services that it uses", enter],
      ],
    );
    expect(output).toContain("Try it: npx toolkiln run greet-person --who …");
    expect(code).toBe(0);
    const text = readFileSync(join(cwd, "manifests/greet-person.tool.yaml"), "utf8");
    for (const line of ["Greet a person by name.", "category: custom", "risk: low", "result: structured"])
      expect(text).toContain(line);
    expect(text).toContain("who: { type: string, description: Whom to greet }");
    const ran = toolkiln(["run", "greet-person", "--who", "Ada", "--json"], { cwd });
    expect(JSON.parse(ran.stdout)).toMatchObject({ result: { data: { parameters: ["who", "times"] } } });
  });

  it("does not ask for options given as flags", () => {
    const cwd = project({ "package.json": `{ "type": "module" }` });
    const flags = [
      "--description",
      "Greet.",
      "--category",
      "custom",
      "--risk",
      "safe",
      "--param",
      "who:string",
    ];
    const { code, output } = inTerminal(
      cwd,
      ["new", "greet", ...flags],
      [
        ["Kind of result", enter],
        ["Services that it uses", enter],
      ],
    );
    expect(code).toBe(0);
    expect(output).not.toContain("Category");
  });

  it("writes nothing when it is interrupted", () => {
    const cwd = project({ "package.json": `{ "type": "module" }` });
    const { code, output } = inTerminal(
      cwd,
      ["new", "greet"],
      [
        ["What does it do", enter],
        ["Category", interrupt],
      ],
    );
    expect(output).toContain("Nothing was written.");
    expect(code).toBe(130);
    expect(existsSync(join(cwd, "manifests"))).toBe(false);
  });

  it("rejects an existing id before asking anything", () => {
    const cwd = project({ "manifests/taken.tool.yaml": manifest("taken"), "tools/taken.ts": "" });
    const { code, output } = inTerminal(cwd, ["new", "taken"], []);
    expect(output).toContain("already exists");
    expect(code).toBe(2);
  });

  it("does not wrap questions if the terminal does not report its width", () => {
    const cwd = project({ "package.json": `{ "type": "module" }` });
    const { output } = inTerminal(
      cwd,
      ["new", "greet"],
      [["What does it do, when is it used", interrupt]],
      0,
    );
    expect(output).toContain("Describe here what it does, when to use it");
  });
});

describe.runIf(hasTerminal)("init in a terminal", () => {
  const existing = { "package.json": `{ "name": "app" }`, ".gitignore": "node_modules/\n" };

  it("shows changes to existing files, and makes them on yes", () => {
    const cwd = project(existing);
    const { code, output } = inTerminal(
      cwd,
      ["init"],
      [
        ["Optional packages", enter],
        ["Change them?", "y"],
      ],
    );
    expect(output).toContain("These files exist and would change:");
    expect(output).toContain('package.json: set `"type": "module"`');
    expect(output).toContain(".gitignore: add the line `dist/`");
    expect(code).toBe(0);
    expect(JSON.parse(readFileSync(join(cwd, "package.json"), "utf8"))).toMatchObject({ type: "module" });
  });

  it("keeps existing files on no, and lists what to change by hand", () => {
    const cwd = project(existing);
    const { code, output } = inTerminal(
      cwd,
      ["init"],
      [
        ["Optional packages", enter],
        ["Change them?", "n"],
      ],
    );
    expect(readFileSync(join(cwd, "package.json"), "utf8")).toBe(existing["package.json"]);
    expect(readFileSync(join(cwd, ".gitignore"), "utf8")).toBe(existing[".gitignore"]);
    expect(existsSync(join(cwd, "manifests/word-count.tool.yaml"))).toBe(true);
    expect(output).toMatch(/package\.json {3}not changed; do this by hand: /);
    expect(code).toBe(0);
  });

  it("writes nothing when it is interrupted", () => {
    const cwd = project(existing);
    const { code, output } = inTerminal(
      cwd,
      ["init"],
      [
        ["Optional packages", enter],
        ["Change them?", interrupt],
      ],
    );
    expect(output).toContain("Nothing was written.");
    expect(code).toBe(130);
    expect(existsSync(join(cwd, "manifests"))).toBe(false);
  });

  it("adds the selected optional packages", () => {
    const cwd = project({});
    const { code } = inTerminal(cwd, ["init", "fresh"], [["Optional packages", ` ${enter}`]]);
    expect(code).toBe(0);
    const { devDependencies } = JSON.parse(readFileSync(join(cwd, "fresh/package.json"), "utf8")) as {
      devDependencies: object;
    };
    expect(Object.keys(devDependencies)).toContain("@toolkiln/mcp");
    expect(Object.keys(devDependencies)).not.toContain("gpt-tokenizer");
  });

  it.each([["--yes"], ["--with", "mcp"]])("asks nothing in an empty folder with %s", (...flags) => {
    expect(inTerminal(project({}), ["init", "fresh", ...flags], [])).toMatchObject({ code: 0 });
  });

  it("does not offer packages that the project has", () => {
    const cwd = project({});
    toolkiln(["init", "fresh", "--with", ...Object.keys(optionalPackages)], { cwd });
    const { code, output } = inTerminal(cwd, ["init", "fresh"], []);
    expect(output).toContain("Nothing to do: the project is already set up.");
    expect(code).toBe(0);
  });
});
