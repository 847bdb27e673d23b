import { generate, memoryHost } from "@toolkiln/generator";
import { join } from "node:path";
import { ts } from "ts-morph";
import { afterAll, describe, expect, it } from "vitest";
import { ScratchProject, strictestFlags } from "../support/scratch-project.js";

const payloads = [
  "x */ globalThis.pwn = 1; /*",
  "*\\/ **// */*/ *",
  "'); globalThis.pwn = 1; ('",
  '"); globalThis.pwn = 1; ("',
  "`${globalThis.pwn = 1}`",
  "abc\\",
  "]: 1, [globalThis.pwn = 1]",
  "a\u2028globalThis.pwn = 1\u2029",
  "a\n*/\nglobalThis.pwn = 1\n/*",
  "</script><script>globalThis.pwn = 1</script>",
  "/;globalThis.pwn = 1;/",
  "@ts-nocheck",
  "\u202e evil \u200b \u0000",
  "constructor",
  "toString",
  "*/\r\nglobalThis.pwn = 1//",
  'require("child_process").exec',
  "$& $1 $` ${x}",
];

/** A manifest with a payload in one place. */
const places: Readonly<Record<string, (payload: string) => object>> = {
  name: (name) => ({ name }),
  description: (description) => ({ description }),
  tag: (tag) => ({ tags: [tag] }),
  requirement: (requirement) => ({ requires: [requirement] }),
  deprecated: (deprecated) => ({ deprecated }),
  "parameter name": (name) => ({ schema: { properties: { [name]: { type: "string" } } } }),
  "required parameter": (name) => ({
    schema: { properties: { [name]: { type: "string", default: "a" } }, required: [name] },
  }),
  "parameter description": (description) => ({
    schema: { properties: { a: { type: "string", description } } },
  }),
  title: (title) => ({ schema: { title, properties: { a: { title, type: "string" } } } }),
  enum: (value) => ({ schema: { properties: { a: { enum: [value, "b"] } } } }),
  const: (value) => ({ schema: { properties: { a: { const: { [value]: value } } } } }),
  default: (value) => ({ schema: { properties: { a: { type: "string", default: value } } } }),
  pattern: (value) => ({ schema: { properties: { a: { type: "string", pattern: escapeRegExp(value) } } } }),
  "pattern of properties": (value) => ({
    schema: { properties: {}, patternProperties: { [escapeRegExp(value)]: { type: "string" } } },
  }),
  format: (format) => ({ schema: { properties: { a: { type: "string", format } } } }),
  $id: ($id) => ({ schema: { $id, properties: { a: { type: "string", $id } } } }),
  "name of a definition": (name) => ({
    schema: {
      properties: { a: { $ref: `#/$defs/${pointerPart(name)}` } },
      $defs: { [name]: { type: "object", properties: { b: { type: "string" } } } },
    },
  }),
  tsType: (tsType) => ({ schema: { properties: { a: { type: "string", tsType, tsEnumNames: [tsType] } } } }),
  comment: ($comment) => ({
    schema: { $comment, properties: { a: { type: "string", "x-note": $comment } } },
  }),
  example: (value) => ({
    schema: { properties: { a: { type: "string" } } },
    examples: [{ title: value, params: { a: value } }],
  }),
  rule: (value) => ({
    schema: { properties: { a: { type: "string" } } },
    rules: [{ when: { a: { const: value } }, risk: "high", warn: { code: "c", message: value } }],
  }),
  "result data": (value) => ({
    result: {
      kind: "own.kind",
      data: { type: "object", properties: { [value]: { enum: [value], description: value } } },
    },
  }),
  envelope: (value) => ({ envelope: { schemaRef: value, tags: [value] } }),
};

function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

function pointerPart(name: string): string {
  return encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
}

/** The kinds of statement that generated files are made of. */
const declarations = new Set([
  ts.SyntaxKind.ImportDeclaration,
  ts.SyntaxKind.ExportDeclaration,
  ts.SyntaxKind.InterfaceDeclaration,
  ts.SyntaxKind.TypeAliasDeclaration,
  ts.SyntaxKind.VariableStatement,
  ts.SyntaxKind.FunctionDeclaration,
  ts.SyntaxKind.ClassDeclaration,
]);

function unexpectedStatements(path: string, contents: string): string[] {
  const file = ts.createSourceFile(path, contents, ts.ScriptTarget.ES2022, true);
  return file.statements
    .filter((statement) => !declarations.has(statement.kind) && !isEvaluatedNote(path, statement))
    .map((statement) => `${path}: ${statement.getText()}`);
}

/** Whether a statement is Ajv's `validate0.evaluated = …`, the only one in a validator that is not a declaration. */
function isEvaluatedNote(path: string, statement: ts.Statement): boolean {
  return path.endsWith(".validator.ts") && /^validate\d+\.evaluated = \{[^;]*\};$/.test(statement.getText());
}

describe("text of a manifest", () => {
  const project = new ScratchProject();
  afterAll(() => project.remove());

  it("never becomes code, whatever its content and position", async () => {
    const files = new Map<string, string>();
    const ids: string[] = [];
    const refused: string[] = [];
    for (const [place, manifest] of Object.entries(places)) {
      for (const [index, payload] of payloads.entries()) {
        const id = `${place
          .toLowerCase()
          .replaceAll(/[^a-z]+/g, "-")
          .replaceAll(/^-|-$/g, "")}-p${index}`;
        const base = { id, description: "A tool.", category: "custom", risk: "safe", result: "text" };
        const path = `manifests/${id}.tool.yaml`;
        const text = JSON.stringify({ ...base, ...manifest(payload) });
        const alone = new Map([[path, text]]);
        const { diagnostics } = await generate({ host: memoryHost(alone), dryRun: true });
        if (diagnostics.some(({ severity }) => severity === "error")) refused.push(id);
        else {
          files.set(path, text);
          ids.push(id);
        }
      }
    }
    expect(ids.length).toBeGreaterThan(refused.length);
    const result = await generate({ host: memoryHost(files) });
    expect(result.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const generated = [...files].filter(([path]) => path.startsWith("generated/"));
    expect(generated.flatMap(([path, contents]) => unexpectedStatements(path, contents))).toEqual([]);
    for (const [path, contents] of generated) {
      expect(contents).not.toMatch(/[\u202e\u200b\u2028\u2029]|\p{Cc}(?<!\n)/u);
      project.write(path, contents);
    }
    const include = ["generated/catalog.ts", "generated/index.ts", "generated/tools/*.ts"];
    expect(project.compile(strictestFlags, include)).toEqual([]);
    for (const [path] of generated) {
      if (!path.endsWith("registry.ts")) await import(/* @vite-ignore */ join(project.root, path));
    }
    expect("pwn" in globalThis).toBe(false);
  }, 120_000);
});
