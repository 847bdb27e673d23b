import { AsyncLocalStorage } from "node:async_hooks";
import { loadProjects, openProjects } from "@toolkiln/project";
import { presentFields } from "@toolkiln/runtime/json";
import { WorkspacePathPolicy } from "@toolkiln/runtime/node";
import { CommandError, defineCommand, wholeNumber } from "../command.js";
import { addressFlag, injected, injectFlags } from "../flag-values.js";
import { untilInterrupted } from "../interruption.js";
import { count, divertOutput, log, note, visible } from "../output.js";
import { openQueue, queueFlags } from "./queue.js";

/** `toolkiln worker`: runs calls until it is interrupted, then finishes the running calls. */
export const setup = defineCommand({
  options: {
    ...queueFlags,
    "--concurrency <number>": wholeNumber("calls that run at once (default: 4)"),
    "--toolset <name>": "run calls submitted with this toolset (default: those without one)",
    ...injectFlags,
    "--health <address>": addressFlag("serve GET /health at this address, such as 127.0.0.1:8080"),
  },
  examples: [
    ["worker --database postgres://localhost/app", "set TOOLKILN_QUEUE_KEY to the queue backend's `key`"],
    ["worker --toolset reports --concurrency 16", "only the calls of one toolset"],
  ],
  runsTools: true,
  async run(options) {
    const { concurrency = 4, toolset, health } = options;
    const warn = (line: string): void => log(visible(line));
    const { registry, dispose } = await divertOutput(async () =>
      loadProjects(await openProjects(options), { toolset, warn }),
    );
    // An unhandled rejection in a tool must not stop other calls.
    process.on("unhandledRejection", (reason) => warn(`Unhandled rejection: ${String(reason)}`));
    try {
      const worker = await openQueue(options, ({ startWorker }, connection) =>
        startWorker(registry, {
          ...connection,
          concurrency,
          nested: { paths: new WorkspacePathPolicy(), callScope: new AsyncLocalStorage() },
          logger: { debug() {}, info() {}, warn, error: warn },
          ...presentFields({ toolset, health }),
          ...injected(options),
        }).catch((error: NodeJS.ErrnoException & { readonly hostname?: string }) => {
          const isUnknownHost = health !== undefined && error.hostname === health.host;
          if (error.syscall !== "listen" && !isUnknownHost) throw error;
          const message = `Cannot serve /health: ${error.message}. Choose another --health address.`;
          throw new CommandError(message, undefined, { cause: error });
        }),
      );
      note(`Worker ${worker.id} runs ${count(registry.count, "tool")} (press Ctrl-C to stop)`);
      await untilInterrupted();
      note(`Finishing ${count(worker.counts.running, "call")}; press Ctrl-C again to exit immediately`);
      await worker.stop();
    } finally {
      await dispose();
    }
  },
});
