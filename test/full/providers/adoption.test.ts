import { readFile } from "node:fs/promises";
import { McpServer } from "@modelcontextprotocol/server";
import { toAiSdkTools, toDefinitions } from "@toolkiln/providers";
import { defineTool, mergeRegistries, ToolExecutor, ToolRegistry } from "@toolkiln/runtime";
import { WorkspacePathPolicy } from "@toolkiln/runtime/node";
import { generateText, tool } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { registry } from "../../../generated/registry.js";
import { fileRead } from "../../../generated/tools/file-read.js";
import { repositoryRoot } from "../../support/repository.js";

// What stands between `// doc:name` and `// end` is what docs/adoption.md shows under that name.

const workspacePath = repositoryRoot;
const prompt = "go";
const answer = {
  content: [{ type: "text", text: "done" }],
  finishReason: { unified: "stop", raw: undefined },
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  },
  warnings: [],
} satisfies Awaited<ReturnType<MockLanguageModelV3["doGenerate"]>>;

function newModel(): MockLanguageModelV3 {
  return new MockLanguageModelV3({ doGenerate: answer });
}

describe("the examples of docs/adoption.md", () => {
  it("one tool in an AI SDK application, without an executor", async () => {
    const model = newModel();
    const readText = async (path: string): Promise<string> => path;
    // doc:contract
    const tools = {
      file_read: tool({
        description: fileRead.spec.description,
        inputSchema: fileRead, // validates, fills in defaults, types `path` and `encoding`
        execute: async ({ path }) => readText(path),
      }),
    };
    await generateText({ model, tools, prompt });
    // end
    expect(model.doGenerateCalls[0]?.tools?.[0]).toMatchObject({ name: "file_read" });
  });

  it("all tools in an AI SDK application", async () => {
    const model = newModel();
    const ownTools = { now: tool({ inputSchema: z.object({}), execute: async () => "noon" }) };
    // doc:ai-sdk
    const executor = new ToolExecutor(registry, { paths: new WorkspacePathPolicy() });
    const ours = await toAiSdkTools(registry, executor, { call: { workspacePath } });
    await generateText({ model, tools: { ...ownTools, ...ours }, prompt });
    // end
    expect(model.doGenerateCalls[0]?.tools).toHaveLength(registry.count + 1);
    await executor.dispose();
  });

  it("one tool in an MCP server", () => {
    const executor = new ToolExecutor(registry, { paths: new WorkspacePathPolicy() });
    const server = new McpServer({ name: "mine", version: "1.0.0" });
    // doc:mcp
    server.registerTool(
      "file_read",
      { description: fileRead.spec.description, inputSchema: fileRead },
      async (input) => {
        const { result } = await executor.execute("file-read", input, { workspacePath });
        return { content: [{ type: "text", text: result.toLlmContext() }], isError: !result.success };
      },
    );
    // end
    expect(server.isConnected()).toBe(false);
  });

  it("is told which targets there are when it asks for another, as JavaScript may", async () => {
    const misspelled: string = "opnai";
    await expect(toDefinitions([], misspelled as "openai")).rejects.toThrow(
      'There is no target "opnai". Did you mean "openai"? The targets are openai, anthropic,',
    );
    const inherited: string = "constructor";
    await expect(toDefinitions([], inherited as "openai")).rejects.toThrow(
      'There is no target "constructor".',
    );
  });

  it("tools of a Zod code base", async () => {
    // doc:zod
    const add = defineTool({
      id: "add",
      description: "Add two numbers.",
      risk: "safe",
      category: "custom",
      input: z.object({ a: z.number(), b: z.number() }),
      run: ({ a, b }) => ({ sum: a + b }),
    });
    const all = mergeRegistries(registry, ToolRegistry.of(add));
    const executor = new ToolExecutor(all, { paths: new WorkspacePathPolicy() });
    const { result } = await executor.execute("add", { a: 1, b: 2 });
    const definitions = await toDefinitions(all, "openai", { strict: true });
    // end
    expect(result).toMatchObject({ success: true, data: { sum: 3 } });
    expect(definitions).toHaveLength(registry.count + 1);
    await executor.dispose();
  });

  it("are the ones that the page shows", async () => {
    const page = await readFile(`${repositoryRoot}/docs/adoption.md`, "utf8");
    const source = await readFile(new URL(import.meta.url), "utf8");
    const regions = [...source.matchAll(/^ *\/\/ doc:(\S+)\n([\s\S]*?)^ *\/\/ end$/gm)];
    expect(regions.map(([, name]) => name)).toEqual(["contract", "ai-sdk", "mcp", "zod"]);
    for (const [, , code = ""] of regions) expect(page).toContain(code.replaceAll(/^ {4}/gm, "").trim());
  });
});
