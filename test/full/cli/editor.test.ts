import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { project, toolkiln } from "../../cli/command-line.js";
import { repositoryRoot } from "../../support/repository.js";
import { YamlLanguageServer } from "../support/yaml-language-server.js";

const head = `# yaml-language-server: $schema=../schema/manifest.json
id: sample
description: Look up a sample and return what it contains.
category: custom
risk: low
`;

describe("an editor with the manifest schema", () => {
  const editor = new YamlLanguageServer(join(repositoryRoot, "packages/cli"));
  beforeAll(() => editor.start());
  afterAll(() => editor.stop());

  it.each([
    ["type", "schema:\n  properties:\n    a:\n      type: |", ["string", "integer", "boolean", "array"]],
    ["format", "schema:\n  properties:\n    a:\n      format: |", ["date-time", "email", "uri"]],
    ["result", "result: |", ["text", "file_content", "table"]],
    ["result.kind", "result:\n  kind: |", ["text", "file_content", "table"]],
    ["targets", "targets:\n  |", ["openai", "anthropic", "gemini", "mcp"]],
    ["a target", "targets:\n  openai:\n    |", ["wireName", "description", "strict"]],
    ["expect", "tests:\n  - title: a\n    params: {}\n    expect:\n      |", ["success", "status", "data"]],
    ["expect.status", "tests:\n  - expect:\n      status: |", ["completed", "denied"]],
    ["category", "category: |", ["file-system", "custom"]],
  ])("completes %s", async (_, text, expected) => {
    const { completions } = await editor.lookAt(`${head}${text}`);
    expect(completions).toEqual(expect.arrayContaining(expected));
  });

  it.each([
    ["result:\n  ki|nd: text", "One of text, diff"],
    ["schema:\n  properties:\n    a:\n      minLe|ngth: 1", "Minimum length."],
    [
      "schema:\n  properties:\n    a:\n      contai|ns: { type: string }",
      "What at least one item has to match.",
    ],
    ["targets:\n  op|enai: {}", "Overrides for openai."],
  ])("explains %j on hovering", async (text, expected) => {
    expect((await editor.lookAt(`${head}${text}`)).hover).toContain(expected);
  });

  it("reports errors, and no false ones", async () => {
    expect(await editor.diagnose(`${head}result: text\n`)).toEqual([]);
    expect(await editor.diagnose(`${head}result: { kind: git.status, data: { type: object } }\n`)).toEqual(
      [],
    );
    expect(await editor.diagnose(`${head}result: text\nresults: text\n`)).toHaveLength(1);
  });
});

describe("an editor in a project with its own categories", () => {
  const own = head.replace("../schema/manifest.json", "../.toolkiln/manifest.schema.json");
  const folder = project({ "toolkiln.config.json": `{ "categories": ["billing"] }` });
  const editor = new YamlLanguageServer(folder);
  beforeAll(() => editor.start());
  afterAll(() => editor.stop());

  it("completes and accepts them", async () => {
    expect(toolkiln(["new", "sample", "--kind", "text", "--category", "billing"], { cwd: folder }).code).toBe(
      0,
    );
    const { completions } = await editor.lookAt(own.replace("category: custom", "category: |"));
    expect(completions).toContain("billing");
    const billing = own.replace("custom", "billing");
    expect(await editor.diagnose(`${billing}result: text\n`)).toEqual([]);
    expect(await editor.diagnose(`${billing.replace("billing", "biling")}result: text\n`)).toHaveLength(1);
  });
});
