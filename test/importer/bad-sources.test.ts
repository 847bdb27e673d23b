import { symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { SourceError } from "@toolkiln/importer";
import { formatted, ImportedProject } from "./imported-project.js";

afterEach(() => vi.restoreAllMocks());

async function failure(project: ImportedProject, location: string): Promise<string> {
  const error: unknown = await project
    .import({ kind: "definitions", location })
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SourceError);
  const { diagnostic } = error as SourceError;
  return `${diagnostic.file} ${formatted([diagnostic])[0]}`;
}

describe("a source that cannot be read", () => {
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const bomb = [
    "a: &a [x, x]",
    ..."bcdefghij"
      .split("")
      .map((name, index) => `${name}: &${name} [${`*${"abcdefghij"[index]}, `.repeat(20)}]`),
  ].join("\n");
  it.each([
    [
      "a missing file",
      undefined,
      /^source.yaml 1:1 TK1001 The file cannot be read: no such file or directory\.$/,
    ],
    ["invalid YAML", "a: [1\nb: 2", /^source.yaml \d+:\d+ TK1002 /],
    ["a file without tools", `{"hello": 1}`, /^source.yaml 1:1 TK8004 No tool definition was found/],
    ["values nested too deeply", deep, /^source.yaml 1:1 TK1005 /],
    ["a value that contains itself", "&a { tools: [*a] }", /^source.yaml 1:1 TK1005 /],
    ["exponential aliases", bomb, /^source.yaml 1:1 TK1007 /],
    [
      "another encoding",
      Buffer.from([0xff, 0xfe, 0x41]),
      /^source.yaml 1:1 TK1001 The file is not UTF-8 text\.$/,
    ],
  ])("is reported with a location: %s", async (_, contents, expected) => {
    const project = new ImportedProject();
    if (contents !== undefined) writeFileSync(join(project.root, "source.yaml"), contents);
    const found = await failure(project, "source.yaml");
    expect(found).toMatch(expected);
    expect(project.has("manifests")).toBe(false);
  });

  it("is rejected before reading when it is too large", async () => {
    const project = new ImportedProject({ "huge.json": " ".repeat(64 * 1024 * 1024 + 1) });
    expect(await failure(project, "huge.json")).toMatch(
      /^huge\.json 1:1 TK1004 The document has 67108865 bytes/,
    );
  });
});

