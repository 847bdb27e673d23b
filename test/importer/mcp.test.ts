import { join } from "node:path";
import { generate, nodeHost } from "@toolkiln/generator";
import { defaultConfig } from "@toolkiln/generator/config";
import { describe, expect, it } from "vitest";
import { earlierClient, type ServerCommand } from "../mcp/clients.js";
import { startHttp, stdioCommand } from "../mcp/command-server.js";
import { plainEnvironment } from "../mcp/servers.js";
import { repositoryRoot } from "../support/repository.js";
import { formatted, ImportedProject } from "./imported-project.js";

const fixture = [process.execPath, join(repositoryRoot, "test/importer/mcp-fixture.js")];

async function importedServer(): Promise<ImportedProject> {
  const project = new ImportedProject();
  await project.import({ kind: "mcp", command: fixture });
  return project;
}

describe("a live MCP server", () => {
  it("becomes manifests with the names, risks and results that the server declares", async () => {
    const project = await importedServer();
    expect(project.manifest("add-numbers")).toEqual({
      id: "add-numbers",
      wireName: "add_numbers",
      name: "Add numbers",
      description: "Adds two numbers and returns the sum.\n",
      category: "custom",
      risk: "safe",
      schema: {
        properties: { a: { type: "number" }, b: { type: "number", default: 1 } },
        required: ["a"],
        // A schema without `additionalProperties` accepts other properties, too.
        additionalProperties: true,
      },
      result: {
        kind: "add_numbers.result",
        data: { type: "object", properties: { sum: { type: "number" } }, required: ["sum"] },
      },
      hints: { readOnly: true, openWorld: false },
    });
    expect(project.manifest("show-picture")).toMatchObject({ wireName: "show.Picture", risk: "high" });
    expect(project.manifest("refuse")["risk"]).toBe("medium");
  });

  it("has the same tools and results when the imported tools are served again", async () => {
    const project = await importedServer();
    await generate({ host: nodeHost(project.root), config: defaultConfig });
    const original: ServerCommand = {
      command: fixture[0] ?? "",
      args: fixture.slice(1),
      cwd: repositoryRoot,
      env: plainEnvironment(),
    };
    const served = stdioCommand(["--cwd", project.root, "--approve-up-to", "critical"]);
    const answersOf = async (server: ServerCommand) => {
      const client = await earlierClient.connect(server);
      const { tools } = await client.list();
      const calls = [
        ["add_numbers", { a: 2 }],
        ["add_numbers", { a: 2, b: 3, other: true }],
        ["show.Picture", {}],
        ["refuse", {}],
      ] as const;
      const answers = [];
      for (const [name, input] of calls) {
        const { content, structuredContent, isError } = await client.call(name, input);
        answers.push({ name, content, structuredContent, isError });
      }
      await client.close();
      const names = tools.map(({ name }) => name).filter((name) => name !== "crash");
      return { names: names.toSorted(), answers };
    };
    expect(await answersOf(served)).toEqual(await answersOf(original));
  }, 120_000);

  it("can be imported by URL", async () => {
    const server = await startHttp(["--deny", "file-delete"]);
    const project = new ImportedProject();
    const { tools, files } = await project.import({ kind: "mcp", url: server.url });
    await server.stop();
    expect(tools.length).toBeGreaterThan(10);
    expect(project.manifest("file-read")).toMatchObject({ wireName: "file_read", risk: "safe" });
    expect(files.map(({ contents }) => contents)).toContainEqual(
      expect.stringContaining(`url: "${server.url}"`),
    );
  }, 120_000);

  it("is reconnected after the connection was lost", async () => {
    const executor = await (await importedServer()).executor();
    const first = await executor.execute("add-numbers", { a: 1, b: 1 });
    const lost = await executor.execute("crash", {});
    const second = await executor.execute("add-numbers", { a: 2, b: 2 });
    await executor.dispose();
    expect([first, lost, second].map(({ status }) => status)).toEqual(["completed", "failed", "completed"]);
    expect(second.result.data).toEqual({ sum: 4 });
  }, 120_000);

  it("is reported when it cannot be started or does not speak MCP", async () => {
    const project = new ImportedProject();
    const missing = project.import({ kind: "mcp", command: ["no-such-program-here"] });
    await expect(missing).rejects.toThrow(
      "The server does not list its tools: spawn no-such-program-here ENOENT",
    );
    const other = project.import({
      kind: "mcp",
      command: [process.execPath, "-e", "process.exit(1)"],
    });
    await expect(other).rejects.toMatchObject({ diagnostic: { code: "TK8004" } });
  });

  it("is imported with losses reported by JSON pointer, because it has no source lines", async () => {
    const project = new ImportedProject();
    const server = `
      let rest = "";
      process.stdin.on("data", (chunk) => {
        rest += chunk;
        for (let end = rest.indexOf("\\n"); end >= 0; end = rest.indexOf("\\n")) {
          const { id, method } = JSON.parse(rest.slice(0, end));
          rest = rest.slice(end + 1);
          const tools = [{ name: "slow", description: "Takes a slow pattern.", inputSchema: { type: "object", properties: { a: { type: "string", pattern: "^(a+)+$" } } } }];
          const result = method === "tools/list" ? { tools } : { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "raw", version: "1" } };
          if (id !== undefined) console.log(JSON.stringify(method === "initialize" || method === "tools/list" ? { jsonrpc: "2.0", id, result } : { jsonrpc: "2.0", id, error: { code: -32601, message: "no" } }));
        }
      });`;
    const { diagnostics } = await project.import({ kind: "mcp", command: [process.execPath, "-e", server] });
    expect(formatted(diagnostics)).toEqual([
      expect.stringMatching(/^1:1 TK8001 \/tools\/0\/inputSchema\/properties\/a: The pattern/),
    ]);
  });
});
