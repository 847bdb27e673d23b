import { analyze, defaultConfig, memoryHost, nodeHost } from "@toolkiln/generator";
import { listTools } from "@toolkiln/generator/listing";
import { describe, expect, it } from "vitest";
import { repositoryRoot } from "../support/repository.js";

const rest = "schema:\n  properties:\n    name: { type: string, description: Whose name. }\n";

function manifest(lines: string): string {
  return `description: Say hello to somebody who is named by the caller.\ncategory: custom\nrisk: safe\n${lines}\n${rest}`;
}

async function listed(text: string) {
  return listTools(memoryHost(new Map([["manifests/hello.tool.yaml", text]])), defaultConfig);
}

async function analyzed(text: string) {
  const { models } = await analyze(memoryHost(new Map([["manifests/hello.tool.yaml", text]])), defaultConfig);
  return models.map(({ spec: { id, wireName, name, category, risk, kind, tags = [] } }) => ({
    id,
    wireName,
    name,
    category,
    risk,
    kind,
    tags,
  }));
}

describe("listing without analysing", () => {
  it("says of this repository's tools what the analysis says", async () => {
    const { models } = await analyze(nodeHost(repositoryRoot), defaultConfig);
    const tools = await listTools(nodeHost(repositoryRoot), defaultConfig);
    expect(tools?.length).toBeGreaterThan(0);
    expect(tools?.map(({ id, name, kind, tags }) => ({ id, name, kind, tags }))).toEqual(
      models.map(({ spec }) => ({ id: spec.id, name: spec.name, kind: spec.kind, tags: spec.tags ?? [] })),
    );
  });

  it.each([
    "id: hello\nresult: text",
    "id: hello # the id\nresult: text # the kind\nname: Say Hello",
    `id: "hello"\nresult: 'text'\nname: "Say: hello"`,
    "id: hello\nresult:\n  kind: table\n  maxDataLength: 5",
    "id: hello\nresult: { kind: table, maxDataLength: 5 }",
    "id: hello\nresult:\n  # first\n  display: { preferredView: code }\n  kind: text",
    "id: hello\nresult: text\ntags: [a, b c]",
    "id: hello\nresult: text\ntags:\n  - a\n  - b # c",
    "id: hello\nresult: text\ntags: []",
    "id: hello\nresult: text\nwireName: say_hello",
    `id: hello\nresult: text\nname: "a\\tb"`,
    "id: hello\nresult: text\nname: |\n  Say hello",
    "# yaml-language-server: $schema=x\n\nid: hello\n# a comment\nresult: text",
    "id: hello\r\nresult: text\r\ntags:\r\n  - a\r\nname: Hello\r",
  ])("reads %j as the analysis does", async (lines) => {
    const text = manifest(lines);
    expect(await listed(text)).toEqual(await analyzed(text));
  });

  it.each([
    ["a value that goes on", "id: hello\nresult: text\nname: Say\n  Hello"],
    ["a list that goes on", "id: hello\nresult: text\ntags: [a,\n  b]"],
    ["an anchor", "id: &x hello\nresult: text"],
    ["a truth for a text", "id: hello\nresult: text\nname: true"],
    ["a number among tags", "id: hello\nresult: text\ntags: [1]"],
    ["a key twice", "id: hello\nresult: text\nid: hello"],
    ["another id than the file's", "id: other\nresult: text"],
    ["an unknown risk", "id: hello\nresult: text\nrisk: none"],
    ["a line that only looks like one", "id: hello\nresult: text\nname: Hello\u2028tags: [a]"],
    ["a second document", "id: hello\nresult: text\n---\nid: hello"],
    ["a quoted key", `"id": hello\nresult: text`],
    ["no result", "id: hello"],
    ["a deep kind", "id: hello\nresult:\n  display:\n    kind: text"],
  ])("leaves %s to the analysis", async (_, lines) => {
    expect(await listed(manifest(lines))).toBeUndefined();
  });

  it("fills in what the defaults of the folder say, and only of that folder", async () => {
    const files = new Map([
      ["manifests/_defaults.yaml", "tags: [shared]\nresult:\n  kind: table\n"],
      ["manifests/hello.tool.yaml", manifest("id: hello")],
      ["manifests/own.tool.yaml", manifest("id: own\nresult: text\ntags: [mine]")],
      ["manifests/deep/other.tool.yaml", manifest("id: other\nresult: text")],
    ]);
    const { models } = await analyze(memoryHost(files), defaultConfig);
    const tools = await listTools(memoryHost(files), defaultConfig);
    const expected = models.map(({ spec }) => [spec.id, spec.kind, spec.tags ?? []]);
    expect(tools?.map(({ id, kind, tags }) => [id, kind, tags])).toEqual(expected);
    expect(expected).toEqual([
      ["hello", "table", ["shared"]],
      ["other", "text", []],
      ["own", "text", ["mine"]],
    ]);
  });

  it("leaves defaults that are not plain, and folders without manifests, to the analysis", async () => {
    const files = new Map([
      ["manifests/hello.tool.yaml", manifest("id: hello\nresult: text")],
      ["manifests/_defaults.yaml", "{ tags: [a] }"],
    ]);
    expect(await listTools(memoryHost(files), defaultConfig)).toBeUndefined();
    expect(await listTools(memoryHost(new Map()), defaultConfig)).toBeUndefined();
  });
});
