import { AsyncLocalStorage } from "node:async_hooks";
import { resolve } from "node:path";
import { generate, nodeHost } from "@toolkiln/generator";
import type { McpServerOptions, McpToolServer } from "@toolkiln/mcp";
import {
  loadProjects,
  openProjects,
  reasonOf,
  workingFolder,
  workspaceFolder,
  type Project,
} from "@toolkiln/project";
import { ToolExecutor, type ToolRegistry } from "@toolkiln/runtime";
import { FileApprovalStore, WorkspacePathPolicy } from "@toolkiln/runtime/node";
import { CommandError, defineCommand, noSuchTool, oneOf, type OptionsOf, riskLevel } from "../command.js";
import { addressFlag, injected, injectFlags, type Address } from "../flag-values.js";
import { handleInterrupt, untilInterrupted } from "../interruption.js";
import { importOptional } from "../optional-package.js";
import { count, divertOutput, log, note, visible } from "../output.js";
import { hasErrors, reportDiagnostics } from "../report.js";
import { version } from "../version.js";
import { serverName, setupMcpConfig } from "./mcp-config.js";

const flags = {
  "--http [address]": addressFlag("serve over HTTP at /mcp, not stdio (default address: 127.0.0.1:3001)"),
  "--toolset <name>": "serve only the tools of this toolset",
  "--workspace <dir>": "the folder that the tools work in (default: the working directory)",
  "--watch": "for development: serve changed manifests and implementations without a restart",
  ...injectFlags,
  "--approve-up-to <level>": riskLevel("run calls up to this risk without asking (default: low)"),
  "--allow <ids...>": "tools that run without asking, regardless of risk",
  "--deny <ids...>": "tools that never run",
  "--data <format>": oneOf("how objects in results are sent (default: structured)", [
    "structured",
    "text",
    "both",
  ]),
  "--allow-host <names...>": "with --http: additional host names to accept in requests",
  "--allow-origin <names...>": "with --http: additional hosts whose pages may send requests",
  "--approvals <dir>": "the folder where servers share pending approvals (needs TOOLKILN_APPROVAL_KEY)",
} as const;

type McpOptions = OptionsOf<typeof flags>;

export const setup = defineCommand({
  options: flags,
  examples: [
    ["mcp", "for a client that starts the server itself"],
    ["mcp --http 127.0.0.1:3001", "for clients on this machine; set TOOLKILN_MCP_TOKEN to require a token"],
    ["mcp --approve-up-to low --allow file-move", "move files without asking"],
    ["mcp config --client claude-code", "print the configuration of a client"],
  ],
  commands: { config: ["print the configuration that connects a client", setupMcpConfig] },
  runsTools: true,
  run: serve,
});

async function serve(options: McpOptions): Promise<void> {
  const { createMcpServer } = await importOptional("@toolkiln/mcp", options);
  const address = options.http === true ? { host: "127.0.0.1", port: 3001 } : options.http;
  if (options.inject === "-" && address === undefined)
    throw new CommandError("--inject cannot read standard input, because the client uses it: pass @file.");
  const projects = await openProjects(options);
  const { registry, refresh, dispose } = await divertOutput(() =>
    loadProjects(projects, { toolset: options.toolset, warn: (line) => log(visible(line)) }),
  );
  const executor = createExecutor(registry, options);
  keepServing(executor);
  const stopWatching = options.watch === true ? await serveChanges(projects, refresh) : undefined;
  try {
    const server = withValidOptions(() => createMcpServer(executor, serverOptions(options, address)));
    const names = await server.checkTools();
    const announcement = `toolkiln serves ${count(names.length, "tool")}`;
    await (address === undefined
      ? serveClient(server, announcement, options)
      : serveClients(server, announcement, address, options));
  } finally {
    await stopWatching?.();
    await executor.dispose();
    await dispose();
  }
}

/** Converts the server's option errors to usage errors. */
function withValidOptions<T>(create: () => T): T {
  try {
    return create();
  } catch (error) {
    if (error instanceof RangeError) throw new CommandError(error.message, undefined, { cause: error });
    throw error;
  }
}

