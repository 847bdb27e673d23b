import { spawn } from "node:child_process";
import { presentFields } from "@toolkiln/runtime/json";
import { CommandError, defineCommand, wholeNumber } from "../command.js";
import { injected, injectFlags } from "../flag-values.js";
import { untilInterrupted } from "../interruption.js";
import { importOptional } from "../optional-package.js";
import { count, log } from "../output.js";

/** The addresses that only this machine can reach. */
const loopback = /^(localhost|::1|127(\.\d{1,3}){3})$/i;

/** `toolkiln playground`: serves the page until the command is interrupted. */
export const setup = defineCommand({
  options: {
    "--port <number>": wholeNumber("the port to listen on (default: a free port)", 0, 65_535),
    "--host <address>": "the address to listen on (default: 127.0.0.1, this machine only)",
    "--no-open": "print the address, but do not open a browser",
    "--read-only": "run only calls with the risk level safe",
    "--toolset <name>": "show the tools of this toolset only",
    "--workspace <dir>": "the folder that the tools work in (default: the working directory)",
    ...injectFlags,
  },
  examples: [
    ["playground", "open the page in a browser"],
    ["playground --read-only --no-open", "run only safe calls; print the address"],
    ["playground --workspace demo --port 4000", "let the tools work in the folder demo"],
  ],
  runsTools: true,
  async run(options) {
    const { port, host, readOnly = false, toolset, workspace } = options;
    const { startPlayground } = await importOptional("@toolkiln/playground", options);
    const { url, tools, close } = await startPlayground({
      project: options,
      readOnly,
      ...presentFields({ port, host, toolset, workspace }),
      ...injected(options),
    }).catch((error: NodeJS.ErrnoException) => {
      if (error.syscall !== "listen" && error.syscall !== "getaddrinfo") throw error;
      const message = `Cannot start the server: ${error.message}. Choose another --host or --port.`;
      throw new CommandError(message, undefined, { cause: error });
    });
    if (host !== undefined && !loopback.test(host))
      log(
        `Warning: ${host} may be reachable from other machines. Anyone who has the address can run tools on this machine.`,
      );
    log(`${count(tools, "tool")} at ${url} (press Ctrl-C to end)`);
    if (options.open !== false) openBrowser(url);
    await untilInterrupted();
    await close();
  },
});

/** Opens the address in the default browser; does nothing if there is no browser. */
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
