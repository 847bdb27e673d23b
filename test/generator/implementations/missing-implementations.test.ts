import { check, generate, memoryHost, type Host } from "@toolkiln/generator";
import { describe, expect, it } from "vitest";

const manifest = `
id: word-count
description: Count the words of a text and nothing else.
category: custom
risk: safe
schema:
  properties: { text: { type: string, description: The text to count. } }
result: text
`;

async function diagnosticsOf(implementation: string | undefined): Promise<string[]> {
  const files = new Map([["manifests/word-count.tool.yaml", manifest]]);
  if (implementation !== undefined) files.set("tools/word-count.ts", implementation);
  const host = memoryHost(files);
  await generate({ host });
  const { diagnostics } = await check({ host });
  return diagnostics
    .filter(({ severity }) => severity === "error")
    .map(({ code, message }) => `${code} ${message}`);
}

describe("an implementation", () => {
  it.each([
    [
      "a constant",
      'import { wordCount } from "../generated/tools/word-count.js";\nexport const tool = wordCount.implement(() => ({ content: "" }));',
    ],
    ["a list", "const tool = 1;\nexport { tool };"],
    ["another name", "const body = 1;\nexport { body as tool };"],
    ["another module", 'export { tool } from "./other.js";'],
    ["everything of another module", 'export * from "./other.js";'],
  ])("may be exported as %s", async (_title, implementation) => {
    expect(await diagnosticsOf(implementation)).toEqual([]);
  });

  it.each([
    ["nothing is exported", "const tool = 1;"],
    ["another name is exported", "export const tools = 1;"],
    ["it only stands in a comment", "// export const tool = 1;\n/*\nexport const tool = 1;\n*/"],
    ["it only stands in a text", "const text = `\nexport const tool = 1;\n`;\nexport { text };"],
    ["only a type has the name", "type tool = string;\nexport type { tool };"],
    ["the default is exported", "export default 1;"],
  ])("is missing when %s", async (_title, implementation) => {
    expect(await diagnosticsOf(implementation)).toEqual([
      "TK6006 The implementation of `word-count` does not export `tool`.",
    ]);
  });

  it("may be exported by another file under the contract's name", async () => {
    const implementation = 'import { wordCount } from "./words.js";\nexport const tool = wordCount;';
    expect(await diagnosticsOf(implementation)).toEqual([]);
  });

  it("is missing when its file cannot be read", async () => {
    const files = new Map([
      ["manifests/word-count.tool.yaml", manifest],
      ["tools/word-count.ts", "export const tool = 1;"],
    ]);
    const memory = memoryHost(files);
    await generate({ host: memory });
    const readFile: Host["readFile"] = async (path) => {
      const denied = new Error("EACCES: permission denied, open 'tools/word-count.ts'");
      if (path.startsWith("tools/")) throw Object.assign(denied, { code: "EACCES" });
      return memory.readFile(path);
    };
    const { diagnostics } = await check({ host: { ...memory, readFile } });
    expect(diagnostics.map(({ message }) => message)).toEqual([
      "The implementation of `word-count` cannot be read: permission denied.",
    ]);
  });

  it("is missing when its file does not exist", async () => {
    expect(await diagnosticsOf(undefined)).toEqual(["TK6006 The tool `word-count` has no implementation."]);
  });
});
