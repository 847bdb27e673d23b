import { AsyncLocalStorage } from "node:async_hooks";
import { loadProjects, openProjects } from "@toolkiln/project";
import { WorkspacePathPolicy } from "@toolkiln/runtime/node";
import type { Command } from "commander";
import { addExamples, exitCode, runAndExit } from "../command.js";
import { handleInterrupt } from "../interruption.js";
import { readInjections } from "../mcp/injections.js";
import { readAddress } from "../mcp/read-address.js";
import { count, divertOutput, log, visible } from "../output.js";
import {
  addQueueOptions,
  importQueue,
  openQueue,
  readConnection,
  type QueueOptions,
} from "../queue/queue-connection.js";

/** Options of `toolkiln worker`. */
interface WorkerOptions extends QueueOptions {
  readonly concurrency: string;
  readonly toolset?: string;
  readonly inject?: string;
  readonly health?: string;
}

/** `toolkiln worker` */
export function setup(command: Command): void {
  addQueueOptions(command)
    .option("--concurrency <number>", "calls that run at once", "4")
    .option("--toolset <name>", "run the calls of this toolset (default: those of all tools)")
    .option("--inject <json>", "values of injected parameters: a JSON object or @file")
    .option("--health <address>", "answer GET /health here, such as 127.0.0.1:8080");
  addExamples(command, [
    [
      "worker --database postgres://localhost/app",
      "run calls that executors submit; TOOLKILN_QUEUE_KEY is theirs",
    ],
    ["worker --toolset reports --concurrency 16", "only the calls of one toolset"],
  ]);
  command.action(() => runAndExit(command, work));
}

/** Runs calls until it is interrupted; those that run then are finished first. */
async function work(options: WorkerOptions): Promise<number> {
  const { startWorker } = await importQueue(options, "toolkiln worker");
  const connection = readConnection(options);
  const inject = readInjections({ ...options, http: true });
  const { registry, drift, dispose } = await divertOutput(async () =>
    loadProjects(await openProjects(options), { toolset: options.toolset }),
  );
  for (const line of drift) log(visible(line));
  // A rejection that a tool leaves unhandled must not end the calls of others.
  process.on("unhandledRejection", (reason) => log(visible(`Unhandled rejection: ${String(reason)}`)));
  try {
    const worker = await openQueue(() =>
      startWorker(registry, {
        ...connection,
        concurrency: Number(options.concurrency),
        nested: { paths: new WorkspacePathPolicy(), callScope: new AsyncLocalStorage() },
        logger: {
          debug() {},
          info() {},
          warn: (line) => log(visible(line)),
          error: (line) => log(visible(line)),
        },
        ...(options.toolset !== undefined && { toolset: options.toolset }),
        ...(inject !== undefined && { inject }),
        ...(options.health !== undefined && { health: readAddress(options.health) }),
      }),
    );
    if (options.quiet !== true)
      log(`Worker ${worker.id} runs ${count(registry.count, "tool")} (Ctrl-C ends)`);
    await new Promise<void>((resolve) => {
      handleInterrupt(resolve);
    });
    if (options.quiet !== true) log(`Finishing ${count(worker.counts.running, "call")}; Ctrl-C ends at once`);
    await worker.stop();
  } finally {
    await dispose();
  }
  return exitCode.ok;
}
