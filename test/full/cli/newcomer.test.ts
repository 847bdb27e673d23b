import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packCommand, type PackedPackage } from "../../support/packed-packages.js";
import { cleanEnvironment, type CommandOutcome } from "../../cli/command-line.js";

// The steps of a newcomer, outside the repository, with the packages as they are published.
let packages: readonly PackedPackage[];
let home: string;

beforeAll(() => {
  packages = packCommand();
  home = mkdtempSync(join(tmpdir(), "toolkiln-newcomer-"));
}, 120_000);

afterAll(() => rmSync(home, { recursive: true, force: true }), 120_000);

function execute(cwd: string, program: string, ...args: string[]): CommandOutcome {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    env: { ...cleanEnvironment(), npm_config_loglevel: "error", NODE_OPTIONS: undefined },
    encoding: "utf8",
    input: "",
  });
  if (error) throw error;
  return { code: status, stdout, stderr };
}

function succeed(cwd: string, program: string, ...args: string[]): CommandOutcome {
  const outcome = execute(cwd, program, ...args);
  expect(outcome, `${program} ${args.join(" ")}\n${outcome.stdout}\n${outcome.stderr}`).toMatchObject({
    code: 0,
  });
  return outcome;
}

const quietly = ["--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts"];

/** The packages are not on a registry, so they are installed from tarballs before `npm install` looks for them. */
function installTarballs(cwd: string): void {
  succeed(cwd, "npm", "install", ...quietly, "--no-save", ...packages.map(({ file }) => file));
}

function useTarballs(cwd: string): void {
  const file = join(cwd, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8")) as {
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };
  for (const { name, file: tarball } of packages) {
    const group = name in manifest.dependencies ? manifest.dependencies : manifest.devDependencies;
    group[name] = `file:${tarball}`;
  }
  writeFileSync(file, JSON.stringify(manifest, undefined, 2));
}

function write(cwd: string, files: Readonly<Record<string, string>>): void {
  for (const [path, contents] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), contents);
  }
}

