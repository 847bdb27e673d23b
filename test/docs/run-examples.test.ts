import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { format } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { manifest, project, toolkiln } from "../cli/command-line.js";
import { repositoryRoot, scratchFolder } from "../support/repository.js";
import { matchesExcerpt } from "./matches-excerpt.js";

const folder = "test/docs/examples";
const files = readdirSync(join(repositoryRoot, folder)).filter((name) => name.endsWith(".ts"));

// Examples create their folders in the system's temporary folder.
const scratch = scratchFolder("docs-examples");
const { TMPDIR } = process.env;
beforeAll(() => void (process.env["TMPDIR"] = scratch));
afterAll(() => {
  process.env["TMPDIR"] = TMPDIR ?? "/tmp";
  rmSync(scratch, { recursive: true, force: true });
});
afterEach(() => void vi.restoreAllMocks());

describe("an example of the documentation runs and prints what its comments show", () => {
  it.each(files)("%s", async (name) => {
    const logged: string[] = [];
    vi.spyOn(console, "log").mockImplementation(
      (...values: unknown[]) => void logged.push(format(...values)),
    );
    const errors = vi.spyOn(console, "error");
    await import(`./examples/${name.replace(/\.ts$/, "")}.ts`);
    const text = readFileSync(join(repositoryRoot, folder, name), "utf8");
    const shown = [...text.matchAll(/\/\/ → (.*)$/gm)].map(([, line = ""]) => line);
    expect(errors.mock.calls).toEqual([]);
    const actual = logged.map((line) => line.replaceAll(/\s*\n\s*/g, " "));
    const fits =
      shown.length === actual.length &&
      shown.every((line, index) => matchesExcerpt(`${line}\n`, actual[index] ?? ""));
    expect(fits ? actual : shown).toEqual(actual);
  });
});

describe("an example of the documentation that another program uses", () => {
  const readme = { name: "file_read", arguments: { path: "README.md" } };

  it("mcp-server.ts runs tools for MCP clients", async () => {
    const { http } = await import("./examples/mcp-server.js");
    const address = http.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const client = new Client({ name: "reader", version: "1.0.0" });
    await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
    expect(await client.callTool(readme)).toMatchObject({
      structuredContent: { content: expect.stringContaining("# toolkiln") },
    });
    await client.close();
    http.closeAllConnections();
    http.close();
  });

  it("mcp-sdk-tool.ts runs a contract in a server of the SDK", async () => {
    const { server } = await import("./examples/mcp-sdk-tool.js");
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    const client = new Client({ name: "reader", version: "1.0.0" });
    await Promise.all([server.connect(ours), client.connect(theirs)]);
    const { content, isError } = await client.callTool(readme);
    expect({ isError, text: JSON.stringify(content) }).toEqual({
      isError: false,
      text: expect.stringContaining("toolkiln"),
    });
    await client.close();
  });

  it("toolkiln.config.ts is a configuration", () => {
    const config = readFileSync(join(repositoryRoot, folder, "toolkiln.config.ts"), "utf8");
    const cwd = project({ "toolkiln.config.ts": config, "manifests/hello.tool.yaml": manifest("hello") });
    expect(toolkiln(["list"], { cwd })).toMatchObject({ code: 0 });
  });
});
