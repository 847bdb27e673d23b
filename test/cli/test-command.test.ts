import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { scratchFolder } from "../support/repository.js";
import { project, toolkiln } from "./command-line.js";

function manifest(id: string, risk: string, tests: string): string {
  return `id: ${id}
description: Read the file that is named by the caller, for tests of the test command.
category: file-system
risk: ${risk}
schema:
  properties:
    path: { type: string, description: The file to read. }
  required: [path]
rules:
  - when: { path: { pattern: secret } }
    risk: high
result:
  kind: own.content
  data:
    type: object
    additionalProperties: false
    properties: { content: { type: string }, entries: { type: array, items: { type: string } } }
    required: [content]
tests:
${tests}`;
}

function implementation(id: string): string {
  const contract = id.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  return `import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ${contract} } from "../generated/tools/${id}.js";
console.log("a tool that prints");
export const tool = ${contract}.implement(async ({ path }, { workspacePath }) => ({
  content: readFileSync(join(workspacePath ?? "", path), "utf8"),
  entries: readdirSync(workspacePath ?? ""),
}));`;
}

interface Report {
  readonly tests: readonly { tool: string; title: string; status: string; message?: string }[];
}

let cwd: string;
let report: Report;
let code: number | null;
let leftBehind: readonly string[];

beforeAll(() => {
  cwd = project({
    "package.json": `{ "type": "module" }`,
    "manifests/reader.tool.yaml": manifest(
      "reader",
      "safe",
      `  - { title: reads, workspace: { a.txt: hello }, params: { path: a.txt }, expect: { success: true, data: { content: hello, entries: [a.txt] } } }
  - { title: sees another file, workspace: { a.txt: hello }, params: { path: a.txt }, expect: { data: { content: bye } } }
  - { title: misses parameters, params: {}, expect: { success: false, status: invalid } }
  - { title: fails, params: { path: nowhere }, expect: { success: true } }
  - { title: expects the failure, params: { path: nowhere }, expect: { success: false, error: { code: ENOENT } } }
  - { title: rises in risk, workspace: { secret: x }, params: { path: secret }, expect: { success: true } }
  - { title: starts with dots, workspace: { ..a.txt: hello }, params: { path: ..a.txt }, expect: { success: true } }
  - { title: leaves its workspace, workspace: { ../evil: x }, params: { path: a }, expect: { success: true } }
`,
    ),
    "manifests/risky-reader.tool.yaml": manifest(
      "risky-reader",
      "medium",
      `  - { title: is left out, workspace: { a.txt: hello }, params: { path: a.txt }, expect: { success: true } }
  - { title: is hermetic, hermetic: true, workspace: { a.txt: hello }, params: { path: a.txt }, expect: { success: true } }
`,
    ),
    "manifests/counter.tool.yaml": `id: counter
description: Give back values that JSON has no words for, for tests of the test command.
category: custom
risk: safe
result: structured
tests:
  - { title: sees what a model sees, params: {}, expect: { data: { count: "1", days: ["1970-01-01T00:00:00.000Z"] } } }
`,
    "tools/counter.ts": `import { counter } from "../generated/tools/counter.js";
export const tool = counter.implement(() => ({ count: 1n, days: new Set([new Date(0)]) }));`,
    "tools/reader.ts": implementation("reader"),
    "tools/risky-reader.ts": implementation("risky-reader"),
    "fixtures/a.txt": "from the fixtures",
  });
  const generated = toolkiln(["generate"], { cwd });
  if (generated.code !== 0) throw new Error(generated.stderr);
  const temporary = scratchFolder("tmp");
  const outcome = toolkiln(["test", "--json", "--junit", "report.xml"], { cwd, env: { TMPDIR: temporary } });
  code = outcome.code;
  report = JSON.parse(outcome.stdout) as Report;
  leftBehind = readdirSync(temporary).filter((name) => name.startsWith("toolkiln-test-"));
});

function statusOf(title: string): string | undefined {
  return report.tests.find((test) => test.title === title)?.status;
}

