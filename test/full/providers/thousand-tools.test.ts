import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { isProviderName, providers, readTools, type Provider } from "@toolkiln/providers";
import type { ToolCatalog } from "@toolkiln/runtime/vocabulary";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toolCorpus } from "../../support/tool-corpus.js";

const run = promisify(execFile);
const limits = { maxBuffer: 2 ** 28 };

function idOf(index: number): string {
  return `tool-${String(index).padStart(3, "0")}`;
}

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

/** A line of the command's output that lists a loss: something that the definition changes or omits. */
const lossLine = /^ {2}\S+ \/\S* \S+ (?:widened|narrowed|reshaped|annotation)/;

describe("a thousand tools", () => {
  let folder: string;
  let specs: ToolCatalog["tools"];
  beforeAll(async () => {
    // A folder from which the SDK packages can be resolved, and which git ignores.
    folder = await mkdtemp(fileURLToPath(new URL("../node_modules/.thousand-", import.meta.url)));
    await mkdir(join(folder, "manifests"));
    const corpus = toolCorpus(27, 1000, { emphasis: 5 });
    for (const [index, { description, inputSchema: schema }] of corpus.entries()) {
      const id = idOf(index);
      const rest = { category: "custom", risk: "safe", schema, result: "structured" };
      const manifest = { id, description: description || "A tool.", ...rest };
      // JSON is valid YAML.
      await writeFile(join(folder, `manifests/${id}.tool.yaml`), JSON.stringify(manifest));
    }
    ({ tools: specs } = JSON.parse((await exportFor("catalog")).stdout) as ToolCatalog);
  }, 300_000);
  afterAll(() => rm(folder, { recursive: true }));

  const exportFor = (target: string, ...flags: string[]): Promise<{ stdout: string; stderr: string }> =>
    run("node_modules/.bin/toolkiln", ["export", "--target", target, "--cwd", folder, ...flags], limits);

  it.each(Object.keys(providers))(
    "are exported for %s by the command, in their order and with every loss listed",
    async (name) => {
      expect(specs.map(({ id }) => id)).toEqual(Array.from({ length: 1000 }, (_, index) => idOf(index)));
      const { tools, definitions } = await readTools(specs, providerOf(name), { strict: true });
      const { stdout, stderr } = await exportFor(name, "--strict", "--verbose");
      expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(definitions)));
      const losses = tools.flatMap((tool) => tool.losses);
      expect(stderr.split("\n").filter((line) => lossLine.test(line))).toHaveLength(losses.length);
      process.stdout.write(`${name}: ${losses.length} losses\n`);
    },
    300_000,
  );

  it.each(Object.entries(sdkTypes))(
    "are accepted by the types of the SDK of %s",
    async (name, type) => {
      const definitions = JSON.parse((await exportFor(name)).stdout) as readonly object[];
      // With a type parameter, because the compiler would reject excess properties of a literal.
      const accept = `declare function accept<Tool extends ${type}>(tool: Tool): void;`;
      const calls = definitions.map((definition) => `accept(${JSON.stringify(definition)});`);
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
