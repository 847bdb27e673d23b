import { spawn } from "node:child_process";
import { workingFolder } from "@toolkiln/project";
import type { PlaygroundOptions } from "@toolkiln/playground";
import { CommandError, type CommandSetup, defineCommand, exitCode, type OptionsOf } from "../command.js";
import { handleInterrupt } from "../interruption.js";
import { importOptional, optionalPackages } from "../optional-package.js";
import { count, log } from "../output.js";
import { readDocument } from "../run/read-document.js";

const flags = {
  "--port <number>": "the port to listen on (default: any that is free)",
  "--host <address>": "the address to listen on (default: 127.0.0.1, this machine only)",
  "--no-open": "print the address and open no browser",
  "--read-only": "run only calls that are safe",
  "--toolset <name>": "show the tools of this toolset only",
  "--workspace <dir>": "the folder that the tools work in (default: the working directory)",
  "--inject <json>": "values of injected parameters: a JSON object or @file",
} as const;

type PlaygroundCommandOptions = OptionsOf<typeof flags>;

/** `toolkiln playground` */
export const setup: CommandSetup = defineCommand({
  options: flags,
  examples: [
    ["playground", "open the page in a browser"],
    ["playground --read-only --no-open", "run only safe calls; print the address"],
    ["playground --workspace demo --port 4000", "let the tools work in a folder of their own"],
  ],
  runsTools: true,
  run: play,
});

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
    log(
      `Warning: ${options.host} may be reachable from other machines. Everyone who has the address can run tools here.`,
    );
  }
  log(`${count(tools, "tool")} at ${url} (press Ctrl-C to end)`);
  if (options.open !== false) openBrowser(url);
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

/** Opens the address in the default browser; without one, people open it by hand. */
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
