import { generate, memoryHost } from "@toolkiln/generator";
import { afterAll, describe, expect, it, vi } from "vitest";
import { files, manifest, writeCompleteProject } from "../support/complete-project.js";
import { ScratchProject, strictestFlags } from "../support/scratch-project.js";

/** The declaration of a type in generated text. */
function declaration(text: string | undefined, name: string): string {
  const found = new RegExp(`export (?:interface|type) ${name} [^]*?\n(?=\n)`).exec(`${text}\n`);
  return found?.[0].trim() ?? "";
}

async function typeOf(schema: object, name = "SampleInput"): Promise<string> {
  const all = await files([manifest("sample", { schema })]);
  return declaration(all.get("generated/tools/sample.ts"), name);
}

describe("the types of a tool", () => {
  it("require properties with defaults in the parameters, also nested ones", async () => {
    const schema = {
      properties: {
        mode: { enum: ["a", "b"], default: "a" },
        options: { type: "object", properties: { depth: { type: "integer", default: 1 } }, default: {} },
        choice: { anyOf: [{ type: "object", properties: { unfilled: { type: "string", default: "x" } } }] },
      },
    };
    expect(await typeOf(schema, "SampleParams")).toBe(`export interface SampleParams extends SampleInput {
  mode: "a" | "b";
  options: {
    /** Checked at run time only: a whole number. */
    depth: number;
    [key: string]: unknown;
  };
}`);
  });

  it("keep every name and text of the manifest", async () => {
    const names = [
      "hasOwnProperty",
      "toString",
      "constructor",
      "title",
      "$ref",
      "$id",
      "p$0",
      "sha256sum",
      "1st",
    ];
    const values = ["p$0: ", "(", "a | b", "*/", "\n", '"', "§0§"];
    const properties = {
      ...Object.fromEntries(names.map((name) => [name, { type: "string", description: `The ${name}.` }])),
      values: { enum: values },
      sum: { $ref: "#/$defs/sha256sum" },
    };
    const schema = { properties, $defs: { sha256sum: { enum: ["a", "b"], title: "Array" } } };
    const all = await files([manifest("sample", { schema })]);
    const text = all.get("generated/tools/sample.ts");
    const members = names.map((name) => {
      const written = /^[a-z$]+[\w$]*$/i.test(name) ? name : JSON.stringify(name);
      return `  /** The ${name}. */\n  ${written}?: string;\n`;
    });
    const union = String.raw`"p$0: " | "(" | "a | b" | "*/" | "\n" | "\"" | "§0§"`;
    expect(declaration(text, "SampleInput")).toBe(
      `export interface SampleInput {\n${members.join("")}  values?: ${union};\n  sum?: SampleSha256sum;\n}`,
    );
    expect(declaration(text, "SampleSha256sum")).toBe('export type SampleSha256sum = "a" | "b";');
  });

  it("are written without output to stdout, even with VERBOSE set", async () => {
    const info = vi.spyOn(console, "info").mockImplementation(() => undefined);
    vi.stubEnv("VERBOSE", "1");
    const properties = { quiet: { enum: ["structure", "of", "its", "own"] } };
    expect(await typeOf({ properties })).toContain('quiet?: "structure" | "of" | "its" | "own";');
    expect(info).not.toHaveBeenCalled();
    expect(process.env["VERBOSE"]).toBe("1");
    vi.unstubAllEnvs();
    info.mockRestore();
  });

  it("list the properties that an `anyOf` of `required` requires", async () => {
    const schema = {
      properties: { id: { type: "string" }, name: { type: "string" } },
      anyOf: [{ required: ["id"] }, { required: ["name"] }],
    };
    expect(await typeOf(schema)).toBe(`export type SampleInput = {
  id: string;
  name?: string;
} | {
  id?: string;
  name: string;
};`);
  });

  it("are tuples for `prefixItems`, maps for open objects and literals for `const`", async () => {
    const schema = {
      properties: {
        pair: {
          type: "array",
          prefixItems: [{ type: "string" }, { type: "number" }],
          items: false,
          minItems: 1,
        },
        scores: { type: "object", additionalProperties: { type: "number" } },
        flags: { type: "object", propertyNames: { pattern: "^[a-z]+$" } },
        kind: { const: "fixed" },
        nothing: { type: ["string", "null"] },
      },
    };
    expect(await typeOf(schema)).toBe(`export interface SampleInput {
  /** Checked at run time only: at least 1 item. */
  pair?: [string] | [string, number];
  scores?: { [key: string]: number };
  /** Checked at run time only: each name matches \`^[a-z]+$\`. */
  flags?: { [key: string]: unknown };
  kind?: "fixed";
  nothing?: string | null;
}`);
  });

  it("name referenced and recursive schemas", async () => {
    const node = {
      type: "object",
      properties: { children: { type: "array", items: { $ref: "#/$defs/node" } } },
    };
    const schema = { properties: { tree: { $ref: "#/$defs/node" } }, $defs: { node } };
    expect(await typeOf(schema)).toContain("tree?: SampleNode;");
    expect(await typeOf(schema, "SampleNode")).toContain("children?: SampleNode[];");
  });

  it("accept no properties when the schema has none", async () => {
    expect(await typeOf({})).toBe("export interface SampleInput {\n  [key: string]: never;\n}");
  });
});

describe("a default inside a condition", () => {
  it("is not filled in, and its property stays optional", async () => {
    const filling = { properties: { mode: { default: "a" } } };
    for (const keyword of ["then", "else", "dependentSchemas"]) {
      const schema = {
        properties: { path: { type: "string" }, mode: { type: "string" } },
        if: { required: ["path"] },
        [keyword]: keyword === "dependentSchemas" ? { path: filling } : filling,
      };
      const all = await files([manifest("sample", { schema })]);
      const code = all.get("generated/tools/sample.ts");
      expect(declaration(code, "SampleInput")).toContain("mode?: string;");
      expect(declaration(code, "SampleParams")).toBe("export type SampleParams = SampleInput;");
      expect(all.get("generated/tools/sample.validator.ts")).not.toContain("withDefaults");
    }
  });
});

describe("a recursive default", () => {
  it("is rejected instead of being filled in indefinitely", async () => {
    const node = { type: "object", properties: { child: { $ref: "#/$defs/node", default: {} } } };
    const schema = { properties: { tree: { $ref: "#/$defs/node" } }, $defs: { node } };
    const host = memoryHost(new Map([manifest("endless", { schema })]));
    const { diagnostics } = await generate({ host });
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    expect(errors.map(({ file }) => file)).toEqual(["manifests/endless.tool.yaml"]);
  });
});

describe("a project with all features", () => {
  const project = new ScratchProject();
  afterAll(() => project.remove());

  it("compiles with implementations, with strict and loose flags", async () => {
    const include = await writeCompleteProject(project);
    expect(project.compile({ ...strictestFlags, isolatedDeclarations: false }, include)).toEqual([]);
    const lax = { module: "nodenext", target: "es2022", strict: false, types: [], skipLibCheck: true };
    expect(project.compile(lax, ["generated/**/*.ts"])).toEqual([]);
  }, 120_000);
});
