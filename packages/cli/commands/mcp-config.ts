import { basename } from "node:path";
import { didYouMean, workingFolder, didYouMeanOneOf } from "@toolkiln/project";
import type { Command } from "commander";
import { addExamples, CommandError, exitCode, type GlobalOptions, runWith } from "../command.js";
import { clientConfig, clients, type ClientName } from "../mcp/client-config.js";
import { optionalPackages, resolveOptional } from "../optional-package.js";
import { printJson, log } from "../output.js";

/** Options of `toolkiln mcp config`. */
interface McpConfigOptions extends GlobalOptions {
  readonly client?: string;
  readonly name?: string;
  readonly url?: string;
}

/** `toolkiln mcp config` */
export function setupMcpConfig(command: Command): void {
  command
    .usage("[options] [-- <options of mcp...>]")
    .argument("[mcp-options...]", "options of `toolkiln mcp` for the client to start it with, after --")
    .option("--client <name>", `the client: ${clients.join(", ")}`)
    .option("--name <name>", "what the client calls the server (default: the folder's name)")
    .option("--url <address>", "the address of a server that runs already");
  addExamples(command, [
    ["mcp config --client claude-code > .mcp.json", "for the project in this folder"],
    ["mcp config --client cursor -- --approve-up-to medium", "with options of the server"],
    ["mcp config --client vscode --url http://127.0.0.1:3001/mcp", "for a server that runs already"],
  ]);
  command.action((args: string[]) =>
    runWith(command, async (options: McpConfigOptions) => {
      const client = readClient(options.client);
      const folder = workingFolder(options);
      const { url } = options;
      const name = readName(options.name, folder);
      if (url !== undefined) checkUrl(url, args);
      // A client does not show why a server refuses to start.
      else
        resolveOptional("@toolkiln/mcp", { command: "toolkiln mcp", package: optionalPackages.mcp, folder });
      checkOptions(args, command);
      const config = clientConfig(client, { name, folder, args, ...(url !== undefined && { url }) });
      if (config === undefined) {
        throw new CommandError(`${client} starts its servers itself. Leave out --url.`);
      }
      printJson(config.document);
      if (options.quiet !== true) log(`This belongs into ${config.file}. ${config.next}`);
      return exitCode.ok;
    }),
  );
}

/** Clients make names of tools from it, which have no other characters. */
function readName(name: string | undefined, folder: string): string {
  if (name === undefined) return basename(folder).replaceAll(/[^\w-]+/g, "-") || "toolkiln";
  if (/^[\w-]{1,64}$/.test(name)) return name;
  throw new CommandError(
    `'${name}' is no name for a server: it has letters, digits, hyphens and underscores.`,
  );
}

function checkUrl(url: string, args: readonly string[]): void {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    throw new CommandError(
      `'${url}' is not the address of a server. Write it like http://127.0.0.1:3001/mcp.`,
    );
  }
  if (args.length > 0) {
    throw new CommandError(
      "A server that runs already has its options: leave out --url, or what follows --.",
    );
  }
}

/** Reports a wrong option here: the client would not. */
function checkOptions(args: readonly string[], command: Command): void {
  const commands = [command.parent, command.parent?.parent];
  const known = commands.flatMap((one) => one?.options.map(({ long }) => long ?? "") ?? []);
  for (const arg of args) {
    const [flag = ""] = arg.split("=");
    if (flag.startsWith("--") && !known.includes(flag)) {
      throw new CommandError(`\`toolkiln mcp\` has no option ${flag}.${didYouMean(flag, known)}`);
    }
  }
}

function readClient(name: string | undefined): ClientName {
  const client = clients.find((known) => known === name);
  if (client !== undefined) return client;
  if (name === undefined) throw new CommandError(`Say which client with --client: ${clients.join(", ")}.`);
  throw new CommandError(`'${name}' is not a client that is known here.${didYouMeanOneOf(name, clients)}`);
}
