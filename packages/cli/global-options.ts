import type { ProjectOptions } from "@toolkiln/project";
import type { Command } from "commander";

/** Options that every command takes. */
export interface GlobalOptions extends ProjectOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly color?: boolean;
}

/** Declares the options that every command takes; they may stand before or after the command's name. */
export function addGlobalOptions(command: Command): Command {
  return command
    .optionsGroup("Options of every command:")
    .option("--cwd <dir>", "work as if started in this folder")
    .option("--config <file>", "the configuration (default: toolkiln.config.{ts,js,json,yaml})")
    .option("--project <name>", "only this project of the configuration")
    .option("--manifests <dir>", "folder of the manifests")
    .option("--out <dir>", "folder of the generated files")
    .option("--tools <dir>", "folder of the implementations")
    .option("--json", "print one JSON document on standard output")
    .option("--quiet", "tell about problems only")
    .option("--verbose", "tell more")
    .option("--no-color", "no colours");
}

/** The options of a command together with those that stood before its name. */
export function optionsOf(command: Command): GlobalOptions {
  const before = command.parent === null ? {} : optionsOf(command.parent);
  const own: GlobalOptions = command.opts();
  return { ...before, ...own, color: before.color !== false && own.color !== false };
}
