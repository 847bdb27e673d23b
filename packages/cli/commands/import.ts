import { didYouMeanOneOf, workingFolder } from "@toolkiln/project";
import type { Command } from "commander";
import { addExamples, CommandError, defineCommand } from "../command.js";
import { importFlags, importTools } from "../import/import-tools.js";

const examples = {
  openapi: [
    "import openapi openapi.yaml --include tag:pets",
    "operations of an API; the tools send the requests",
  ],
  mcp: [
    "import mcp -- npx -y @modelcontextprotocol/server-everything",
    "tools of an MCP server; ours call it",
  ],
  typescript: ["import typescript src/orders.ts#createOrder", "a function; `#Order` takes a type"],
  code: ["import code src/tools.ts", "existing tools, which ours run"],
  definitions: ["import definitions tools.json", "definitions for OpenAI, Anthropic, Gemini, Bedrock or MCP"],
  "json-schema": ["import json-schema order.schema.json --id order-create", "one tool with these parameters"],
} as const;

/** Sources that are one file or address: what they are, and what their argument is. */
const fileSources = {
  typescript: [
    "a type, which becomes parameters, or a function, which the tool calls",
    "<file#name>",
    "a type or an exported function; without a name all exported functions",
  ],
  code: [
    "tools that exist in code: AI SDK, OpenAI Agents, LangChain, MCP servers, Standard Schemas",
    "<module#export>",
    "the module is loaded, so it runs; without a name all exports",
  ],
  definitions: [
    "tool definitions of a provider, recognised by their shape",
    "<file>",
    "a JSON or YAML file, or its address",
  ],
  "json-schema": [
    "a JSON Schema: the parameters of one tool",
    "<file>",
    "a JSON or YAML file, or file#/pointer",
  ],
} as const;

/** `toolkiln import` */
export function setup(command: Command): void {
  command.usage("<source> [options]");
  addExamples(command, Object.values(examples));
  const add = (name: string, summary: string): Command => command.command(name).description(summary);
  openapi(add("openapi", "an OpenAPI document: a tool for each operation, which sends its request"));
  mcp(
    add("mcp", "a live MCP server: a tool for each of its tools, which calls it").usage(
      "[options] [-- <command...>]",
    ),
  );
  for (const kind of ["typescript", "code", "definitions", "json-schema"] as const) {
    const [summary, argument, description] = fileSources[kind];
    const define = defineCommand({
      arguments: [[argument, description]],
      options: importFlags,
      examples: [examples[kind]],
      runsTools: true,
      run: (options, location) => importTools({ kind, location, folder: workingFolder(options) }, options),
    });
    define(add(kind, summary));
  }
  command.action(() => {
    throw new CommandError(`Say what to import: ${Object.keys(examples).join(", ")}.`);
  });
}

const depths = ["none", "shallow", "full"] as const;

const openapi = defineCommand({
  arguments: [["<file>", "a JSON or YAML file, or its address"]],
  options: {
    ...importFlags,
    "--include <patterns...>": "only these: a tag, operationId, path or method; * is any text",
    "--exclude <patterns...>": "not these; tag:, id:, path: and method: say which is meant",
    "--max-tools <number>": "at most so many tools",
    "--results <depth>": `the schema of results: ${depths.join(", ")} (default: shallow)`,
    "--api <name>": "what the API is called in files and keys (default: its title)",
  },
  examples: [examples.openapi],
  runsTools: true,
  run: (options, location) => {
    const { include, exclude, api, results, maxTools } = options;
    const request = {
      kind: "openapi",
      location,
      folder: workingFolder(options),
      ...(include && { include }),
      ...(exclude && { exclude }),
      ...(api !== undefined && { api: readName("--api", api) }),
      ...(results !== undefined && { results: readDepth(results) }),
      ...(maxTools !== undefined && { maxTools: readAmount(maxTools) }),
    } as const;
    return importTools(request, options);
  },
});

const mcp = defineCommand({
  arguments: [["[command...]", "the command that starts the server, after --"]],
  options: {
    ...importFlags,
    "--url <address>": "the address of a server that runs already",
    "--header <headers...>": "headers for the address, such as 'Authorization: Bearer …'",
    "--server <name>": "what the server is called in files (default: its own name)",
  },
  examples: [examples.mcp],
  runsTools: true,
  run: (options, command) => {
    const { url, header = [], server } = options;
    if ((url === undefined) === (command.length === 0))
      throw new CommandError("Name the server: its command after --, or --url <address>.");
    if (url !== undefined && !URL.canParse(url))
      throw new CommandError(`--url takes an address, not '${url}'.`);
    const request = {
      kind: "mcp",
      folder: workingFolder(options),
      ...(url === undefined ? { command } : { url }),
      ...(header.length > 0 && { headers: Object.fromEntries(header.map(readHeader)) }),
      ...(server !== undefined && { server: readName("--server", server) }),
    } as const;
    return importTools(request, options);
  },
});

function readHeader(text: string): readonly [string, string] {
  const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return [name, value];
  throw new CommandError("--header takes 'Name: value'.");
}

/** Names a file below `support/`, beside the helpers that imports write there. */
function readName(flag: string, name: string): string {
  const isHelper = /^(http-api|mcp-connection|existing-tool)$/.test(name);
  if (!isHelper && /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) return name;
  if (isHelper) throw new CommandError(`${flag} takes another name: '${name}' is that of a helper.`);
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
