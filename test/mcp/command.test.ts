import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { clientConfig, clients } from "../../packages/cli/commands/mcp-config.js";
import { toolkiln } from "../cli/command-line.js";
import { repositoryRoot, scratchFolder } from "../support/repository.js";
import { currentClient, earlierClient } from "./clients.js";
import { startHttp } from "./command-server.js";
import { fillWorkspace } from "./pack-workspace.js";
import { plainEnvironment } from "./servers.js";

const folder = repositoryRoot.replace(/\/$/, "");

const name = basename(folder);

function server(project: string, ...more: string[]): object {
  const args = ["--prefix", project, "toolkiln", "mcp", "--cwd", project, ...more];
  return { type: "stdio", command: "npx", args };
}

describe("toolkiln mcp config", () => {
  it.each([
    ["claude-code", ".mcp.json", { mcpServers: { [name]: server(".") } }],
    ["cursor", ".cursor/mcp.json", { mcpServers: { [name]: server("${workspaceFolder}") } }],
    ["vscode", ".vscode/mcp.json", { servers: { [name]: server("${workspaceFolder}", "--data", "text") } }],
    [
      "claude-desktop",
      "claude_desktop_config.json",
      { mcpServers: { [name]: server(folder, "--data", "text") } },
    ],
  ])("prints the configuration file of %s", (client, file, document) => {
    const { code, stdout, stderr } = toolkiln(["mcp", "config", "--client", client]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(document);
    expect(stderr).toContain(file);
  });

  it.each(clients)("prints the configuration that starts the server for %s", async (client) => {
    const { document } = clientConfig(client, folder, ["--quiet"]);
    const [servers = {}] = Object.values(document) as Record<string, { command: string; args: string[] }>[];
    const { command = "", args = [] } = servers[name] ?? {};
    const connected = await currentClient.connect({
      command,
      args: args.map((word) => word.replaceAll("${workspaceFolder}", folder)),
      // Only Claude Code starts the server in the project folder.
      cwd: client === "claude-code" ? folder : tmpdir(),
      env: plainEnvironment(),
    });
    expect((await connected.list()).tools.map((tool) => tool.name)).toContain("file_read");
    await connected.close();
  });

  it("adds the options after `--` to the server's arguments", () => {
    const options = ["--approve-up-to", "medium"];
    const passed = toolkiln(["mcp", "config", "--client", "cursor", "--", ...options]);
    expect(JSON.parse(passed.stdout).mcpServers[name].args.slice(-2)).toEqual(options);
  });

  it("starts npx through a shell on Windows", () => {
    const { file, document } = clientConfig("claude-desktop", folder, [], "win32");
    expect(file).toBe(String.raw`%APPDATA%\Claude\claude_desktop_config.json`);
    const args = expect.arrayContaining(["/c", "npx"]) as string[];
    expect(document).toMatchObject({ mcpServers: { [name]: { command: "cmd", args } } });
  });

  it("gives the server a name that clients can use as a prefix of tool names", () => {
    const workspace = join(scratchFolder("mcp-name"), "my project!");
    mkdirSync(workspace, { recursive: true });
    const { stdout } = toolkiln(["mcp", "config", "--client", "cursor", "--cwd", workspace]);
    expect(Object.keys(JSON.parse(stdout).mcpServers)).toEqual(["my-project-"]);
  });

  it("lists the known clients", () => {
    expect(toolkiln(["mcp", "config"])).toMatchObject({
      code: 2,
      stderr: /claude-code, claude-desktop, vscode/,
    });
    expect(toolkiln(["mcp", "config", "--client", "curser"]).stderr).toContain("Did you mean `cursor`?");
  });
});

describe("toolkiln mcp", () => {
  it.each([
    [["--http", "nowhere"], "takes an address such as 127.0.0.1:3001"],
    [["--http", "127.0.0.1:99999"], "takes an address such as 127.0.0.1:3001"],
    [["--http", "0.0.0.0:0"], "set TOOLKILN_MCP_TOKEN"],
    [["--allow", "file-raed"], "Did you mean `file-read`?"],
    [["--approve-up-to", "hihg"], "--approve-up-to takes one of safe, low"],
    [["--data", "nowhere"], "--data takes one of structured, text, both"],
    [["--approvals", "x"], "TOOLKILN_APPROVAL_KEY"],
    [["--http", "0", "--allow-host", "::1"], "is not a host name such as example.com or [::1]"],
  ])("rejects %j and names the fix", (args, message) => {
    const { code, stdout, stderr } = toolkiln(["mcp", ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
  });

  it("neither lists nor runs denied tools, and runs allowed ones unattended", async () => {
    const workspace = fillWorkspace(scratchFolder("mcp-command"));
    const flags = ["--deny", "Terminal-Execute", "--allow", "file-delete"];
    const server = await startHttp(["--workspace", workspace, ...flags]);
    const client = await earlierClient.connect({ url: server.url });
    const names = (await client.list()).tools.map(({ name }) => name);
    expect(names).toHaveLength(16);
    expect(names).not.toContain("terminal_execute");
    await expect(client.call("terminal_execute", { command: ["true"] })).rejects.toThrow("There is no tool");
    const deleted = await client.call("file_delete", { path: "README.md" });
    expect(deleted?.structuredContent).toMatchObject({ path: "README.md" });
    const moved = await client.call("file_move", { from: "package.json", to: "x.json" });
    expect(moved?.isError).toBe(true);
    await client.close();
    await server.stop();
    rmSync(workspace, { recursive: true, force: true });
  });

  it("reports that its port is in use", async () => {
    const server = await startHttp([]);
    const taken = toolkiln(["mcp", "--http", new URL(server.url).host]);
    expect(taken).toMatchObject({ code: 2, stderr: /Cannot listen on .*EADDRINUSE/ });
    expect(await server.stop()).toBe(0);
  });

  it("is named after the project's folder, as in the configuration of clients", () => {
    const clientInfo = { name: "lines", version: "1" };
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
    const input = `${JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params })}\n`;
    const { stdout } = toolkiln(["mcp"], { input });
    expect(JSON.parse(stdout)).toMatchObject({ result: { serverInfo: { name } } });
  });

  it("exits with 0 when the input is empty", () => {
    expect(toolkiln(["mcp"])).toMatchObject({ code: 0, stdout: "" });
  });
});
