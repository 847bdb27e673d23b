import { workingFolder } from "@toolkiln/project";
import { presentFields } from "@toolkiln/runtime/json";
import { CommandError, type CommandSetup, defineCommand, oneOf, wholeNumber } from "../command.js";
import { importFlags, importTools } from "../import-tools.js";

const openapi = defineCommand({
  arguments: [["<file>", "a JSON or YAML file, or its address"]],
  options: {
    ...importFlags,
    "--include <patterns...>": "only these: a tag, operationId, path or method; * is any text",
    "--exclude <patterns...>": "not these; a prefix tag:, id:, path: or method: restricts a pattern",
    "--max-tools <number>": wholeNumber("the maximum number of tools"),
    "--results <depth>": oneOf("the schema of results (default: shallow)", ["none", "shallow", "full"]),
  },
  examples: [["import openapi openapi.yaml --include tag:pets", "the operations of an API that have a tag"]],
  runsTools: true,
  run({ include, exclude, results, maxTools, ...options }, location) {
    const chosen = presentFields({ include, exclude, results, maxTools });
    return importTools({ kind: "openapi", location, folder: workingFolder(options), ...chosen }, options);
  },
});

const mcp = defineCommand({
  arguments: [["[command...]", "the command that starts the server, after --"]],
  options: {
    ...importFlags,
    "--url <address>": "the address of a server that runs already",
    "--header <headers...>": "headers for the address, such as 'Authorization: Bearer …'",
  },
  examples: [["import mcp -- npx -y @modelcontextprotocol/server-everything", "the tools of this server"]],
  runsTools: true,
  async run({ url, header, ...options }, command) {
    if ((url === undefined) === (command.length === 0))
      throw new CommandError("Name the server: its command after --, or --url <address>.");
    if (url !== undefined && !URL.canParse(url))
      throw new CommandError(`--url takes an address, not '${url}'.`);
    const server = url === undefined ? { command } : { url };
    const headers = header && Object.fromEntries(header.map(readHeader));
    const folder = workingFolder(options);
    return importTools({ kind: "mcp", folder, ...server, ...presentFields({ headers }) }, options);
  },
});

function readHeader(text: string): readonly [string, string] {
  const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return [name, value];
  throw new CommandError("--header takes 'Name: value'.");
}

type Described = readonly [text: string, description: string];

/** A subcommand that imports from one file. */
function fileSource(
  kind: "typescript" | "code" | "definitions" | "json-schema",
  summary: string,
  argument: Described,
  example: Described,
): readonly [summary: string, setup: CommandSetup] {
  const setup = defineCommand({
    arguments: [argument],
    options: importFlags,
    examples: [example],
    runsTools: true,
    run: (options, location) => importTools({ kind, location, folder: workingFolder(options) }, options),
  });
  return [summary, setup];
}

/** `toolkiln import` */
export const setup = defineCommand({
  examples: [
    ["import openapi openapi.yaml --include tag:pets", "operations of an API; the tools send the requests"],
    ["import mcp -- npx -y @modelcontextprotocol/server-everything", "tools of a server; ours call it"],
  ],
  commands: {
    openapi: ["an OpenAPI document: a tool for each operation, which sends its request", openapi],
    mcp: ["a live MCP server: a tool for each of its tools, which calls it", mcp],
    typescript: fileSource(
      "typescript",
      "a type, which becomes parameters, or a function, which the tool calls",
      ["<file#name>", "a type or an exported function; without a name all exported functions"],
      ["import typescript src/orders.ts#createOrder", "a function; `#Order` takes a type"],
    ),
    code: fileSource(
      "code",
      "tools that exist in code: AI SDK, OpenAI Agents, LangChain, MCP servers, Standard Schemas",
      ["<module#export>", "the module is loaded, so it runs; without a name all exports"],
      ["import code src/tools.ts", "existing tools, which ours run"],
    ),
    definitions: fileSource(
      "definitions",
      "tool definitions of a provider, recognised by their shape",
      ["<file>", "a JSON or YAML file, or its address"],
      ["import definitions tools.json", "definitions for OpenAI, Anthropic, Gemini, Bedrock or MCP"],
    ),
    "json-schema": fileSource(
      "json-schema",
      "a JSON Schema: the parameters of one tool",
      ["<file>", "a JSON or YAML file, or its address"],
      ["import json-schema order.schema.json --id order-create", "one tool with these parameters"],
    ),
  },
});
