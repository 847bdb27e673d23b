import { join } from "node:path";

/** The clients whose configuration is known. */
export const clients = ["claude-code", "claude-desktop", "vscode", "cursor"] as const;

/** A client whose configuration is known. */
export type ClientName = (typeof clients)[number];

/** What a client's configuration holds about the server. */
export interface ServerEntry {
  readonly name: string;
  /** The project, absolute. */
  readonly folder: string;
  /** Options of `toolkiln mcp`. */
  readonly args: readonly string[];
  /** The address of a server that runs already. */
  readonly url?: string;
}

/** A configuration and where it belongs. */
export interface ClientConfig {
  readonly file: string;
  readonly document: Readonly<Record<string, unknown>>;
  /** What is left to do once the file is in its place. */
  readonly next: string;
}

interface Client {
  readonly file: (folder: string, platform: NodeJS.Platform) => string;
  readonly key: "mcpServers" | "servers";
  /** Whether an entry names the transport. */
  readonly typed: boolean;
  /** How the file names the project; undefined where the command is started in it. */
  readonly project?: (folder: string) => string;
  /** Whether `npx` has to be started by a shell on Windows. */
  readonly needsShell: boolean;
  /** Whether the model is shown structured content; where it is not, data has to be in the text. */
  readonly readsStructured: boolean;
  readonly http: boolean;
  readonly next: string;
}

/** What editors replace by the folder that is open. They do not promise to start servers there. */
const workspaceFolder = "${workspaceFolder}";

const known: Readonly<Record<ClientName, Client>> = {
  "claude-code": {
    file: (folder) => join(folder, ".mcp.json"),
    key: "mcpServers",
    typed: true,
    needsShell: true,
    readsStructured: true,
    http: true,
    next: "Start `claude` in the project and allow the server.",
  },
  "claude-desktop": {
    file: (_folder, platform) => desktopFile(platform),
    key: "mcpServers",
    typed: false,
    project: (folder) => folder,
    needsShell: true,
    readsStructured: false,
    http: false,
    next: "Quit Claude Desktop and start it again.",
  },
  vscode: {
    file: (folder) => join(folder, ".vscode", "mcp.json"),
    key: "servers",
    typed: true,
    project: () => workspaceFolder,
    needsShell: false,
    readsStructured: false,
    http: true,
    next: "Open the file in VS Code and press Start above the server.",
  },
  cursor: {
    file: (folder) => join(folder, ".cursor", "mcp.json"),
    key: "mcpServers",
    typed: false,
    project: () => workspaceFolder,
    needsShell: false,
    readsStructured: true,
    http: true,
    next: "Turn the server on under Settings, MCP.",
  },
};

/** The configuration that connects a client; undefined when the client cannot reach a server in that way. */
export function clientConfig(
  name: ClientName,
  entry: ServerEntry,
  platform: NodeJS.Platform = process.platform,
): ClientConfig | undefined {
  const client = known[name];
  if (entry.url !== undefined && !client.http) return undefined;
  const server =
    entry.url === undefined ? startedServer(client, entry, platform) : runningServer(client, entry.url);
  return {
    file: client.file(entry.folder, platform),
    document: { [client.key]: { [entry.name]: server } },
    next: client.next,
  };
}

function startedServer(
  client: Client,
  { folder, args }: ServerEntry,
  platform: NodeJS.Platform,
): Record<string, unknown> {
  const project = client.project?.(folder);
  const place = project === undefined ? [] : ["--prefix", project];
  const where = project === undefined ? [] : ["--cwd", project];
  const data = client.readsStructured || args.includes("--data") ? [] : ["--data", "text"];
  const shell = client.needsShell && platform === "win32" ? ["cmd", "/c"] : [];
  const [command, ...words] = [...shell, "npx", ...place, "toolkiln", "mcp", ...where, ...data, ...args];
  return { ...(client.typed && { type: "stdio" }), command, args: words };
}

function runningServer(client: Client, url: string): Record<string, unknown> {
  return { ...(client.typed && { type: "http" }), url };
}

function desktopFile(platform: NodeJS.Platform): string {
  if (platform === "win32") return "%APPDATA%\\Claude\\claude_desktop_config.json";
  return platform === "darwin"
    ? "~/Library/Application Support/Claude/claude_desktop_config.json"
    : "~/.config/Claude/claude_desktop_config.json";
}
