import { join } from "node:path";

interface Client {
  /** In the project; absent for the desktop application, which has one file for all projects. */
  readonly file?: string;
  readonly key: "mcpServers" | "servers";
  /** Whether an entry names the transport. */
  readonly typed?: true;
  /** The client's variable for the open folder; servers may start elsewhere. */
  readonly openFolder?: string;
  /** Whether the command is started in the project. */
  readonly startsInProject?: true;
  /** Whether `npx` has to be started by a shell on Windows. */
  readonly needsShell?: true;
  /** Whether the model sees structured content; if not, the text must include the data. */
  readonly readsStructured?: true;
  readonly next: string;
}

const openFolder = "${workspaceFolder}";

const known = {
  "claude-code": {
    file: ".mcp.json",
    key: "mcpServers",
    typed: true,
    startsInProject: true,
    needsShell: true,
    readsStructured: true,
    next: "Start `claude` in the project and allow the server.",
  },
  "claude-desktop": {
    key: "mcpServers",
    needsShell: true,
    next: "Quit Claude Desktop and start it again.",
  },
  vscode: {
    file: ".vscode/mcp.json",
    key: "servers",
    typed: true,
    openFolder,
    next: "Open the file in VS Code and press Start above the server.",
  },
  cursor: {
    file: ".cursor/mcp.json",
    key: "mcpServers",
    openFolder,
    readsStructured: true,
    next: "Turn the server on under Settings, MCP.",
  },
} as const satisfies Readonly<Record<string, Client>>;

/** A client that `mcp config` knows. */
export type ClientName = keyof typeof known;

/** The clients that `mcp config` knows. */
export const clients = Object.keys(known) as ClientName[];

/**
 * The configuration that connects a client to the project in a folder, the file for it, and what to do next. `args` are
 * options of `toolkiln mcp`.
 */
export function clientConfig(
  client: ClientName,
  {
    name,
    folder,
    args,
  }: { readonly name: string; readonly folder: string; readonly args: readonly string[] },
  platform: NodeJS.Platform = process.platform,
) {
  const { file, key, typed, startsInProject, needsShell, readsStructured, next, ...more }: Client =
    known[client];
  const project = more.openFolder ?? folder;
  const [place, where] = startsInProject
    ? [[], []]
    : [
        ["--prefix", project],
        ["--cwd", project],
      ];
  const data = readsStructured || args.includes("--data") ? [] : ["--data", "text"];
  const shell = needsShell && platform === "win32" ? ["cmd", "/c"] : [];
  const [command, ...words] = [...shell, "npx", ...place, "toolkiln", "mcp", ...where, ...data, ...args];
  const server = { ...(typed && { type: "stdio" }), command, args: words };
  return {
    file: file === undefined ? desktopFile(platform) : join(folder, file),
    document: { [key]: { [name]: server } },
    next,
  };
}

function desktopFile(platform: NodeJS.Platform): string {
  if (platform === "win32") return "%APPDATA%\\Claude\\claude_desktop_config.json";
  const folder = platform === "darwin" ? "~/Library/Application Support" : "~/.config";
  return `${folder}/Claude/claude_desktop_config.json`;
}
