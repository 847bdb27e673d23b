import { generate, nodeHost, type Diagnostic } from "@toolkiln/generator";
import type { ImportPlan, ImportRequest } from "@toolkiln/importer";
import { openProject, workingFolder, type Project } from "@toolkiln/project";
import { ToolProgress } from "@toolkiln/runtime";
import { presentFields } from "@toolkiln/runtime/json";
import {
  CommandError,
  type CommandSetup,
  defineCommand,
  type Described,
  exitCode,
  oneOf,
  type OptionsOf,
  wholeNumber,
} from "../command.js";
import { editorSchemaPath, writeProjectSchema } from "../editor-schema.js";
import { importOptional } from "../optional-package.js";
import { alignColumns, count, log, note, outputOptions, present, print } from "../output.js";
import { askYesNo } from "../prompts.js";
import { countDiagnostics, exitCodeOf, hasErrors, isError, reportDiagnostics } from "../report.js";
import { ProgressLine } from "../run/progress-line.js";
import { isInteractive } from "../terminal.js";

/** The flags of every `toolkiln import`. */
const importFlags = {
  "--yes": "write without asking",
  "--dry-run": "show what would be written",
} as const;

type ImportOptions = OptionsOf<typeof importFlags>;

const openapiExample: Described = [
  "import openapi api.yaml --include tag:pets",
  "only the operations with the tag pets",
];
const mcpExample: Described = [
  "import mcp -- npx -y @modelcontextprotocol/server-everything",
  "the tools of an MCP server",
];

const openapi = defineCommand({
  arguments: [["<file>", "a JSON or YAML file, or its URL"]],
  options: {
    ...importFlags,
    "--include <patterns...>":
      "only operations whose tag, operationId, path or method matches; * matches any text",
    "--exclude <patterns...>":
      "skip operations that match; prefix a pattern with tag:, id:, path: or method: to match only that field",
    "--max-tools <number>": wholeNumber("the maximum number of tools"),
    "--results <depth>": oneOf("how deeply to describe results (default: shallow)", [
      "none",
      "shallow",
      "full",
    ]),
  },
  examples: [openapiExample],
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
  examples: [mcpExample],
  runsTools: true,
  async run({ url, header, ...options }, command) {
    if ((url === undefined) === (command.length === 0))
      throw new CommandError("Pass the server's command after --, or its URL with --url.");
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

export const setup = defineCommand({
  examples: [openapiExample, mcpExample],
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
      "tools that exist in code: AI SDK, Anthropic, OpenAI Agents, LangChain, MCP servers, Standard Schemas",
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
      ["import json-schema order.schema.json", "one tool with these parameters"],
    ),
  },
});

/** Reads a source, shows the planned tools, and writes their files if confirmed. */
async function importTools(request: ImportRequest, options: ImportOptions): Promise<number> {
  const { json } = options;
  const project = await openProject(options);
  const importer = await importOptional("@toolkiln/importer", options);
  const target = { ...project, editorSchema: editorSchemaPath(project.config) };
  // Paths of a source are relative to the working directory.
  const source = { ...project, root: workingFolder(options), prefix: "" };
  const progress = new ProgressLine();
  try {
    progress.update(ToolProgress.message("Reading the source"));
    const plan = await importer.planImport(target, request, (done, total) =>
      progress.update(ToolProgress.items("Checking manifests", done, total)),
    );
    progress.clear();
    if (json !== true) showPlan(plan, source);
    if (plan.files.length === 0 || !(await isWanted(plan, options))) return finish(plan, false, []);
    await writeProjectSchema(project);
    await importer.writeImport(target, plan);
    const { diagnostics } = await generate({ host: nodeHost(project.root), config: project.config });
    const errors = diagnostics.filter(isError);
    if (json !== true) reportDiagnostics(errors, project);
    return finish(plan, true, errors);
  } catch (error) {
    progress.clear();
    if (!(error instanceof importer.SourceError)) throw error;
    const diagnostics = [error.diagnostic];
    // TK6008 is about a file of the project that exists already; other errors are about the source.
    const place = error.diagnostic.code === "TK6008" ? project : source;
    present({ tools: [], written: [], diagnostics }, () => reportDiagnostics(diagnostics, place));
    return exitCodeOf(diagnostics);
  }
}

/** Shows the table of tools, then what was not imported. */
function showPlan({ tools, diagnostics }: ImportPlan, source: Project): void {
  if (outputOptions().quiet !== true) {
    const rows = tools.map((tool) => [tool.status, tool.id, tool.risk, String(tool.parameters), tool.origin]);
    for (const line of alignColumns([["", "tool", "risk", "parameters", "from"], ...rows])) print(line);
    print("");
  }
  reportDiagnostics(diagnostics, source);
}

async function isWanted({ files }: ImportPlan, { yes, dryRun, json }: ImportOptions): Promise<boolean> {
  if (dryRun === true) return false;
  if (yes === true) return true;
  if (json === true || !isInteractive())
    throw new CommandError(`Nothing was written. Pass --yes to write ${count(files.length, "file")}.`);
  return askYesNo(`Write ${count(files.length, "file")}?`);
}

function finish(plan: ImportPlan, isWritten: boolean, errors: readonly Diagnostic[]): number {
  const { tools, packages } = plan;
  const diagnostics = [...plan.diagnostics, ...errors];
  const files = plan.files.map(({ path }) => path);
  present({ tools, files, written: isWritten ? files : [], packages, diagnostics }, () => {
    if (!isWritten) return note("Nothing was written.");
    const fresh = tools.filter(({ status }) => status === "new");
    const amount = count(files.length, "file");
    if (errors.length > 0) log(`${amount} written, but code generation failed: ${countDiagnostics(errors)}.`);
    else note(`${amount} written, code generated: ${count(fresh.length, "new tool")}.`);
    if (packages.length > 0) note(`The implementations need: npm install ${packages.join(" ")}`);
    const [first] = errors.length > 0 ? [] : fresh;
    if (first !== undefined) note(`Try it: npx toolkiln run ${first.id} --help`);
  });
  return hasErrors(diagnostics) ? exitCode.diagnostics : exitCode.ok;
}
