import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { project, toolkiln, type CommandOutcome } from "./command-line.js";

let cwd: string;

const echo = `id: echo
description: Give back whatever it was called with, for tests of the command line.
category: custom
risk: safe
schema:
  properties:
    text: { type: string, description: Any text. }
    maxBytes: { type: integer, maximum: 99, description: Any number. }
    loud: { type: boolean, description: Any truth. }
    tags: { type: array, items: { type: string }, description: Any words. }
    sizes: { type: array, items: { type: integer }, description: Any numbers. }
    point: { type: object, description: Any object. }
    place: { $ref: "#/$defs/place" }
    mode: { enum: [fast, 5], description: Any choice. }
    json: { type: string, description: A parameter with the name of a flag. }
    project: { type: string, description: A parameter with the name of a flag that locates tools. }
    maybe: { type: [integer, "null"], description: Any number or none. }
  $defs:
    place: { type: object, properties: { x: { type: integer } }, description: Any place. }
result: structured
`;

function tool(id: string, risk: string, extra = ""): string {
  return `id: ${id}\ndescription: A tool that is made for tests of the command line.\ncategory: custom\nrisk: ${risk}\nresult: structured\n${extra}`;
}

beforeAll(() => {
  cwd = project({
    "package.json": `{ "type": "module" }`,
    "manifests/echo.tool.yaml": echo,
    "manifests/chatty.tool.yaml": tool("chatty", "safe"),
    "manifests/helper.tool.yaml": tool(
      "helper",
      "safe",
      "schema: { properties: { help: { type: string, description: Any text. } } }\n",
    ),
    "manifests/risky.tool.yaml": tool(
      "risky",
      "high",
      "schema: { properties: { text: { type: string, description: Any text. } } }\n",
    ),
    "manifests/broken.tool.yaml": tool("broken", "safe"),
    "tools/echo.ts": `import { echo } from "../generated/tools/echo.js";\nexport const tool = echo.implement(async (params) => params);`,
    "tools/chatty.ts": `import { chatty } from "../generated/tools/chatty.js";\nconsole.log("loaded");\nsetInterval(() => {}, 1000);\nexport const tool = chatty.implement(async () => { console.log("noise"); return { done: true }; });`,
    "tools/risky.ts": `import { risky } from "../generated/tools/risky.js";\nexport const tool = risky.implement(async () => ({ done: true }));`,
    "tools/broken.ts": `import { broken } from "../generated/tools/broken.js";\nexport const tool = broken.implement(async () => { throw new Error("no luck \\u001b[2J"); });`,
  });
  const { code, stderr } = toolkiln(["generate", "--quiet"], { cwd });
  if (code !== 0) throw new Error(stderr);
});

function run(...args: string[]): CommandOutcome & { readonly document: Record<string, unknown> } {
  const outcome = toolkiln(["run", ...args], { cwd });
  return { ...outcome, document: JSON.parse(outcome.stdout) as Record<string, unknown> };
}

function echoed(...args: string[]): unknown {
  const { document } = run("--json", "echo", ...args);
  return (document["result"] as { data: unknown }).data;
}

it("loads only the tool that it runs, and none for help", () => {
  const root = project({
    "package.json": `{ "type": "module" }`,
    "manifests/wanted.tool.yaml": tool("wanted", "safe"),
    "manifests/other.tool.yaml": tool("other", "safe"),
    "tools/wanted.ts": `import { wanted } from "../generated/tools/wanted.js";\nconsole.error("imported");\nexport const tool = wanted.implement(async () => ({ done: true }));`,
  });
  expect(toolkiln(["generate", "--quiet"], { cwd: root }).code).toBe(0);
  const help = toolkiln(["run", "wanted", "--help"], { cwd: root });
  expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining("toolkiln run wanted"), stderr: "" });
  expect(toolkiln(["run", "wanted", "--cwd", ".", "--help"], { cwd: root })).toEqual(help);
  writeFileSync(join(root, "generated/tools/other.ts"), `throw new Error("loaded");\n`);
  expect(toolkiln(["run", "wanted"], { cwd: root })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("done"),
    stderr: "imported\n",
  });
});

