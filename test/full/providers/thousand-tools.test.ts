import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { isProviderName, providers, readTools, type Provider } from "@toolkiln/providers";
import type { ToolSpec } from "@toolkiln/runtime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toolOf } from "../../providers/case-tools.js";
import { toolCorpus } from "../../support/tool-corpus.js";

const run = promisify(execFile);
const tools: readonly ToolSpec[] = toolCorpus(27, 1000, { emphasis: 5 }).map(
  ({ name, description, inputSchema }) => toolOf(name, inputSchema, description || "A tool."),
);

function providerOf(name: string): Provider {
  if (!isProviderName(name)) throw new Error(name);
  return providers[name];
}

/** The type of the SDK that takes the definitions of each provider. */
const sdkTypes: Readonly<Record<string, string>> = {
  openai: 'import("openai").OpenAI.Chat.Completions.ChatCompletionTool',
  anthropic: 'import("@anthropic-ai/sdk").Anthropic.Tool',
  gemini: 'import("@google/genai").FunctionDeclaration',
  mcp: 'import("@modelcontextprotocol/server").Tool',
  bedrock: 'import("@aws-sdk/client-bedrock-runtime").Tool',
  "ai-sdk": 'import("@ai-sdk/provider").LanguageModelV3FunctionTool',
  langchain: 'import("@langchain/core/tools").StructuredToolParams',
  "openai-agents": 'Pick<import("@openai/agents").FunctionTool, "type" | "name" | "description" | "strict">',
};

describe("a thousand tools", () => {
  let folder: string;
  beforeAll(async () => {
    // Where the packages of the SDKs are found and nobody commits it.
    folder = await mkdtemp(fileURLToPath(new URL("../node_modules/.thousand-", import.meta.url)));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each(Object.keys(providers))("keep their order at %s, and every loss has a place", async (name) => {
    const first = await readTools(tools, providerOf(name), { strict: true });
    const second = await readTools(tools, providerOf(name), { strict: true });
    expect(first.tools.map(({ id }) => id)).toEqual(tools.map(({ id }) => id));
    expect(JSON.stringify(second.tools)).toBe(JSON.stringify(first.tools));
    const losses = first.tools.flatMap((tool) => tool.losses);
    for (const { pointer, keyword, effect } of losses) {
      expect([pointer, keyword, effect].every((text) => typeof text === "string")).toBe(true);
    }
    process.stdout.write(`${name}: ${losses.length} losses, ${first.problems.length} problems of the set\n`);
  });

  it.each(Object.entries(sdkTypes))(
    "are accepted by the types of the SDK of %s",
    async (name, type) => {
      const { tools: adapted } = await readTools(tools, providerOf(name));
      // A type parameter, because the compiler refuses properties of a literal that its type does not know.
      const accept = `declare function accept<Tool extends ${type}>(tool: Tool): void;`;
      const calls = adapted.map(({ definition }) => `accept(${JSON.stringify(definition)});`);
      await writeFile(join(folder, "definitions.ts"), ["export {};", accept, ...calls].join("\n"));
      const config = {
        extends: "../../tsconfig.json",
        files: ["definitions.ts"],
        include: [],
        compilerOptions: { noEmit: true, skipLibCheck: true },
      };
      await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
      const { stdout } = await run("node_modules/.bin/tsc", ["-p", folder]).catch(
        (error: unknown) => error as { stdout: string },
      );
      expect(stdout).toBe("");
    },
    300_000,
  );
});
