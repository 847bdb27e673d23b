import { describe, expect, it } from "vitest";
import { analyzeExample } from "../support/manifests.js";

const tool = (id: string): string => `# file: manifests/git/${id}.tool.yaml
# whole file
id: ${id}
description: Does one thing well enough.
category: custom
risk: low
`;

/** The result of linting two tools whose folder has these defaults and a shared schema. */
async function lint(defaults: string) {
  const { diagnostics, models } = await analyzeExample(
    [
      `# file: manifests/git/_defaults.yaml\n${defaults}\n${tool("a")}${tool("b")}`,
      "# file: manifests/git/common.yaml\n$defs: { Name: { type: string, minLength: 1 } }\n",
    ].join(""),
  );
  return {
    diagnostics: diagnostics.map(({ code, file, range, fix }) => ({
      code,
      at: `${file}:${range.start.line}`,
      fix: fix?.edits[0]?.range.start.line,
    })),
    schemas: models.map(({ spec }) => spec.result.dataSchema),
    shared: models.map((model) => model.shared?.map(({ name }) => name)),
  };
}

describe("a schema of returned data in the defaults of a folder", () => {
  it("is linted where it is, once", async () => {
    const { diagnostics } = await lint(
      "result:\n  kind: a.b\n  data:\n    type: string\n    minlength: 3\n    pattern: ^(a+)+$\n    format: date_time",
    );
    expect(diagnostics).toEqual([
      { code: "TK3003", at: "manifests/git/_defaults.yaml:5", fix: 5 },
      { code: "TK3004", at: "manifests/git/_defaults.yaml:6", fix: undefined },
      { code: "TK3015", at: "manifests/git/_defaults.yaml:7", fix: 7 },
    ]);
  });

  it("resolves references in the defaults file and relative to it", async () => {
    const data =
      "{ properties: { a: { $ref: '#/$defs/A' }, b: { $ref: 'common.yaml#/$defs/Name' } }, $defs: { A: { type: integer } } }";
    const { diagnostics, schemas, shared } = await lint(`result: { kind: a.b, data: ${data} }`);
    expect(diagnostics).toEqual([]);
    const schema = {
      properties: { a: { $ref: "#/$defs/A" }, b: { $ref: "#/$defs/Name" } },
      $defs: { A: { type: "integer" }, Name: { type: "string", minLength: 1 } },
    };
    expect(schemas).toEqual([schema, schema]);
    expect(shared).toEqual([["Name"], ["Name"]]);
  });

  it("reports references that point to nothing", async () => {
    const data = "{ properties: { a: { $ref: '#/$defs/A' }, b: { $ref: 'common.yaml#/$defs/Nam' } } }";
    const { diagnostics } = await lint(`result: { kind: a.b, data: ${data} }`);
    expect(diagnostics.map(({ code, at }) => `${code} ${at}`)).toEqual([
      "TK3016 manifests/git/_defaults.yaml:1",
      "TK3016 manifests/git/_defaults.yaml:1",
    ]);
  });
});

it("lints parameters in the defaults of a folder where they are, even if their TK2003 is ignored", async () => {
  const ignore = "# toolkiln-ignore TK2003: an old project";
  const { diagnostics } = await lint(
    `${ignore}\nschema: { properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: { type: string, description: A., minLenght: 1 } } }\nresult: text`,
  );
  expect(diagnostics).toContainEqual({
    code: "TK3003",
    at: "manifests/git/_defaults.yaml:2",
    fix: undefined,
  });
});
