import { setTimeout } from "node:timers/promises";
import type { QueueJournal, QueueStatus, RetryVerdict } from "@toolkiln/queue";
import {
  CommandError,
  type CommandSetup,
  defineCommand,
  exitCode,
  type OptionsOf,
  wholeNumber,
} from "../command.js";
import { alignColumns, count, print, printJson, log, visible } from "../output.js";
import { openQueue, queueFlags } from "../queue-connection.js";

const drainFlags = {
  "--toolset <name>": "the toolset whose queue is drained (default: default)",
  "--timeout <seconds>": wholeNumber("give up waiting after so long (default: 300)"),
  "--open": "take calls again",
} as const;

const retryFlags = { "--force": "also one that is not idempotent and may have run" } as const;

type JournalOptions = OptionsOf<typeof queueFlags & typeof drainFlags & typeof retryFlags>;
type JournalRun = (journal: QueueJournal, options: JournalOptions, id: string) => Promise<number>;

/** A command that opens the journal and closes it afterwards. */
function journalCommand(run: JournalRun, takesId: boolean, flags: object = {}): CommandSetup {
  return defineCommand({
    arguments: takesId ? [["<execution-id>", "the execution"]] : [],
    options: { ...queueFlags, ...flags },
    async run(options: JournalOptions, ...ids) {
      const journal = await openQueue(options, ({ openJournal }, connection) => openJournal(connection));
      try {
        return await run(journal, options, ids[0] ?? "");
      } finally {
        await journal.close();
      }
    },
  });
}

/** `toolkiln queue` */
export const setup = defineCommand({
  examples: [
    ["queue status --json", "counts and latencies for monitoring"],
    ["queue show 3f2c", "one execution, with its audit trail"],
    ["queue drain && deploy && toolkiln queue drain --open", "deploy while nothing runs"],
  ],
  commands: {
    status: ["count the calls that wait, run and ended in the last hour", journalCommand(showStatus, false)],
    show: ["show what was requested, decided and run", journalCommand(showExecution, true)],
    drain: ["take no more calls and wait until all are done", journalCommand(drain, false, drainFlags)],
    retry: [
      "run an execution again that failed, was lost or was cancelled",
      journalCommand(retry, true, retryFlags),
    ],
    cancel: ["end an execution that waits or runs", journalCommand(cancel, true)],
  },
});

async function showStatus(journal: QueueJournal, { json }: JournalOptions): Promise<number> {
  const queues = await journal.status();
  if (json === true) printJson({ queues });
  else {
    const head = ["toolset", "queued", "running", "done", "failed", "lost", "median", "p95", "oldest"];
    for (const line of alignColumns([head, ...queues.map(statusRow)])) print(visible(line));
  }
  return exitCode.ok;
}

function statusRow(status: QueueStatus): string[] {
  const { toolset, isClosed, queued, running, done, failed, lost, latency, oldestMs } = status;
  const times = [latency.median, latency.p95, oldestMs].map((time) => `${Math.round(time)} ms`);
  return [
    isClosed ? `${toolset} (drained)` : toolset,
    ...[queued, running, done, failed, lost].map(String),
    ...times,
  ];
}

async function showExecution(journal: QueueJournal, { json }: JournalOptions, id: string): Promise<number> {
  const execution = await journal.find(id);
  const history = await journal.history(id);
  if (execution === undefined && history.length === 0) throw noExecution(id);
  if (json === true) printJson({ execution, history });
  else {
    const { result, ...fields } = execution ?? { executionId: id };
    const rows = Object.entries(fields).filter(([, value]) => value !== null);
    const cells = rows.map(([name, value]) => [
      name,
      value instanceof Date ? value.toISOString() : String(value),
    ]);
    for (const line of alignColumns(cells)) print(visible(line));
    if (result !== undefined) print(visible(`result   ${result.toLogSummary()}`));
    for (const { at, ...record } of history)
      print(visible(`${new Date(at).toISOString()}   ${JSON.stringify(record)}`));
  }
  return exitCode.ok;
}

async function drain(journal: QueueJournal, options: JournalOptions): Promise<number> {
  const { toolset = "default", open, timeout = 300, quiet } = options;
  if (open === true) {
    await journal.setOpen(toolset, true);
    if (quiet !== true) log(`The queue '${toolset}' takes calls again.`);
    return exitCode.ok;
  }
  await journal.setOpen(toolset, false);
  for (const end = Date.now() + timeout * 1000; ;) {
    const status = (await journal.status()).find((queue) => queue.toolset === toolset);
    const left = (status?.queued ?? 0) + (status?.running ?? 0);
    if (left === 0) break;
    if (Date.now() > end) {
      log(`${count(left, "call")} of '${toolset}' did not end in ${timeout} s. The queue stays closed.`);
      return exitCode.diagnostics;
    }
    await setTimeout(500);
  }
  if (quiet !== true)
    log(`The queue '${toolset}' is empty and takes no calls. Pass --open to let it take calls again.`);
  return exitCode.ok;
}

const retryProblems: Readonly<Record<Exclude<RetryVerdict, "queued" | "notFound">, string>> = {
  notEnded: "has not ended yet",
  notIdempotent: "is not idempotent and may have run already: pass --force if it may run again",
  notKept: "completed, so its parameters are not kept",
};

async function retry(journal: QueueJournal, options: JournalOptions, id: string): Promise<number> {
  const verdict = await journal.retry(id, { force: options.force === true });
  if (verdict === "notFound") throw noExecution(id);
  if (verdict !== "queued")
    throw new CommandError(`The execution '${id}' ${retryProblems[verdict]}.`, exitCode.diagnostics);
  if (options.quiet !== true) log(`The execution '${id}' is queued again.`);
  return exitCode.ok;
}

async function cancel(journal: QueueJournal, { quiet }: JournalOptions, id: string): Promise<number> {
  if (!(await journal.cancel(id))) {
    if ((await journal.find(id)) === undefined) throw noExecution(id);
    throw new CommandError(`The execution '${id}' has ended already.`, exitCode.diagnostics);
  }
  if (quiet !== true) log(`The execution '${id}' is cancelled.`);
  return exitCode.ok;
}

function noExecution(id: string): CommandError {
  return new CommandError(`There is no execution '${id}' in the journal.`);
}
