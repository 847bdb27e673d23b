import { cpSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repositoryRoot } from "../support/repository.js";
import { ImportedProject } from "./imported-project.js";

/** A project whose sources are the fixtures. */
function projectWithSources(): ImportedProject {
  const project = new ImportedProject();
  cpSync(join(repositoryRoot, "test/importer/fixtures"), join(project.root, "src"), { recursive: true });
  return project;
}

describe("tools in code", () => {
  it("become manifests that keep their names, schemas and order", async () => {
    const project = projectWithSources();
    const { tools, diagnostics } = await project.import({ kind: "code", location: "src/code-tools.ts" });
    expect(tools.filter(({ status }) => status !== "new")).toEqual([]);
    expect(tools.length).toBe(26);
    const schemaOf = (id: string) => project.manifest(id)["schema"];
    expect(schemaOf("plain")).toEqual({
      properties: {
        name: { description: "Its name.", type: "string" },
        count: { type: "integer", minimum: 1, maximum: 5 },
      },
      required: ["name", "count"],
      additionalProperties: true,
    });
    expect(schemaOf("defaults")).toEqual({
      properties: {
        limit: { type: "number", default: 10 },
        sort: { type: "string", enum: ["up", "down"], default: "up" },
      },
      additionalProperties: true,
    });
    expect(schemaOf("strict")).toEqual({ properties: { a: { type: "string" } }, required: ["a"] });
    expect(schemaOf("records")).toMatchObject({
      properties: { counts: { type: "object", additionalProperties: { type: "number" } } },
    });
    expect(schemaOf("discriminated")).toMatchObject({
      properties: {
        shape: {
          oneOf: [
            { properties: { kind: { const: "circle" } } },
            { properties: { kind: { const: "square" } } },
          ],
        },
      },
    });
    expect(project.manifest("agent-tool")).toMatchObject({
      wireName: "agent_tool",
      description: "A tool of the agents library.\n",
    });
    expect(project.manifest("valibot-order")).toMatchObject({
      schema: {
        properties: { id: { type: "string" }, amount: { type: "number", default: 1 } },
        required: ["id"],
      },
    });
    expect(project.manifest("ark-order")).toMatchObject({
      schema: { properties: { id: { type: "string" } }, required: ["id"] },
    });
    expect(project.manifest("server-sum")).toMatchObject({
      wireName: "server_sum",
      risk: "safe",
      result: { data: { properties: { sum: { type: "number" } } } },
    });
    expect(diagnostics.map(({ message }) => message.replace(/: .*/, "")).toSorted()).toEqual([
      "/tools/coerced/inputSchema/properties/when",
      "/tools/flags/inputSchema/properties/code",
      "/tools/refined/inputSchema",
      "/tools/transformed/inputSchema/properties/words",
      "/tools/trimmed/inputSchema/properties/name",
    ]);
  }, 120_000);

  it("run as before, with the transforms of their own schemas", async () => {
    const project = projectWithSources();
    await project.import({ kind: "code", location: "src/code-tools.ts" });
    const executor = await project.executor();
    const call = async (id: string, input: object): Promise<unknown> => {
      const { result } = await executor.execute(id, input);
      return result.success ? result.data : result.error.message;
    };
    expect({
      defaults: await call("defaults", {}),
      transformed: await call("transformed", { words: "a b" }),
      trimmed: await call("trimmed", { name: " x ", unknown: 1 }),
      coerced: await call("coerced", { when: "2026-02-03" }),
      refined: await call("refined", { from: 2, to: 1 }),
      agent: await call("agent-tool", { a: 1 }),
      chain: await call("chain-tool", { text: "loud" }),
      runnable: await call("runnable-tool", { n: 4 }),
      server: await call("server-sum", { a: 1, b: 2 }),
    }).toEqual({
      defaults: { input: { limit: 10, sort: "up" } },
      transformed: { input: { words: ["a", "b"] } },
      trimmed: { input: { name: "x" } },
      coerced: { year: 2026 },
      refined: expect.stringContaining("from is less than to") as string,
      agent: `got {"a":1}`,
      chain: "LOUD",
      runnable: 8,
      server: { sum: 3 },
    });
    await executor.dispose();
  }, 120_000);

  it("without `execute` are imported as stubs, with a warning", async () => {
    const project = new ImportedProject({
      "src/a.js": 'export const ask = { description: "Asks the user.", inputSchema: { type: "object" } };',
    });
    const { tools, diagnostics } = await project.import({ kind: "code", location: "src/a.js" });
    expect(tools.map(({ status }) => status)).toEqual(["new"]);
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      "TK8001 /ask: The tool has no `execute`, so its implementation is a stub.",
    ]);
    expect(project.text("tools/ask.ts")).toContain("is not implemented yet");
    expect(project.has("tools/support/existing-tool.ts")).toBe(false);
  });

  it("are selected by export; a module without tools is reported", async () => {
    const project = projectWithSources();
    const { tools } = await project.import({ kind: "code", location: "src/code-tools.ts#chainTool" });
    expect(tools.map(({ id }) => id)).toEqual(["chain-tool"]);
    await expect(
      project.import({ kind: "code", location: "src/code-tools.ts#version" }),
    ).rejects.toMatchObject({
      diagnostic: { code: "TK8004", help: expect.stringContaining("The module exports agentTool") as string },
    });
    project.write("src/broken.ts", "throw new Error('no database');");
    await expect(project.import({ kind: "code", location: "src/broken.ts" })).rejects.toThrow(
      "The module cannot be loaded: no database.",
    );
  });
});
