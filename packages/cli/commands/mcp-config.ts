import { workingFolder } from "@toolkiln/project";
import { CommandError, defineCommand, oneOf } from "../command.js";
import { clientConfig, clients } from "../mcp/client-config.js";
import { resolveOptional } from "../optional-package.js";
import { note, printJson } from "../output.js";

/** `toolkiln mcp config` */
export const setupMcpConfig = defineCommand({
  arguments: [["[mcp-options...]", "options that the client passes to `toolkiln mcp`, after --"]],
  options: { "--client <name>": oneOf("the client", clients) },
  examples: [
    ["mcp config --client claude-code > .mcp.json", "for the project in this folder"],
    ["mcp config --client cursor -- --approve-up-to medium", "with options of the server"],
  ],
  async run({ client, ...options }, args) {
    if (client === undefined) throw new CommandError(`Name the client with --client: ${clients.join(", ")}.`);
    // Clients do not show why a server fails to start.
    resolveOptional("@toolkiln/mcp", options);
    const { document, file, next } = clientConfig(client, workingFolder(options), args);
    printJson(document);
    note(`Save this as ${file}. ${next}`);
  },
});
