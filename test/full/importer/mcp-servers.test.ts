import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { generate, nodeHost } from "@toolkiln/generator";
import { defaultConfig } from "@toolkiln/generator/config";
import { argumentArbitrary } from "@toolkiln/runtime/testing";
import type { JsonSchemaObject } from "@toolkiln/runtime";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ImportedProject } from "../../importer/imported-project.js";
import { earlierClient, type ServerCommand, type TestClient } from "../../mcp/clients.js";
import { stdioCommand } from "../../mcp/command-server.js";
import { plainEnvironment } from "../../mcp/servers.js";
import { repositoryRoot, scratchFolder } from "../../support/repository.js";

const keys = {
  GITHUB_PERSONAL_ACCESS_TOKEN: "none",
  GITLAB_PERSONAL_ACCESS_TOKEN: "none",
  SLACK_BOT_TOKEN: "none",
  SLACK_TEAM_ID: "none",
  GOOGLE_MAPS_API_KEY: "none",
  BRAVE_API_KEY: "none",
  TAVILY_API_KEY: "none",
};
const files = scratchFolder("mcp-files");
mkdirSync(join(files, "folder"));
writeFileSync(join(files, "note.txt"), "A note.\nOf two lines.\n");

/** Servers that start offline, with calls whose answers are always the same. */
const servers: readonly (readonly [string, readonly string[], readonly (readonly [string, object])[]])[] = [
  [
    "@modelcontextprotocol/server-everything",
    [],
    [
      ["echo", { message: "hello" }],
      ["get-sum", { a: 1, b: 2 }],
      ["get-tiny-image", {}],
      ["get-structured-content", { location: "Chicago" }],
      ["get-resource-links", { count: 2 }],
      ["get-annotated-message", { messageType: "error" }],
    ],
  ],
  [
    "@modelcontextprotocol/server-filesystem",
    [files],
    [
      ["read_text_file", { path: join(files, "note.txt"), head: 1 }],
      ["list_directory", { path: files }],
      ["read_text_file", { path: "/etc/passwd" }],
    ],
  ],
  ["@modelcontextprotocol/server-memory", [], [["search_nodes", { query: "nobody-is-called-so" }]]],
  [
    "@modelcontextprotocol/server-sequential-thinking",
    [],
    [["sequentialthinking", { thought: "one", nextThoughtNeeded: true, thoughtNumber: 1, totalThoughts: 2 }]],
  ],
  // These fail without a key or a network, and must fail with the same message.
  ["@modelcontextprotocol/server-slack", [], [["slack_get_users", {}]]],
  ["@modelcontextprotocol/server-google-maps", [], [["maps_geocode", { address: "none" }]]],
  ["tavily-mcp", [], [["tavily_search", { query: "none" }]]],
  // These are not called: their failures are protocol errors or contain a request id.
  ["@modelcontextprotocol/server-github", [], []],
  ["@modelcontextprotocol/server-gitlab", [], []],
  ["@modelcontextprotocol/server-brave-search", [], []],
];

const require = createRequire(import.meta.url);

/** The path of the executable of a package. */
function programOf(name: string): string {
  const file = join(repositoryRoot, "test/full/node_modules", name, "package.json");
  const { bin } = require(file) as { bin: string | Readonly<Record<string, string>> };
  const [path = ""] = typeof bin === "string" ? [bin] : Object.values(bin);
  return join(dirname(file), path);
}

interface Listed {
  readonly name: string;
  readonly inputSchema: JsonSchemaObject;
}

async function listAll(client: TestClient): Promise<Listed[]> {
  const { tools } = await client.list();
  return tools as unknown as Listed[];
}

/** Whether a schema of either dialect accepts a value. */
function accepts(schema: JsonSchemaObject, value: unknown): boolean | undefined {
  const options = { strict: false, validateFormats: false, logger: false } as const;
  const isNew = JSON.stringify(schema["$schema"] ?? "").includes("2020-12");
  const { $schema: _dialect, ...rest } = schema;
  return (isNew ? new Ajv2020(options) : new Ajv(options)).compile(rest)(structuredClone(value));
}

describe("MCP servers from npm, imported and served again", () => {
  it("include ten servers", () => {
    expect(servers.length).toBe(10);
  });

  it.each(servers)(
    "%s has the same names, accepts the same inputs and gives the same answers",
    async (name, args, calls) => {
      Object.assign(process.env, keys);
      const command = [process.execPath, programOf(name), ...args];
      const project = new ImportedProject();
      const { tools } = await project.import({ kind: "mcp", command });
      expect(tools.filter(({ status }) => status !== "new")).toEqual([]);
      const { diagnostics } = await generate({ host: nodeHost(project.root), config: defaultConfig });
      expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      const env = { ...plainEnvironment(), ...keys };
      const original: ServerCommand = {
        command: process.execPath,
        args: command.slice(1),
        cwd: project.root,
        env,
      };
      const served = { ...stdioCommand(["--cwd", project.root, "--approve-up-to", "critical"]), env };
      const [before, after] = [await earlierClient.connect(original), await earlierClient.connect(served)];
      const [listedBefore, listedAfter] = [await listAll(before), await listAll(after)];
      const names = (listed: readonly Listed[]) => listed.map((tool) => tool.name).toSorted();
      expect(names(listedAfter)).toEqual(names(listedBefore));
      for (const tool of listedBefore) {
        const other = listedAfter.find((one) => one.name === tool.name);
        const samples = fc.sample(argumentArbitrary(fc, other?.inputSchema ?? {}), { numRuns: 10, seed: 3 });
        for (const value of [...samples, {}, { unknown: 1 }, { ...(samples[0] as object), unknown: 1 }]) {
          const expected = accepts(tool.inputSchema, value);
          expect({ tool: tool.name, value, accepted: accepts(other?.inputSchema ?? {}, value) }).toEqual({
            tool: tool.name,
            value,
            accepted: expected,
          });
        }
      }
      for (const [tool, input] of calls) {
        const answers = [await before.call(tool, { ...input }), await after.call(tool, { ...input })];
        const [expected, actual] = answers.map(({ content, structuredContent, isError = false }) => ({
          content: content.map(plainBlock),
          structuredContent,
          isError,
        }));
        expect({ tool, ...actual }).toEqual({ tool, ...expected });
      }
      await before.close();
      await after.close();
    },
    120_000,
  );
});

/** A content block without annotations and metadata, which a result cannot contain. */
function plainBlock(block: object): object {
  const { annotations: _annotations, _meta, ...rest } = block as { annotations?: unknown; _meta?: unknown };
  return rest;
}
