import { basename } from "node:path";
import { workingFolder } from "@toolkiln/project";
import { CommandError, defineCommand, exitCode, oneOf, type OptionsOf } from "../command.js";
import { clientConfig, clients } from "../mcp/client-config.js";
import { resolveOptional } from "../optional-package.js";
import { printJson, log } from "../output.js";

const flags = {
  "--client <name>": oneOf("the client", clients),
  "--name <name>": "what the client calls the server (default: the folder's name)",
} as const;

/** `toolkiln mcp config` */
export const setupMcpConfig = defineCommand({
  arguments: [["[mcp-options...]", "options of `toolkiln mcp` for the client to start it with, after --"]],
  options: flags,
  examples: [
    ["mcp config --client claude-code > .mcp.json", "for the project in this folder"],
    ["mcp config --client cursor -- --approve-up-to medium", "with options of the server"],
  ],
  run: printConfig,
});

async function printConfig(options: OptionsOf<typeof flags>, args: readonly string[]): Promise<number> {
  const { client, quiet } = options;
  if (client === undefined) throw new CommandError(`Name the client with --client: ${clients.join(", ")}.`);
  const folder = workingFolder(options);
  // Clients do not show why a server fails to start.
  resolveOptional("@toolkiln/mcp", options);
  const { document, file, next } = clientConfig(client, {
    name: readName(options.name, folder),
    folder,
    args,
  });
  printJson(document);
  if (quiet !== true) log(`Save this as ${file}. ${next}`);
  return exitCode.ok;
}

/** Clients use it in tool names, which allow only these characters. */
function readName(name: string | undefined, folder: string): string {
  if (name === undefined) return basename(folder).replaceAll(/[^\w-]+/g, "-") || "toolkiln";
  if (/^[\w-]{1,64}$/.test(name)) return name;
  throw new CommandError(`--name takes letters, digits, hyphens and underscores, not '${name}'.`);
}
