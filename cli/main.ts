import { Command, CommanderError } from "commander";
import { CommandError } from "./command-error.js";
import { exitCode } from "./exit-code.js";
import { tell } from "./output.js";
import type { GlobalOptions } from "./project.js";
import { version } from "./version.js";

const program = new Command("toolkiln")
  .description("Typed tools for language models, generated from one manifest each.")
  .version(version)
  .option("--cwd <dir>", "the project's folder")
  .option("--json", "print one JSON document")
  .option("--quiet", "print problems only")
  .option("--manifests <dir>", "folder of the manifests")
  .option("--out <dir>", "folder of the generated files")
  .option("--tools <dir>", "folder of the implementations")
  .exitOverride();

/** Commands are imported when they are called, so that a short one does not pay for a long one. */
async function run(command: () => Promise<number>): Promise<void> {
  process.exitCode = await command();
}

program
  .command("generate")
  .description("write the bindings of the manifests")
  .option("--force", "replace files that were edited by hand")
  .option("--dry-run", "tell what would be done")
  .action((_, command: Command) =>
    run(async () => (await import("./commands/generate.js")).generateCommand(command.optsWithGlobals())),
  );

program
  .command("check")
  .description("tell whether the bindings are what the manifests ask for")
  .action((_, command: Command) =>
    run(async () => (await import("./commands/check.js")).checkCommand(command.optsWithGlobals())),
  );

program
  .command("list")
  .description("list the tools")
  .action((_, command: Command) =>
    run(async () =>
      (await import("./commands/list.js")).listCommand(command.optsWithGlobals<GlobalOptions>()),
    ),
  );

program
  .command("run")
  .argument("<id>", "the tool")
  .argument("[flags...]", "its parameters as flags")
  .description("run a tool; its parameters are flags: --path README.md")
  .option("--params <json>", "parameters as JSON, @file or - for standard input")
  .option("--workspace <dir>", "the folder that the tool works in")
  .option("--approve", "approve without asking")
  .option("--max-risk <level>", "the highest risk that --approve covers", "medium")
  .allowUnknownOption()
  .action((id: string, flags: string[], _, command: Command) =>
    run(async () => (await import("./commands/run.js")).runCommand(id, flags, command.optsWithGlobals())),
  );

program.parseAsync().catch((error: unknown) => {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? exitCode.ok : exitCode.usage;
  } else if (error instanceof CommandError) {
    tell(error.message);
    process.exitCode = error.exitCode;
  } else {
    tell(
      `This is a bug of toolkiln: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    process.exitCode = exitCode.bug;
  }
});