describe("parameters of run", () => {
  it("are flags whose values are parsed by their schemas", () => {
    const flags = ["--text", "5", "--max-bytes", "-10", "--loud", "--mode", "fast", "--maybe", "null"];
    expect(echoed(...flags)).toEqual({ text: "5", maxBytes: -10, loud: true, mode: "fast", maybe: null });
    expect(echoed("--max-bytes=3", "--no-loud", "--mode=5")).toEqual({ maxBytes: 3, loud: false, mode: 5 });
  });

  it("can be objects, or lists given one by one or as JSON", () => {
    expect(echoed("--tags", "a", "--tags", "b", "--sizes", "1", "--sizes", "2")).toEqual({
      tags: ["a", "b"],
      sizes: [1, 2],
    });
    expect(echoed("--tags", `["a"]`, "--point", `{"x":1}`)).toEqual({ tags: ["a"], point: { x: 1 } });
  });

  it("override toolkiln flags of the same name", () => {
    expect(echoed("--json", "mine", "--project", "apollo")).toEqual({ json: "mine", project: "apollo" });
    expect(toolkiln(["run", "helper", "-h"], { cwd }).stdout).toMatch(/^ +--help <string> +Any text/m);
  });

  it("can have values that look like flags, without running code or approving the call", () => {
    writeFileSync(join(cwd, "other.config.js"), `throw new Error("This must not run.");`);
    expect(echoed("--text", "--config=other.config.js", "--tags=--cwd=..")).toEqual({
      text: "--config=other.config.js",
      tags: ["--cwd=.."],
    });
    expect(echoed("--text", "--config", "--loud", "--cwd", ".")).toEqual({ text: "--config", loud: true });
    const [risk, word] = ["--max-risk=high", "--approve"];
    expect(toolkiln(["run", "risky", "--text", word, risk], { cwd }).code).toBe(5);
    rmSync(join(cwd, "other.config.js"));
  });

  it("can follow --cwd; an unknown flag directly before --cwd takes --cwd as its value", () => {
    const elsewhere = (...args: string[]) => toolkiln(["run", "echo", ...args], { cwd: tmpdir() });
    expect(elsewhere("--verbose", "--cwd", cwd, "--loud").code).toBe(0);
    expect(elsewhere("--loud", "--cwd", cwd).code).toBe(2);
    expect(elsewhere("--text", "a", "--cwd", cwd).code).toBe(0);
    const other = project({});
    expect(toolkiln(["run", "echo", "--loud", "--cwd", other], { cwd }).stderr).toContain(
      "toolkiln generate",
    );
  });

  it("can be JSON on the command line, in a file or on standard input; flags override it", () => {
    writeFileSync(join(cwd, "call.json"), `{ "text": "from a file" }`);
    expect(echoed("--params", `{"text":"a","loud":true}`, "--text", "b")).toEqual({ text: "b", loud: true });
    expect(echoed("--params", "@call.json")).toEqual({ text: "from a file" });
    const { stdout } = toolkiln(["run", "--json", "echo", "--params", "-"], {
      cwd,
      input: `{"text":"piped"}`,
    });
    expect(JSON.parse(stdout)).toMatchObject({ result: { data: { text: "piped" } } });
  });

  it.each([
    [["--txt", "a"], "Unknown option '--txt'. Did you mean --text?"],
    [["--text"], "Option '--text <string>' argument missing."],
    [["--text", "a", "--text", "b"], "--text is given twice"],
    [["word"], "Too many arguments."],
    [["--params", "{"], "--params takes a JSON object"],
    [["--params", "[]"], "--params takes a JSON object, not an array"],
    [["--params", "@nowhere.json"], "nowhere.json cannot be read"],
    [["--max-bytes", "many"], "maxBytes"],
  ])("%j are refused with exit code 2", (args, message) => {
    const { code, stderr, stdout } = toolkiln(["run", "echo", ...args], { cwd });
    expect(stderr).toContain(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });
});

describe("run --json", () => {
  it("prints only the documented JSON, whatever the tool prints or leaves running", () => {
    const { document, stderr, code } = run("chatty", "--json");
    const keys = ["toolId", "executionId", "status", "durationMs", "result", "envelope"];
    expect(Object.keys(document)).toEqual(keys);
    expect(document).toMatchObject({
      toolId: "chatty",
      status: "completed",
      result: { data: { done: true } },
    });
    expect(stderr).toBe("loaded\nnoise\n");
    expect(code).toBe(0);
  });

  it("reports invalid parameters in the same format", () => {
    const { code, document } = run("--json", "echo", "--max-bytes", "many");
    expect(code).toBe(2);
    expect(document).toMatchObject({ status: "invalid", result: { success: false } });
  });

  it("reports a tool that does not exist", () => {
    const { code, document } = run("--json", "ecko");
    expect(code).toBe(2);
    expect(document).toMatchObject({ toolId: "ecko", status: "notFound" });
  });
});

describe("run", () => {
  it("denies a call without an approver, and explains how to approve it", () => {
    const { code, stderr } = toolkiln(["run", "risky"], { cwd });
    expect(code).toBe(5);
    expect(stderr).toContain("--approve --max-risk high");
    expect(toolkiln(["run", "risky", "--approve"], { cwd }).code).toBe(5);
    expect(toolkiln(["run", "risky", "--approve", "--max-risk", "high"], { cwd }).code).toBe(0);
    expect(toolkiln(["run", "risky", "--approve", "--max-risk", "hihg"], { cwd })).toMatchObject({ code: 2 });
    expect(toolkiln(["run", "risky", "--approve=false", "--max-risk", "high"], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Unknown option '--approve=false'.") as string,
    });
  });

  it("exits with 5 when the tool fails, and escapes control characters in its message", () => {
    const { code, stderr } = toolkiln(["run", "broken"], { cwd, env: { FORCE_COLOR: "1" } });
    expect(code).toBe(5);
    expect(stderr).toContain("no luck");
    expect(stderr).not.toContain("\u001B[2J");
  });

  it.each([{}, { CI: "true" }])("prints no colours to a pipe, for results and failures: %j", (env) => {
    const { stdout } = toolkiln(["run", "echo", "--text", "a"], { cwd, env });
    const { stderr } = toolkiln(["run", "broken"], { cwd, env });
    expect(stdout).toContain("text");
    expect(stderr).toContain("no luck");
    expect(stdout + stderr).not.toContain("\u001B");
  });

  it("suggests a similar tool", () => {
    const { code, stderr } = toolkiln(["run", "ehco"], { cwd });
    expect({ code, stderr }).toEqual({ code: 2, stderr: "There is no tool `ehco`. Did you mean `echo`?\n" });
  });

  it("lists the parameters of a tool", () => {
    const { code, stdout } = toolkiln(["run", "echo", "--help"], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/--max-bytes <integer> +Any number\. \(at most 99\)/);
    expect(stdout).toMatch(/--json <string> +A parameter with the name of a flag\./);
    expect(stdout).toMatch(/--place <object> +Any place\. \(JSON\)/);
    expect(stdout).toMatch(/--tags <array> +Any words\. \(repeat for each item or pass JSON\)/);
    expect(stdout).toContain("--approve");
  });

  it("asks to generate first if there is no generated code", () => {
    const empty = project({ "package.json": "{}" });
    mkdirSync(join(empty, "manifests"));
    const { code, stderr } = toolkiln(["run", "echo"], { cwd: empty });
    expect(code).toBe(2);
    expect(stderr).toContain("Run `toolkiln generate` first.");
  });

  it("runs tools of a project without an installed runtime", () => {
    const folder = mkdtempSync(join(tmpdir(), "toolkiln-bare-"));
    try {
      expect(toolkiln(["init", "--quiet"], { cwd: folder }).code).toBe(0);
      const { code, stdout } = toolkiln(["run", "word-count", "--text", "a b", "--json"], { cwd: folder });
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ status: "completed", result: { data: { words: 2 } } });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("untrusted text", () => {
  it.each([
    ["run", "\u001b[2Jevil"],
    ["explain", "\u001b[31mTK1"],
    ["list", "--config", "/no\u001b]0;x\u0007"],
    ["no\u009b31m"],
  ])("is printed without control sequences: %j", (...args) => {
    const { code, stderr } = toolkiln(args, { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(/\\u\{(1b|9b)\}/);
    // oxlint-disable-next-line no-control-regex
    expect(stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });
});
