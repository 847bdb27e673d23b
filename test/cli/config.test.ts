import { describe, expect, it } from "vitest";
import { manifest, project, toolkiln, toolkilnHere } from "./command-line.js";

async function idsOf(
  cwd: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<string[]> {
  const { stdout, stderr, code } = await toolkilnHere(["list", "--json", ...args], { cwd, env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const { tools } = JSON.parse(stdout) as { tools: { id: string }[] };
  return tools.map(({ id }) => id);
}

const folders = {
  "manifests/from-defaults.tool.yaml": manifest("from-defaults"),
  "from-file/from-file.tool.yaml": manifest("from-file"),
  "from-environment/from-environment.tool.yaml": manifest("from-environment"),
  "from-flag/from-flag.tool.yaml": manifest("from-flag"),
};

describe("a configuration", () => {
  it.each([
    ["toolkiln.config.json", `{ "$schema": "x.json", "manifests": "from-file" }`],
    ["toolkiln.config.yaml", "manifests: from-file\n"],
    ["toolkiln.config.js", `export default { manifests: "from-file" };`],
    [
      "toolkiln.config.ts",
      `import { defineConfig } from "toolkiln";\nexport default defineConfig({ manifests: "from-file" satisfies string });`,
    ],
  ])("is read from %s", async (name, contents) => {
    const cwd = project({ ...folders, [name]: contents, "package.json": `{ "type": "module" }` });
    expect(await idsOf(cwd)).toEqual(["from-file"]);
  });

  it("is overridden by the environment, and the environment by flags", async () => {
    const cwd = project({ ...folders, "toolkiln.config.json": `{ "manifests": "from-file" }` });
    const env = { TOOLKILN_MANIFESTS: "from-environment" };
    expect(await idsOf(cwd, [], env)).toEqual(["from-environment"]);
    expect(await idsOf(cwd, ["--manifests", "from-flag"], env)).toEqual(["from-flag"]);
  });

  it("is optional", async () => {
    expect(await idsOf(project(folders))).toEqual(["from-defaults"]);
  });

  it("can be named by a flag or a variable; its folder becomes the project's root", async () => {
    const cwd = project({
      "deep/own.json": `{ "manifests": "here" }`,
      "deep/here/named.tool.yaml": manifest("named"),
    });
    expect(await idsOf(cwd, ["--config", "deep/own.json"])).toEqual(["named"]);
    expect(await idsOf(cwd, [], { TOOLKILN_CONFIG: "deep/own.json" })).toEqual(["named"]);
  });

  it("is found from a subfolder", async () => {
    const cwd = project({
      ...folders,
      "toolkiln.config.json": `{ "manifests": "from-file" }`,
      "src/a.ts": "",
    });
    expect(await idsOf(cwd, ["--cwd", "src"])).toEqual(["from-file"]);
  });

  it("can contain several projects", async () => {
    const cwd = project({
      "toolkiln.config.yaml":
        "projects:\n  - { name: one, root: packages/one }\n  - { root: packages/two, manifests: tools.d }\n",
      "packages/one/manifests/first.tool.yaml": manifest("first"),
      "packages/two/tools.d/second.tool.yaml": manifest("second"),
    });
    expect(await idsOf(cwd)).toEqual(["first", "second"]);
    expect(await idsOf(cwd, ["--project", "packages/two"])).toEqual(["second"]);
    const generated = await toolkilnHere(["generate"], { cwd });
    expect(generated.code).toBe(0);
    expect(generated.stderr).toContain("1 tool → packages/two/generated/");
    expect(generated.stderr).toContain("+ packages/one/generated/tools/first.ts");
    const { stdout } = await toolkilnHere(["generate", "--json"], { cwd });
    const { files, tools } = JSON.parse(stdout) as {
      files: { path: string; status: string }[];
      tools: number;
    };
    expect(tools).toBe(2);
    expect(files.every(({ status }) => status === "unchanged")).toBe(true);
    expect(files.map(({ path }) => path)).toContain("packages/one/generated/tools/first.ts");
    expect(files.map(({ path }) => path)).toContain("packages/two/generated/tools/second.ts");
    const unknown = await toolkilnHere(["list", "--project", "on"], { cwd });
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain("Did you mean `one`?");
  });

  it("can set a folder outside the project: reports show its path and source lines", async () => {
    const cwd = project({
      "toolkiln.config.yaml": "projects:\n  - { root: packages/one, manifests: ../tools }\n",
      "packages/one/package.json": "{}",
      "packages/tools/first.tool.yaml": manifest("first").replace("risk: safe", "risk: sage"),
    });
    const { stderr } = await toolkilnHere(["lint"], { cwd });
    expect(stderr).toMatch(/^packages\/tools\/first\.tool\.yaml:\d+:\d+ [^]*│ risk: sage$/m);
  });

  it.each([
    [
      "an unknown key",
      `{ "manifest": "x" }`,
      "`manifest` is not a key of a configuration. Did you mean `manifests`?",
    ],
    ["a value of the wrong type", `{ "out": 1 }`, "`out` must be a string"],
    ["an unknown choice", `{ "importExtension": "mjs" }`, `one of "js", "ts", "none"`],
    ["an array instead of an object", `[]`, "must be an object"],
    ["invalid JSON", `{`, "toolkiln.config.json: The configuration cannot be loaded: Expected property name"],
    [
      "the same folder for output and manifests",
      `{ "out": "manifests" }`,
      "`out` and `manifests` are the same folder",
    ],
    ["no projects", `{ "projects": [] }`, "at least one project"],
    ["an unknown provider", `{ "targets": ["opena"] }`, '`targets[0]` must be one of "openai", "anthropic"'],
    [
      "an unknown nested key",
      `{ "toolsets": { "all": { "maxrisk": "low" } } }`,
      "`toolsets.all.maxrisk` is not a key of `toolsets.all`. Did you mean `maxRisk`?",
    ],
    [
      "an invalid name of a toolset",
      `{ "toolsets": { "All": {} } }`,
      "`toolsets.All` must be named like `read-only`",
    ],
    [
      "a lower severity for an error",
      `{ "severities": { "TK2002": "off" } }`,
      '`severities.TK2002` must stay "error"',
    ],
  ])("with %s is refused", async (_, contents, message) => {
    const { code, stderr, stdout } = await toolkilnHere(["list"], {
      cwd: project({ ...folders, "toolkiln.config.json": contents }),
    });
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });

  const configs = {
    ts: (body: string) =>
      `import { defineConfig } from "toolkiln";\n\nexport default defineConfig(${body});\n`,
    js: (body: string) => `\n\nexport default ${body};\n`,
    json: (body: string) => `\n\n${body}\n`,
    yaml: (body: string) => `\n\n${body}\n`,
  };

  it.each(Object.entries(configs))(
    "in %s is rejected with the lines of its errors",
    async (extension, write) => {
      const name = `toolkiln.config.${extension}`;
      const errorsOf = async (body: string): Promise<string[]> => {
        const cwd = project({ [name]: write(body), "package.json": `{ "type": "module" }` });
        const { code, stderr } = await toolkilnHere(["list"], { cwd });
        expect(code).toBe(2);
        return stderr.trim().split("\n");
      };
      const wrongValues = `{\n  "out": 1,\n  "projects": [\n    { "name": "a" },\n    { "out": 2 }\n  ]\n}`;
      expect(await errorsOf(wrongValues)).toEqual([
        expect.stringMatching(`^${name}:4:3: \`out\` must be`),
        expect.stringMatching(new RegExp(`^${name}:7:7: \`projects\\[1\\]\\.out\` must be`)),
      ]);
      const wrongSeverity = `{\n  "severities": {\n    "no-such-code": "off"\n  }\n}`;
      expect(await errorsOf(wrongSeverity)).toEqual([
        expect.stringMatching(
          `^${name}:5:5: \`severities.no-such-code\` is not the code or name of a diagnostic`,
        ),
      ]);
    },
  );

  it("in ts is rejected with the line of its syntax error", () => {
    const cwd = project({ "toolkiln.config.ts": `\n\nexport default { out: "a" "b" };\n` });
    // In a process of its own, because the test runner transforms modules.
    expect(toolkiln(["list"], { cwd }).stderr).toMatch(/^toolkiln\.config\.ts:3:\d+: /);
  });

  it("that throws is rejected with the line", async () => {
    const config = `const names = undefined as unknown as string[];\n\nexport default { out: names.join() };\n`;
    const { code, stderr } = await toolkilnHere(["list"], { cwd: project({ "toolkiln.config.ts": config }) });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(
        /^toolkiln\.config\.ts:3:\d+: The configuration cannot be loaded: Cannot read/,
      ),
    });
  });

  it("beside another one is rejected", async () => {
    const cwd = project({ "toolkiln.config.json": "{}", "toolkiln.config.yaml": "{}" });
    expect((await toolkilnHere(["list"], { cwd })).stderr).toContain("more than one configuration");
  });
});
