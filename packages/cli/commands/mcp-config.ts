import { basename, join } from "node:path";
import { workingFolder } from "@toolkiln/project";
import { CommandError, defineCommand, oneOf } from "../command.js";
import { resolveOptional } from "../optional-package.js";
import { note, printJson } from "../output.js";

interface Client {
  /** In the project; absent for the desktop application, which has one file for all projects. */
  readonly file?: string;
  readonly key: "mcpServers" | "servers";
  /** How the client refers to the project's folder; absent where only an absolute path works. */
  readonly project?: string;
  /** Whether the model sees structured content; if not, the text must include the data. */
  readonly readsStructured?: true;
  readonly next: string;
}

const openFolder = "${workspaceFolder}";

const known = {
  "claude-code": {
    file: ".mcp.json",
    key: "mcpServers",
    project: ".",
    readsStructured: true,
    next: "Start `claude` in the project and allow the server.",
  },
  "claude-desktop": { key: "mcpServers", next: "Quit Claude Desktop and start it again." },
  vscode: {
    file: ".vscode/mcp.json",
    key: "servers",
    project: openFolder,
    next: "Open the file in VS Code and press Start above the server.",
  },
  cursor: {
    file: ".cursor/mcp.json",
    key: "mcpServers",
    project: openFolder,
    readsStructured: true,
    next: "Enable the server in the settings, under MCP.",
  },
} as const satisfies Readonly<Record<string, Client>>;

type ClientName = keyof typeof known;

export const clients = Object.keys(known) as ClientName[];

export const setupMcpConfig = defineCommand({
  arguments: [["[mcp-options...]", "options that the client passes to `toolkiln mcp`, after --"]],
  options: { "--client <name>": oneOf("the client (required)", clients) },
  examples: [
    ["mcp config --client claude-code > .mcp.json", "for the project in this folder"],
    ["mcp config --client cursor -- --approve-up-to medium", "with options of the server"],
  ],
  async run({ client, ...options }, args) {
    if (client === undefined) throw new CommandError(`Name the client with --client: ${clients.join(", ")}.`);
    // Throws now if the package is missing, because clients do not show why a server fails to start.
    resolveOptional("@toolkiln/mcp", options);
    const { document, file, next } = clientConfig(client, workingFolder(options), args);
    printJson(document);
    note(`Save this as ${file}. ${next}`);
  },
});

/** The configuration that connects a client to a project, its file, and what to do next. `args` are for `toolkiln mcp`. */
export function clientConfig(
  client: ClientName,
  folder: string,
  args: readonly string[],
  platform: NodeJS.Platform = process.platform,
) {
  const { file, key, project = folder, readsStructured, next }: Client = known[client];
  const data = readsStructured || args.includes("--data") ? [] : ["--data", "text"];
  // Windows starts `npx` only through a shell.
  const shell = platform === "win32" ? ["cmd", "/c"] : [];
  const start = ["npx", "--prefix", project, "toolkiln", "mcp", "--cwd", project];
  const [command, ...words] = [...shell, ...start, ...data, ...args];
  return {
    file: file === undefined ? desktopFile(platform) : join(folder, file),
    document: { [key]: { [serverName(folder)]: { type: "stdio", command, args: words } } },
    next,
  };
}

/** The server's name, after its folder. Clients use it in tool names, which allow only these characters. */
export function serverName(folder: string): string {
  return basename(folder).replaceAll(/[^\w-]+/g, "-") || "toolkiln";
}

function desktopFile(platform: NodeJS.Platform): string {
  if (platform === "win32") return "%APPDATA%\\Claude\\claude_desktop_config.json";
  const folder = platform === "darwin" ? "~/Library/Application Support" : "~/.config";
  return `${folder}/Claude/claude_desktop_config.json`;
}
