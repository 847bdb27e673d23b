import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { repositoryRoot, scratchFolder } from "../support/repository.js";
import { currentClient, type CallOutcome, type TestClient } from "./clients.js";
import { startHttp, type RunningServer } from "./command-server.js";

const folder = scratchFolder("mcp-watch");
let server: RunningServer;
let client: TestClient;
let changes = 0;
let output = "";

beforeAll(async () => {
  cpSync(join(repositoryRoot, "test/mcp/conformance"), folder, { recursive: true });
  symlinkSync(join(repositoryRoot, "node_modules"), join(folder, "node_modules"));
  server = await startHttp(["--cwd", folder, "--watch"], {}, (text) => (output += text));
  client = await currentClient.connect({ url: server.url }, { onToolsChanged: () => changes++ });
});
afterAll(async () => {
  await client.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

function edit(path: string, from: string, to: string): void {
  const file = join(folder, path);
  writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
}

async function textOf(answer: Promise<CallOutcome>): Promise<unknown> {
  return (await answer).structuredContent;
}

describe("toolkiln mcp --watch", () => {
  it("serves changed implementations and manifests, notifies clients and finishes running calls", async () => {
    expect(await textOf(client.call("test_simple_text", {}))).toMatchObject({
      content: expect.stringMatching(/^This is/),
    });
    const running = client.call("test_tool_with_progress", {});
    edit("tools/test-simple-text.ts", "This is a simple text", "Changed");
    edit("manifests/test-simple-text.tool.yaml", "Return a short text.", "Return another text.");
    await expect
      .poll(() => textOf(client.call("test_simple_text", {})), { timeout: 15_000 })
      .toMatchObject({
        content: expect.stringMatching(/^Changed/),
      });
    expect(await textOf(running)).toEqual({ content: "Done." });
    await expect
      .poll(async () => JSON.stringify(await client.list()), { timeout: 15_000 })
      .toContain("Return another text.");
    await expect.poll(() => changes).toBeGreaterThan(0);
  });

  it("reports errors in a changed manifest and keeps serving the old tools", async () => {
    edit("manifests/test-simple-text.tool.yaml", "risk: safe", "risk: none");
    await expect.poll(() => output, { timeout: 15_000 }).toContain("manifests/test-simple-text.tool.yaml:");
    expect(await textOf(client.call("test_simple_text", {}))).toMatchObject({
      content: expect.stringMatching(/^Changed/),
    });
  });
});
