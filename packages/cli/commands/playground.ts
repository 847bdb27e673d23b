import { spawn } from "node:child_process";
import { workingFolder } from "@toolkiln/project";
import type { PlaygroundOptions } from "@toolkiln/playground";
import type { Command } from "commander";
import { CommandError } from "../command-error.js";
import { addExamples, runAndExit } from "../command-setup.js";
import { exitCode } from "../exit-code.js";
import type { GlobalOptions } from "../global-options.js";
import { handleInterrupt } from "../interruption.js";
import { importOptional, optionalPackages } from "../optional-package.js";
import { count, tell } from "../output.js";
import { readDocument } from "../run/read-document.js";

/** Options of `toolkiln playground`. */
interface PlaygroundCommandOptions extends GlobalOptions {
  readonly port?: string;
  readonly host?: string;
  readonly open: boolean;
  readonly readOnly?: boolean;
  readonly toolset?: string;
  readonly workspace?: string;
  readonly inject?: string;
}

/** `toolkiln playground` */
export function setupPlayground(command: Command): void {
  command
    .option("--port <number>", "the port to listen on (default: any that is free)")
    .option("--host <address>", "the address to listen on (default: 127.0.0.1, this machine only)")
    .option("--no-open", "print the address and open no browser")
    .option("--read-only", "run only calls that are safe")
    .option("--toolset <name>", "show the tools of this toolset only")
    .option("--workspace <dir>", "the folder that the tools work in (default: the working directory)")
    .option("--inject <json>", "values of injected parameters: a JSON object or @file");
  addExamples(command, [
    ["playground", "open the page in a browser"],
    ["playground --read-only --no-open", "run only what is safe; print the address"],
    ["playground --workspace demo --port 4000", "let the tools work in a folder of their own"],
  ]);
  command.action(() => runAndExit(command, play));
}

/** Serves the playground until the command is interrupted. */
async function play(options: PlaygroundCommandOptions): Promise<number> {
  const { startPlayground } = await importOptional("@toolkiln/playground", {
    command: "toolkiln playground",
    package: optionalPackages.playground,
    folder: workingFolder(options),
  });
  const { url, tools, close } = await startPlayground(settingsOf(options)).catch((error: unknown) => {
    if (!isListenError(error)) throw error;
    throw new CommandError(`Cannot listen there: ${error.message}. Choose another --port.`, undefined, {
      cause: error,
    });
  });
  if (options.host !== undefined) {
    tell(
      `Warning: ${options.host} may be reached from other machines, and whoever has the address runs tools here.`,
    );
  }
  tell(`${count(tools, "tool")} at ${url} (Ctrl-C ends)`);
  if (options.open) openBrowser(url);
  await new Promise<void>((resolve) => handleInterrupt(resolve));
  await close();
  return exitCode.ok;
}

function settingsOf(options: PlaygroundCommandOptions): PlaygroundOptions {
  const { port, host, readOnly = false, toolset, workspace, inject } = options;
  return {
    project: options,
    readOnly,
    ...(port !== undefined && { port: readPort(port) }),
    ...(host !== undefined && { host }),
    ...(toolset !== undefined && { toolset }),
    ...(workspace !== undefined && { workspace }),
    ...(inject !== undefined && { inject: readDocument("--inject", inject, workingFolder(options)) }),
  };
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new CommandError(`--port must be a number up to 65535, not '${text}'.`);
}

function isListenError(error: unknown): error is Error {
  return (
    error instanceof Error && "syscall" in error && ["listen", "getaddrinfo"].includes(String(error.syscall))
  );
}

/** Opens the address in the browser that the system prefers; who has none opens it by hand. */
function openBrowser(url: string): void {
  const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
    darwin: ["open"],
    win32: ["cmd", "/c", "start", ""],
  };
  const [program = "", ...args] = openers[process.platform] ?? ["xdg-open"];
  spawn(program, [...args, url], { stdio: "ignore", detached: true })
    .on("error", () => undefined)
    .unref();
}
