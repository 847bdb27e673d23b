import type { ImportRequest } from "@toolkiln/importer";
import { riskLevels } from "@toolkiln/runtime/vocabulary";
import type { Command } from "commander";
import { CommandError } from "../command-error.js";
import { addExamples, runAndExit } from "../command-setup.js";
import { importTools, type ImportOptions } from "../import/import-tools.js";
import { workingFolder } from "@toolkiln/project";

/** `toolkiln import` */
export function setupImport(command: Command): void {
  command.usage("<source> [options]");
  addExamples(command, [
    ["import definitions tools.json", "definitions for OpenAI, Anthropic, Gemini, Bedrock or MCP"],
    ["import json-schema order.schema.json --id order-create", "one tool with these parameters"],
  ]);
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
function runFile(kind: "definitions" | "json-schema") {
  return (location: string, _: unknown, called: Command): Promise<void> =>
    run(called, (options) => ({ kind, location, folder: workingFolder(options) }));
}

function run(called: Command, request: (options: ImportOptions) => ImportRequest): Promise<void> {
  return runAndExit(called, (options: ImportOptions) => importTools(request(options), options));
}