describe("toolkiln test", () => {
  it("runs each test in its own workspace and compares results structurally", () => {
    expect(statusOf("reads")).toBe("passed");
    expect(statusOf("misses parameters")).toBe("passed");
    expect(statusOf("starts with dots")).toBe("passed");
    expect(statusOf("expects the failure")).toBe("passed");
    expect(statusOf("sees what a model sees")).toBe("passed");
    const different = report.tests.find(({ title }) => title === "sees another file");
    expect(different).toMatchObject({
      status: "failed",
      message: `data.content: expected "bye", got "hello"`,
    });
    expect(statusOf("fails")).toBe("failed");
    expect(code).toBe(1);
  });

  it("removes every workspace and never writes outside of one", () => {
    expect(leftBehind).toEqual([]);
    const escaping = report.tests.find(({ title }) => title === "leaves its workspace");
    expect(escaping).toMatchObject({
      status: "failed",
      message: expect.stringContaining("outside") as unknown,
    });
  });

  it("skips a call that is risky by manifest or parameters, unless the test is hermetic", () => {
    expect(statusOf("is left out")).toBe("skipped");
    expect(statusOf("rises in risk")).toBe("skipped");
    expect(statusOf("is hermetic")).toBe("passed");
    const { stdout } = toolkiln(["test", "risky-reader", "--max-risk", "medium", "--json"], { cwd });
    expect((JSON.parse(stdout) as Report).tests.map(({ status }) => status)).toEqual(["passed", "passed"]);
  });

  it("writes JUnit XML", () => {
    const xml = readFileSync(join(cwd, "report.xml"), "utf8");
    expect(xml).toContain(`<testsuites name="toolkiln" tests="11" failures="3" skipped="2"`);
    expect(xml).toContain(
      `<failure message="data.content: expected &quot;bye&quot;, got &quot;hello&quot;">`,
    );
  });

  it("prints results as text, and rejects unknown tools", () => {
    const { stderr, stdout } = toolkiln(["test", "reader"], { cwd });
    expect(stdout).toBe("");
    expect(stderr).toContain("✓ reader: reads");
    expect(stderr).toContain("4 tests passed, 3 failed, 1 skipped");
    const unknown = toolkiln(["test", "raeder"], { cwd });
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain("Did you mean `reader`?");
  });
});

describe("toolkiln doctor", () => {
  interface Report {
    readonly checks: readonly { subject: string; status: string; message: string }[];
  }

  function examine(folder: string): [number | null, Report["checks"]] {
    const outcome = toolkiln(["doctor", "--json"], { cwd: folder });
    return [outcome.code, (JSON.parse(outcome.stdout) as Report).checks];
  }

  it("reports no error for a working project", () => {
    const [status, checks] = examine(cwd);
    expect(checks.filter((check) => check.status === "error")).toEqual([]);
    expect(status).toBe(0);
  });

  it("reports stale files and generated code that is incompatible with the runtime", () => {
    const folder = project({
      "package.json": "{}",
      "manifests/a.tool.yaml": manifest("a", "safe", "  []\n"),
      "generated/foreign.ts": `import { something } from "@toolkiln/runtime/codegen/v1";\nimport { other } from "@toolkiln/runtime/codegen/v9";\n`,
    });
    const [status, checks] = examine(folder);
    const of = (subject: string) => checks.find((check) => check.subject === subject);
    expect(of("freshness")).toMatchObject({ status: "error" });
    expect(of("imports")?.message).toContain("codegen/v9, something");
    expect(status).toBe(1);
  });
});

it("passes the injected values of a test to the tool", () => {
  const folder = project({
    "package.json": `{ "type": "module" }`,
    "manifests/who-am-i.tool.yaml": `id: who-am-i
description: Tell the name of the user whom the application supplies.
category: custom
risk: safe
schema:
  properties:
    user: { type: string, description: The user., x-inject: user }
result: text
tests:
  - title: receives the value
    params: {}
    inject: { user: Ada }
    expect: { success: true, data: { content: Ada } }
  - title: receives the value in every step, unless the step injects another
    inject: { user: Ada }
    steps:
      - { params: {}, expect: { data: { content: Ada } } }
      - { params: {}, inject: { user: Bo }, expect: { data: { content: Bo } } }
`,
    "tools/who-am-i.ts": `import { whoAmI } from "../generated/tools/who-am-i.js";
export const tool = whoAmI.implement(async ({ user }) => ({ content: user ?? "nobody" }));`,
  });
  toolkiln(["generate"], { cwd: folder });
  expect(toolkiln(["test"], { cwd: folder })).toMatchObject({ code: 0 });
});