describe("a hostile source", () => {
  it("is imported, or rejected with a diagnostic, if any string in it is an object without `toString`", async () => {
    const document = {
      openapi: "3.0.0",
      info: { title: "A", version: "1" },
      servers: [{ url: "https://a.test" }],
      security: [{ key: [] }],
      paths: {
        "/a": {
          get: {
            operationId: "getA",
            description: "Gets something that is harmless.",
            parameters: [
              { name: "p", in: "query", style: "form", collectionFormat: "csv", schema: { type: "string" } },
              { name: "q", in: "query", schema: { format: "date", $ref: "#/components/schemas/B" } },
            ],
            responses: { 200: { description: "Done." } },
          },
        },
      },
      components: {
        schemas: { B: { type: "object", required: ["b"], properties: { b: { type: "string" } } } },
        securitySchemes: { key: { type: "http", scheme: "bearer", in: "header", name: "k" } },
      },
    };
    const text = JSON.stringify(document);
    const places = [...text.matchAll(/"[^"]*"(?=[,}\]])/g)];
    expect(places.length).toBeGreaterThan(20);
    const unexpected: unknown[] = [];
    for (const { 0: value, index } of places) {
      const hostile = `${text.slice(0, index)}{"toString":null}${text.slice(index + value.length)}`;
      const project = new ImportedProject({ "source.json": hostile });
      await project.import({ kind: "openapi", location: "source.json" }).catch((error: unknown) => {
        if (!(error instanceof SourceError)) unexpected.push(error, hostile);
      });
    }
    expect(unexpected).toEqual([]);
  });

  const description = "Does something that is harmless.";

  it("writes nothing outside the folder, whatever its tools are called", async () => {
    const names = [
      "../../escape",
      "/etc/passwd",
      "con",
      "constructor",
      "..",
      "",
      "a\u0000b",
      "ünï",
      "😀",
      "A".repeat(300),
      "x\n# toolkiln-ignore",
    ];
    const project = new ImportedProject({
      "tools.json": names.map((name) => ({ name, description, input_schema: {} })),
    });
    const { files, diagnostics } = await project.import({ kind: "definitions", location: "tools.json" });
    for (const { path } of files)
      expect(path).toMatch(/^(manifests\/[a-z][a-z0-9-]{0,63}\.tool\.yaml|tools\/[a-z][a-z0-9-]{0,63}\.ts)$/);
    expect(files.length).toBe(2 * names.length);
    expect(formatted(diagnostics)).toContainEqual(
      expect.stringContaining("`../../escape` cannot be a wire name; models see `escape`."),
    );
  });

  it("cannot add comment directives for toolkiln or an editor", async () => {
    const name = "x # toolkiln-ignore TK2016: hidden\n# yaml-language-server: $schema=http://evil */";
    const project = new ImportedProject({ "tools.json": [{ name, description, input_schema: {} }] });
    const { files } = await project.import({ kind: "definitions", location: "tools.json" });
    const comments = files.flatMap(({ contents }) => contents.match(/^(#|\/\/).*/gm) ?? []);
    expect(comments.length).toBe(2);
    for (const comment of comments) expect(comment).not.toMatch(/toolkiln-ignore|language-server|\*\//);
  });

  it("cannot set toolkiln keywords, hide text or use names of `Object.prototype`", async () => {
    const properties = JSON.parse(
      `{"__proto__": {"type": "string"}, "a": {"type": "string", "x-inject": "key", "description": "Shown\\u202ehidden."}}`,
    ) as object;
    const project = new ImportedProject({
      "tools.json": [{ name: "odd", description, input_schema: { type: "object", properties } }],
    });
    const { diagnostics } = await project.import({ kind: "definitions", location: "tools.json" });
    expect(project.manifest("odd")["schema"]).toEqual({
      properties: { a: { type: "string", description: "Shownhidden." } },
    });
    expect(diagnostics.length).toBe(2);
  });

  it("cannot reference other URLs or files outside its folder", async () => {
    const requests: string[] = [];
    const server = createServer(({ url = "" }, response) => {
      requests.push(url);
      response.end("{}");
    }).listen(0);
    const { port } = server.address() as { port: number };
    const remote = `http://127.0.0.1:${port}/remote.json`;
    const references = [remote, "../outside.json", "linked/secret.json", "#/nowhere"];
    const parameters = references.map(($ref, index) => ({
      name: `p${index}`,
      in: "query",
      schema: { $ref },
    }));
    const operation = { operationId: "source", description, parameters, responses: {} };
    const project = new ImportedProject({
      "outside.json": { type: "string" },
      "elsewhere/secret.json": { type: "string" },
      "inner/source.json": {
        openapi: "3.1.0",
        servers: [{ url: "https://a.example" }],
        paths: { "/a": { get: operation } },
      },
      "schema.json": { title: "schema", type: "object", properties: { a: { $ref: remote } } },
    });
    symlinkSync(join(project.root, "elsewhere"), join(project.root, "inner/linked"));
    const { diagnostics } = await project.import({ kind: "openapi", location: "inner/source.json" });
    const schema = await project.import({ kind: "json-schema", location: "schema.json" });
    server.close();
    expect(requests).toEqual([]);
    expect(formatted(diagnostics)).toEqual([
      expect.stringMatching(/^18:23 TK8001 `http.*` is not a file in the folder of the document/),
      expect.stringMatching(/^25:23 TK8001 `\.\.\/outside\.json` is not a file/),
      expect.stringMatching(/^32:23 TK8001 `linked\/secret\.json` is not a file/),
      expect.stringMatching(/^39:23 TK8001 `#\/nowhere` points to nothing/),
    ]);
    expect(formatted(schema.diagnostics)).toEqual([
      expect.stringMatching(/^6:15 TK8001 `http.*` points outside the schema. References are not fetched/),
    ]);
    expect(project.manifest("source")["schema"]).toEqual({ properties: { p0: {}, p1: {}, p2: {}, p3: {} } });
  });

  it("is reported when its references form a chain of 30,000 definitions", async () => {
    const definitions = Object.fromEntries(
      Array.from({ length: 30_000 }, (_, index) => [
        `d${index}`,
        { properties: { next: { $ref: `#/definitions/d${index + 1}` } } },
      ]),
    );
    const project = new ImportedProject({
      "chain.json": { title: "chain", $ref: "#/definitions/d0", definitions },
    });
    const { diagnostics } = await project.import({ kind: "json-schema", location: "chain.json" });
    expect(formatted(diagnostics)).toEqual([
      "1:1 TK8002 The tool was left out: The file is 3 MiB; the limit is 1 MiB.",
    ]);
  });

  it("is not imported into a symlinked folder", async () => {
    const project = new ImportedProject({
      "tools.json": [{ name: "a", description, input_schema: {} }],
      "elsewhere/x": "",
    });
    symlinkSync(join(project.root, "elsewhere"), join(project.root, "tools"));
    await expect(project.import({ kind: "definitions", location: "tools.json" })).rejects.toThrow(
      "tools/a.ts contains a symbolic link",
    );
    expect(project.has("manifests")).toBe(false);
  });
});