describe("a newcomer", { timeout: 300_000 }, () => {
  it("runs their own tool after three commands", () => {
    const cwd = join(home, "first");
    mkdirSync(cwd);
    installTarballs(cwd);
    const toolkiln = join(cwd, "node_modules/.bin/toolkiln");
    succeed(cwd, toolkiln, "init");
    useTarballs(cwd);
    succeed(cwd, "npm", "install", ...quietly);
    succeed(cwd, "npm", "test");

    succeed(cwd, toolkiln, "new", "shout", "--kind", "text", "--param", "text:string! # What to shout");
    succeed(cwd, toolkiln, "generate");
    succeed(cwd, join(cwd, "node_modules/.bin/tsc"));
    expect(succeed(cwd, toolkiln, "run", "shout", "--text", "hello").stdout).toContain("text");
    write(cwd, {
      "tools/shout.ts": `import { shout } from "../generated/tools/shout.js";
export const tool = shout.implement(async ({ text }) => ({ content: text.toUpperCase() }));
`,
    });
    const { stdout } = succeed(cwd, toolkiln, "run", "shout", "--text", "hello", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ status: "completed", result: { data: { content: "HELLO" } } });
    succeed(cwd, toolkiln, "test");
    succeed(cwd, toolkiln, "check");
    succeed(cwd, toolkiln, "doctor");

    const manifest = join(cwd, "manifests/shout.tool.yaml");
    writeFileSync(manifest, readFileSync(manifest, "utf8").replace("category:", "catgory:"));
    const broken = execute(cwd, toolkiln, "check");
    expect(broken.code).toBe(1);
    expect(broken.stderr).toMatch(/manifests\/shout\.tool\.yaml:\d+:\d+ .*TK2003/);
    expect(broken.stderr).toContain("Did you mean `category`?");
    writeFileSync(
      manifest,
      readFileSync(manifest, "utf8")
        .replace("catgory:", "category:")
        .replace(" text:", " words:")
        .replace("[text]", "[words]"),
    );
    const stale = execute(cwd, toolkiln, "check");
    expect(stale.code).toBe(1);
    expect(stale.stderr).toContain("TK6001");
    succeed(cwd, toolkiln, "generate");
    const untyped = execute(cwd, join(cwd, "node_modules/.bin/tsc"));
    expect(untyped.code).not.toBe(0);
    expect(untyped.stdout).toContain("Property 'text' does not exist on type 'ShoutInput'");
  });

  it("adds a tool to an AI SDK application without changing its code", () => {
    const cwd = join(home, "app");
    mkdirSync(cwd);
    const main = `import { generateText, stepCountIs, tool } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { z } from "zod";
import { wordCount } from "./generated/tools/word-count.js";
import { tool as implementation } from "./tools/word-count.js";

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const model = new MockLanguageModelV3({
  doGenerate: async () => ({
    content: [{ type: "tool-call", toolCallId: "1", toolName: "wordCount", input: '{"text":"to be or not to be"}' }],
    finishReason: { unified: "tool-calls", raw: "tool-calls" },
    usage,
    warnings: [],
  }),
});
const { toolResults } = await generateText({
  model,
  prompt: "How many words?",
  stopWhen: stepCountIs(1),
  tools: {
    own: tool({ inputSchema: z.object({ city: z.string() }), execute: async ({ city }) => city }),
    wordCount: tool({
      inputSchema: wordCount,
      execute: async ({ text }) => text.split(" ").length,
    }),
  },
});
console.log(JSON.stringify({ answer: toolResults[0]?.output, id: implementation.contract.id }));
`;
    write(cwd, {
      "package.json": JSON.stringify({
        name: "app",
        version: "1.0.0",
        scripts: { build: "tsc" },
        dependencies: { ai: "^6.0.0", zod: "^4.0.0" },
        devDependencies: { typescript: "^5.9.0", "@types/node": "^20.19.0" },
      }),
      "tsconfig.json": `{
  // An application with its sources in one folder.
  "compilerOptions": {
    "target": "es2022", "module": "nodenext", "strict": true, "skipLibCheck": true,
    "rootDir": "src", "outDir": "dist", "types": ["node"]
  },
  "include": ["src"],
}`,
      "src/main.ts": main,
    });
    installTarballs(cwd);
    const toolkiln = join(cwd, "node_modules/.bin/toolkiln");
    expect(execute(cwd, toolkiln, "init")).toMatchObject({ code: 2 });
    succeed(cwd, toolkiln, "init", "--yes");
    useTarballs(cwd);
    succeed(cwd, "npm", "install", ...quietly);
    succeed(cwd, "npm", "test");
    succeed(cwd, "npm", "run", "build");
    const { stdout } = succeed(cwd, process.execPath, "dist/main.js");
    expect(JSON.parse(stdout)).toEqual({ answer: 6, id: "word-count" });
  });

  it("adds a tool to an MCP server, which keeps its existing tools", () => {
    const cwd = join(home, "server");
    mkdirSync(cwd);
    const server = `import { McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

export const server = new McpServer({ name: "clock", version: "1.0.0" });
server.registerTool(
  "add",
  { description: "Add two numbers.", inputSchema: z.object({ a: z.number(), b: z.number() }) },
  async ({ a, b }) => ({ content: [{ type: "text", text: String(a + b) }] }),
);
`;
    const added = `import { ToolExecutor } from "@toolkiln/runtime";
import { registry } from "./generated/registry.js";
import { wordCount } from "./generated/tools/word-count.js";

const executor = new ToolExecutor(registry);
server.registerTool(
  "word_count",
  { description: wordCount.spec.description, inputSchema: wordCount },
  async (input) => {
    const { result } = await executor.execute("word-count", input);
    return { content: [{ type: "text", text: result.toLlmContext() }], isError: !result.success };
  },
);
`;
    const start = "await server.connect(new StdioServerTransport());\n";
    const own = {
      "package.json": JSON.stringify({
        name: "clock",
        version: "1.0.0",
        type: "module",
        scripts: { build: "tsc", test: "node -e 0" },
        dependencies: { "@modelcontextprotocol/server": "^2.4.0", zod: "^4.0.0" },
        devDependencies: {
          "@modelcontextprotocol/client": "^2.4.0",
          typescript: "^5.9.0",
          "@types/node": "^20.19.0",
        },
      }),
      "tsconfig.json": JSON.stringify({
        compilerOptions: {
          target: "es2022",
          module: "nodenext",
          strict: true,
          skipLibCheck: true,
          rootDir: "src",
          outDir: "dist",
          types: ["node"],
        },
        include: ["src"],
      }),
      "src/server.ts": server + start,
      "ask.js": `import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const client = new Client({ name: "test", version: "1.0.0" });
await client.connect(new StdioClientTransport({ command: process.execPath, args: ["dist/server.js"] }));
const { tools } = await client.listTools();
const sum = await client.callTool({ name: "add", arguments: { a: 2, b: 3 } });
const words = await client.callTool({ name: "word_count", arguments: { text: "to be or not to be" } });
const wrong = await client.callTool({ name: "word_count", arguments: { text: 5 } }).catch(String);
console.log(JSON.stringify({ names: tools.map(({ name }) => name), sum, words, wrong }));
await client.close();
`,
    };
    write(cwd, own);
    installTarballs(cwd);
    const toolkiln = join(cwd, "node_modules/.bin/toolkiln");
    const unchanged = () => expect(readFileSync(join(cwd, "package.json"), "utf8")).toBe(own["package.json"]);
    const refused = execute(cwd, toolkiln, "init");
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('package.json: set `"tools:generate": "toolkiln generate"` in scripts');
    unchanged();
    expect(succeed(cwd, toolkiln, "init", "--dry-run").stderr).toContain("+ src/tools/word-count.ts");
    expect(existsSync(join(cwd, "manifests"))).toBe(false);
    unchanged();
    succeed(cwd, toolkiln, "init", "--yes");
    for (const path of ["tsconfig.json", "src/server.ts"] as const) {
      expect(readFileSync(join(cwd, path), "utf8")).toBe(own[path]);
    }
    useTarballs(cwd);
    succeed(cwd, "npm", "install", ...quietly);
    succeed(cwd, "npm", "test");
    succeed(cwd, "npm", "run", "tools:check");
    write(cwd, { "src/server.ts": server + added + start });
    succeed(cwd, "npm", "run", "build");
    const answer = JSON.parse(succeed(cwd, process.execPath, "ask.js").stdout) as Record<string, unknown>;
    expect(answer).toMatchObject({
      names: ["add", "word_count"],
      sum: { content: [{ type: "text", text: "5" }] },
      words: { content: [{ text: expect.stringMatching(/"words":\s*6/) as unknown }] },
    });
    expect(JSON.stringify(answer["wrong"])).toContain("text");
  });
});