function createExecutor(registry: ToolRegistry, options: McpOptions): ToolExecutor {
  const { approveUpTo, allow = [], deny = [], approvals } = options;
  const denied = deny.map((id) => readTool(id, registry));
  return new ToolExecutor(registry, {
    paths: new WorkspacePathPolicy(),
    callScope: new AsyncLocalStorage(),
    maxConcurrentExecutions: 8,
    // Hide tools that are always denied.
    availability: { disabledToolIds: denied },
    policy: {
      allow: allow.map((id) => readTool(id, registry)),
      deny: denied,
      ...(approveUpTo !== undefined && { autoApproveUpTo: approveUpTo }),
    },
    ...(approvals !== undefined && {
      approvals: sharedApprovals(resolve(workingFolder(options), approvals)),
    }),
    ...(options.verbose === true && { logger: { debug: log, info: log, warn: log, error: log } }),
  });
}

/** The current id of the tool that a flag names. */
function readTool(id: string, registry: ToolRegistry): string {
  const handle = registry.getTool(id);
  if (handle !== undefined) return handle.id;
  const ids = registry.tools.map((tool) => tool.id);
  throw new CommandError(noSuchTool(id, ids));
}

function serverOptions(options: McpOptions, address: Address | undefined): McpServerOptions {
  const { allowHost = [], allowOrigin = [] } = options;
  const token = process.env["TOOLKILN_MCP_TOKEN"];
  const local = ["localhost", "127.0.0.1", "[::1]"];
  const own = address === undefined ? [] : [address.host.includes(":") ? `[${address.host}]` : address.host];
  return {
    name: serverName(workingFolder(options)),
    version,
    data: options.data ?? "structured",
    call: { workspacePath: workspaceFolder(options), ...injected(options) },
    http: {
      allowedHosts: [...local, ...own, ...allowHost],
      allowedOrigins: [...local, ...allowOrigin],
      ...(token !== undefined && token !== "" && { token }),
    },
    onError: (error) => {
      if (options.verbose === true) log(error.message);
    },
  };
}

async function serveClient(server: McpToolServer, announcement: string, options: McpOptions): Promise<void> {
  const { serveStdio } = await importOptional("@toolkiln/mcp/node", options);
  const connection = serveStdio(server);
  note(`${announcement} over standard input and output.`);
  const release = handleInterrupt(() => void connection.close());
  await connection.closed;
  release();
  await server.close();
}

async function serveClients(
  server: McpToolServer,
  announcement: string,
  { host, port }: Address,
  options: McpOptions,
): Promise<void> {
  const { isLoopback, serveHttp } = await importOptional("@toolkiln/mcp/node", options);
  if (!isLoopback(host) && !server.guard.hasToken)
    throw new CommandError(
      `${host} can be reached from other machines: set TOOLKILN_MCP_TOKEN to a secret of 32 random characters, which clients then send as \`Authorization: Bearer …\`.`,
    );
  const service = await serveHttp(server, { host, port }).catch((error: unknown) => {
    const message = `Cannot listen on ${host}:${port}: ${reasonOf(error)}`;
    throw new CommandError(message, undefined, { cause: error });
  });
  note(`${announcement} at ${service.url} (press Ctrl-C to stop)`);
  await untilInterrupted();
  await service.close();
}

function sharedApprovals(folder: string): { key: string; store: FileApprovalStore } {
  const key = process.env["TOOLKILN_APPROVAL_KEY"];
  if (key === undefined || key === "")
    throw new CommandError("--approvals needs TOOLKILN_APPROVAL_KEY: a secret that all servers share.");
  return { key, store: new FileApprovalStore(folder) };
}

/** Keeps the process alive after an unhandled rejection in a tool: its call fails, other calls continue. */
function keepServing(executor: ToolExecutor): void {
  process.on("unhandledRejection", (reason) => {
    const where = executor.failCaller(reason) ? "in a call (now failed)" : "outside of any running call";
    const text = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
    log(visible(`Unhandled rejection ${where}: ${text}`));
  });
}

/** Regenerates and reloads the tools after every change; returns a stop function. */
async function serveChanges(projects: readonly Project[], refresh: () => Promise<void>) {
  const { watchFolders } = await import("../watch.js");
  return watchFolders(projects, ["manifests", "tools"], async () => {
    let isBroken = false;
    for (const project of projects) {
      const { diagnostics } = await generate({ host: nodeHost(project.root), config: project.config });
      if (!hasErrors(diagnostics)) continue;
      reportDiagnostics(diagnostics, project);
      isBroken = true;
    }
    if (isBroken) return;
    await divertOutput(refresh);
    log("The tools were reloaded.");
  });
}
