import type { ImportRequest } from "@toolkiln/importer";
import { riskLevels } from "@toolkiln/runtime/vocabulary";
import type { Command } from "commander";
import { addExamples, CommandError, runAndExit } from "../command.js";
import { importTools, type ImportOptions } from "../import/import-tools.js";
import { workingFolder, didYouMeanOneOf } from "@toolkiln/project";

/** `toolkiln import` */
export function setup(command: Command): void {
  command.usage("<source> [options]");
  addExamples(command, [
    ["import openapi openapi.yaml --include tag:pets", "operations of an API; the tools send the requests"],
    ["import mcp -- npx -y @modelcontextprotocol/server-everything", "tools of an MCP server; ours call it"],
    ["import typescript src/orders.ts#createOrder", "a function; `#Order` takes a type"],
    ["import code src/tools.ts", "existing tools, which ours run"],
    ["import definitions tools.json", "definitions for OpenAI, Anthropic, Gemini, Bedrock or MCP"],
    ["import json-schema order.schema.json --id order-create", "one tool with these parameters"],
  ]);
  addSource(command, "openapi", "an OpenAPI document: a tool for each operation, which sends its request")
    .argument("<file>", "a JSON or YAML file, or its address")
    .option("--include <patterns...>", "only these: a tag, operationId, path or method; * is any text")
    .option("--exclude <patterns...>", "not these; tag:, id:, path: and method: say which is meant")
    .option("--max-tools <number>", "at most so many tools")
    .option("--results <depth>", `the schema of results: ${depths.join(", ")} (default: shallow)`)
    .option("--api <name>", "what the API is called in files and keys (default: its title)")
    .action((location: string, _: unknown, called: Command) =>
      run(called, (options: OpenapiOptions) => openapiRequest(location, options)),
    );
  addSource(command, "mcp", "a live MCP server: a tool for each of its tools, which calls it")
    .usage("[options] [-- <command...>]")
    .argument("[command...]", "the command that starts the server, after --")
    .option("--url <address>", "the address of a server that runs already")
    .option("--header <headers...>", "headers for the address, such as 'Authorization: Bearer …'")
    .option("--server <name>", "what the server is called in files (default: its own name)")
    .action((parts: readonly string[], _: unknown, called: Command) =>
      run(called, (options: McpOptions) => mcpRequest(parts, options)),
    );
  addSource(command, "typescript", "a type, which becomes parameters, or a function, which the tool calls")
    .argument("<file#name>", "a type or an exported function; without a name all exported functions")
    .action(runFile("typescript"));
  addSource(
    command,
    "code",
    "tools that exist in code: AI SDK, OpenAI Agents, LangChain, MCP servers, Standard Schemas",
  )
    .argument("<module#export>", "the module is loaded, so it runs; without a name all exports")
    .action(runFile("code"));
  addSource(command, "definitions", "tool definitions of a provider, recognised by their shape")
    .argument("<file>", "a JSON or YAML file, or its address")
    .action(runFile("definitions"));
  addSource(command, "json-schema", "a JSON Schema: the parameters of one tool")
    .argument("<file>", "a JSON or YAML file, or file#/pointer")
    .action(runFile("json-schema"));
  command.action(() => {
    throw new CommandError(
      `Say what to import: ${command.commands.map((source) => source.name()).join(", ")}.`,
    );
  });
}

function addSource(command: Command, name: string, summary: string): Command {
  return command
    .command(name)
    .description(summary)
    .option("--yes", "write without asking")
    .option("--dry-run", "show what would be written")
    .option("--id <id>", "the id, where the source has one tool")
    .option("--category <name>", "the category of the tools")
    .option(
      "--risk <level>",
      `where the source does not reveal it: ${riskLevels.join(", ")} (default: medium)`,
    );
}

/** The action of a source that is one file or address. */
function runFile(kind: "typescript" | "code" | "definitions" | "json-schema") {
  return (location: string, _: unknown, called: Command): Promise<void> =>
    run(called, (options) => ({ kind, location, folder: workingFolder(options) }));
}

interface Requests {
  request(options: ImportOptions): ImportRequest;
}

/** Runs an import; the request may ask for more options than every source has (this is why it has the type of a method). */
function run(called: Command, request: Requests["request"]): Promise<void> {
  return runAndExit(called, (options: ImportOptions) => importTools(request(options), options));
}

const depths = ["none", "shallow", "full"] as const;

interface OpenapiOptions extends ImportOptions {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly maxTools?: string;
  readonly results?: string;
  readonly api?: string;
}

function openapiRequest(location: string, options: OpenapiOptions): ImportRequest {
  const { include, exclude, api } = options;
  return {
    kind: "openapi",
    location,
    folder: workingFolder(options),
    ...(include && { include }),
    ...(exclude && { exclude }),
    ...(api !== undefined && { api: readName("--api", api) }),
    ...(options.results !== undefined && { results: readDepth(options.results) }),
    ...(options.maxTools !== undefined && { maxTools: readAmount(options.maxTools) }),
  };
}

interface McpOptions extends ImportOptions {
  readonly url?: string;
  readonly header?: readonly string[];
  readonly server?: string;
}

function mcpRequest(command: readonly string[], options: McpOptions): ImportRequest {
  const { url, header = [], server } = options;
  if ((url === undefined) === (command.length === 0))
    throw new CommandError("Name the server: its command after --, or --url <address>.");
  if (url !== undefined && !URL.canParse(url))
    throw new CommandError(`--url takes an address, not '${url}'.`);
  return {
    kind: "mcp",
    folder: workingFolder(options),
    ...(url === undefined ? { command } : { url }),
    ...(header.length > 0 && { headers: Object.fromEntries(header.map(readHeader)) }),
    ...(server !== undefined && { server: readName("--server", server) }),
  };
}

function readHeader(text: string): readonly [string, string] {
  const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return [name, value];
  throw new CommandError("--header takes 'Name: value'.");
}

function readName(flag: string, name: string): string {
  if (/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) return name;
  throw new CommandError(`${flag} takes a name in lower case with dashes, not '${name}'.`);
}

function readDepth(text: string): (typeof depths)[number] {
  const depth = depths.find((known) => known === text);
  if (depth !== undefined) return depth;
  throw new CommandError(`'${text}' is not a depth of results.${didYouMeanOneOf(text, depths)}`);
}

function readAmount(text: string): number {
  const amount = Number(text);
  if (Number.isSafeInteger(amount) && amount > 0) return amount;
  throw new CommandError(`--max-tools takes a number of tools, not '${text}'.`);
}
