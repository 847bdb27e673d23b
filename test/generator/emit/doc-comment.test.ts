import { generate, memoryHost } from "@toolkiln/generator";
import { ts } from "ts-morph";
import { describe, expect, it } from "vitest";
import { docComment, type DocParagraph } from "../../../generator/emit/doc-comment.js";
import { Random } from "../support/random.js";

/** Parts of comments, including everything that a comment parser treats specially. */
const fragments = [
  "@deprecated",
  "@internal",
  "@default 1",
  "@",
  "@@",
  "@param {string} a",
  "{@link Foo}",
  "{@inheritDoc}",
  "{",
  "}",
  "```",
  "`",
  "``",
  "*",
  "**",
  "*/",
  "/*",
  "/**",
  "//",
  "\\",
  "&",
  "word",
  "(",
  '"',
  "'",
  "-",
  "?",
  "[",
  ";",
  ".",
  "$",
  "me@example.org",
  "it@internal.example",
  "@types/node",
  "@ts-ignore",
  "@jsx h",
  " ",
  "  ",
  "\t",
  "\n",
  "\n\n",
  "\r\n",
  "\r",
  "\u00a0",
  "\u2003",
  "\u2028",
  "\u0085",
  "é",
];

function randomText(random: Random): string {
  return Array.from({ length: random.integer(1, 8) }, () => random.pick(fragments)).join("");
}

function parsed(code: string): ts.SourceFile {
  return ts.createSourceFile("file.ts", code, ts.ScriptTarget.ES2022, true);
}

/** Every tag and every inline link that TypeScript finds in the comments of a node and of its descendants. */
function tagsOf(root: ts.Node): string[] {
  const found: string[] = [];
  const visitComment = (node: ts.Node): void => {
    if (ts.isJSDocLink(node) || ts.isJSDocLinkCode(node) || ts.isJSDocLinkPlain(node)) found.push("link");
    if ("tagName" in node) found.push((node.tagName as ts.Identifier).text);
    node.forEachChild(visitComment);
  };
  const visit = (node: ts.Node): void => {
    for (const comment of ts.getJSDocCommentsAndTags(node))
      if (comment.parent === node) visitComment(comment);
    node.forEachChild(visit);
  };
  visit(root);
  return found;
}

/** The declaration file that the compiler emits for a file. */
function declarations(code: string, stripInternal: boolean): string {
  const compilerOptions = { stripInternal, target: ts.ScriptTarget.ES2022 };
  return ts.transpileDeclaration(code, { compilerOptions }).outputText;
}

describe("a documentation comment", () => {
  it("has only the requested tags, whatever the texts contain", () => {
    const random = new Random(11);
    const members = Array.from({ length: 4000 }, (_, index) => {
      const tags = (["default", "deprecated"] as const).filter(() => random.chance(0.3));
      const paragraphs: DocParagraph[] = [
        ...Array.from({ length: random.integer(1, 2) }, () => randomText(random)),
        ...tags.map((tag) => ({ tag, text: randomText(random) })),
      ];
      return { tags, text: `${docComment(paragraphs, "  ")}  p${index}: string;\n` };
    });
    const code = `export interface All {\n${members.map(({ text }) => text).join("")}}\n`;
    const [all, ...others] = parsed(code).statements;
    expect(others).toEqual([]);
    const nodes = all !== undefined && ts.isInterfaceDeclaration(all) ? all.members : [];
    expect(nodes.map(tagsOf)).toEqual(members.map(({ tags }) => tags));
    expect(declarations(code, true)).toBe(declarations(code, false));
  });

  it("keeps email addresses, package names in code and expressions unchanged", () => {
    const text = "Ask me@example.org about `@types/node` and $..book[?@.price < 10].";
    expect(docComment([text], "")).toBe(`/** ${text} */\n`);
  });
});

it("escapes JSDoc tags in manifest text", async () => {
  const text = "First.\n@internal\n@deprecated at once {@link Foo}\n```\nUse @internal here.";
  const manifest = {
    id: "do-it",
    description: text,
    deprecated: text,
    category: "custom",
    risk: "safe",
    schema: {
      properties: {
        a: { type: "string", description: text, default: text },
        b: { $ref: "#/$defs/thing" },
        c: { type: "string", description: "Old.", deprecated: true, "x-use-instead": "a" },
      },
      $defs: { thing: { type: "object", description: text, properties: { d: { description: text } } } },
    },
    result: { kind: "own.kind", data: { type: "object", properties: { e: { description: text } } } },
  };
  const files = new Map([["manifests/do-it.tool.yaml", JSON.stringify(manifest)]]);
  await generate({ host: memoryHost(files) });
  const code = files.get("generated/tools/do-it.ts") ?? "";
  expect(tagsOf(parsed(code)).toSorted()).toEqual(["default", "deprecated", "deprecated"]);
  expect(declarations(code, true)).toBe(declarations(code, false));
});
