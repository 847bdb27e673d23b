import { basename } from "node:path";
import { workingFolder } from "@toolkiln/project";
import { CommandError, defineCommand, oneOf } from "../command.js";
import { clientConfig, clients } from "../mcp/client-config.js";
import { resolveOptional } from "../optional-package.js";
import { note, printJson } from "../output.js";

/** `toolkiln mcp config` */
export const setupMcpConfig = defineCommand({
  arguments: [["[mcp-options...]", "options of `toolkiln mcp` for the client to start it with, after --"]],
  options: {
    "--client <name>": oneOf("the client", clients),
    "--name <name>": "the server's name in the client (default: the folder's name)",
  },
  examples: [
    ["mcp config --client claude-code > .mcp.json", "for the project in this folder"],
    ["mcp config --client cursor -- --approve-up-to medium", "with options of the server"],
  ],
  async run({ client, name, ...options }, args) {
    if (client === undefined) throw new CommandError(`Name the client with --client: ${clients.join(", ")}.`);
    const folder = workingFolder(options);
    // Clients do not show why a server fails to start.
    resolveOptional("@toolkiln/mcp", options);
    const entry = { name: readName(name, folder), folder, args };
    const { document, file, next } = clientConfig(client, entry);
    printJson(document);
    note(`Save this as ${file}. ${next}`);
  },
});

/** Checks a server name: clients use it in tool names, which allow only these characters. */
function readName(name: string | undefined, folder: string): string {
  if (name === undefined) return basename(folder).replaceAll(/[^\w-]+/g, "-") || "toolkiln";
  if (/^[\w-]{1,64}$/.test(name)) return name;
  throw new CommandError(`--name takes letters, digits, hyphens and underscores, not '${name}'.`);
}
