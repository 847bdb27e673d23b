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
      "as a constant",
      'import { wordCount } from "../generated/tools/word-count.js";\nexport const tool = wordCount.implement(() => ({ content: "" }));',
    ],
    ["in an export list", "const tool = 1;\nexport { tool };"],
    ["under another local name", "const body = 1;\nexport { body as tool };"],
    ["from another module", 'export { tool } from "./other.js";'],
    ["with `export *`", 'export * from "./other.js";'],
  ])("may be exported %s", async (_title, implementation) => {
    expect(await diagnosticsOf(implementation)).toEqual([]);
  });

  it.each([
    ["nothing is exported", "const tool = 1;"],
    ["another name is exported", "export const tools = 1;"],
    ["it is only in a comment", "// export const tool = 1;\n/*\nexport const tool = 1;\n*/"],
    ["it is only in a string", "const text = `\nexport const tool = 1;\n`;\nexport { text };"],
    ["only a type has the name", "type tool = string;\nexport type { tool };"],
    ["it is the default export", "export default 1;"],
  ])("is missing when %s", async (_title, implementation) => {
    expect(await diagnosticsOf(implementation)).toEqual([
      "TK6006 The implementation of `word-count` does not export `tool`.",
    ]);
  });

  it("may be imported from another file under the contract's name", async () => {
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
