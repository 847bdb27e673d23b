import { spawn } from "node:child_process";
import { command } from "../cli/command-line.js";
import { repositoryRoot } from "../support/repository.js";
import type { ServerCommand } from "./clients.js";
import { plainEnvironment } from "./servers.js";

/** `toolkiln mcp` as a client starts it. */
export function stdioCommand(args: readonly string[]): ServerCommand {
  return {
    command: process.execPath,
    args: [command, "mcp", ...args],
    cwd: repositoryRoot,
    env: plainEnvironment(),
  };
}

/** A process that serves HTTP. */
export interface RunningServer {
  readonly url: string;
  /** Stops it; returns its exit code. */
  stop(): Promise<number | null>;
}

/** Starts `toolkiln mcp --http` on a free port and waits until it prints its URL. */
export async function startHttp(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  hear: (text: string) => void = () => undefined,
): Promise<RunningServer> {
  const child = spawn(process.execPath, [command, "mcp", "--http", "127.0.0.1:0", ...args], {
    cwd: repositoryRoot,
    env: { ...plainEnvironment(), ...env },
  });
  const exit = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const url = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stderr.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      hear(chunk.toString());
      const [address] = /http:\/\/\S+/.exec(text) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.once("exit", () => reject(new Error(text)));
  });
  return {
    url,
    stop: () => {
      child.kill("SIGTERM");
      return exit;
    },
  };
}
