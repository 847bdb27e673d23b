import { workingFolder } from "@toolkiln/project";
import { presentFields } from "@toolkiln/runtime/json";
import { CommandError, type CommandSetup, defineCommand, oneOf, wholeNumber } from "../command.js";
import { importFlags, importTools } from "../import-tools.js";

const openapi = defineCommand({
  arguments: [["<file>", "a JSON or YAML file, or its URL"]],
  options: {
    ...importFlags,
    "--include <patterns...>": "only these: a tag, operationId, path or method; * matches any text",
    "--exclude <patterns...>":
      "not these; with the prefix tag:, id:, path: or method:, a pattern matches only that",
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
    "--url <address>": "the URL of a server that is already running",
    "--header <headers...>": "headers for the URL, such as 'Authorization: Bearer …'",
  },
  examples: [["import mcp -- npx -y @modelcontextprotocol/server-everything", "the tools of this server"]],
  runsTools: true,
  async run({ url, header, ...options }, command) {
    if ((url === undefined) === (command.length === 0))
      throw new CommandError("Name the server: its command after --, or --url <address>.");
    if (url !== undefined && !URL.canParse(url)) throw new CommandError(`--url takes a URL, not '${url}'.`);
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
    [
      "import openapi openapi.yaml --include tag:pets",
      "operations of an API; the new tools send the requests",
    ],
    [
      "import mcp -- npx -y @modelcontextprotocol/server-everything",
      "tools of an MCP server; the new tools call it",
    ],
  ],
  commands: {
    openapi: ["an OpenAPI document: each operation becomes a tool that sends the request", openapi],
    mcp: ["an MCP server: each of its tools becomes a tool that calls the server", mcp],
    typescript: fileSource(
      "typescript",
      "a type that becomes the parameters, or a function that the tool calls",
      ["<file#name>", "a type or an exported function (default: all exported functions)"],
      ["import typescript src/orders.ts#createOrder", "a function; `#Order` would import a type"],
    ),
    code: fileSource(
      "code",
      "tools that exist in code: AI SDK, OpenAI Agents, LangChain, MCP servers, Standard Schemas",
      ["<module#export>", "a module, which is executed, and its export (default: all exports)"],
      ["import code src/tools.ts", "existing tools; the new tools call them"],
    ),
    definitions: fileSource(
      "definitions",
      "tool definitions of a provider; the format is detected",
      ["<file>", "a JSON or YAML file, or its URL"],
      ["import definitions tools.json", "definitions for OpenAI, Anthropic, Gemini, Bedrock or MCP"],
    ),
    "json-schema": fileSource(
      "json-schema",
      "a JSON Schema: the parameters of one tool",
      ["<file>", "a JSON or YAML file, or its URL"],
      ["import json-schema order.schema.json --id order-create", "one tool with these parameters"],
    ),
  },
});
