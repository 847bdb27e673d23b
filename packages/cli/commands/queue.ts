import type { QueueJournal, QueueStatus, RetryVerdict } from "@toolkiln/queue";
import type { Command } from "commander";
import { addExamples, CommandError, exitCode, runWith } from "../command.js";
import { alignColumns, count, print, printJson, log, visible } from "../output.js";
import {
  addQueueOptions,
  importQueue,
  openQueue,
  readConnection,
  type QueueOptions,
} from "../queue/queue-connection.js";

/** Options of the commands about a queue. */
interface QueueCommandOptions extends QueueOptions {
  readonly toolset: string;
  readonly force?: boolean;
  readonly open?: boolean;
  readonly timeout: string;
}

type JournalCommand = (journal: QueueJournal, options: QueueCommandOptions, id: string) => Promise<number>;

/** `toolkiln queue` */
export function setup(command: Command): void {
  const add = (name: string, summary: string, run: JournalCommand): Command => {
    const child = addQueueOptions(command.command(name).description(summary));
    child.action((id?: unknown) =>
      runWith(child, async (options: QueueCommandOptions) => {
        const { openJournal } = await importQueue(options, "toolkiln queue");
        const connection = readConnection(options);
        const journal = await openQueue(() => openJournal(connection));
        try {
          return await run(journal, options, typeof id === "string" ? id : "");
        } finally {
          await journal.close();
        }
      }),
    );
    return child;
  };
  const id = "<execution-id>";
  add("status", "count the calls that wait, run and ended in the last hour", showStatus);
  add("show", "show what was requested, decided and run", showExecution).argument(id);
  add("drain", "take no more calls and wait until all are done", drain)
    .option("--toolset <name>", "the toolset whose queue is drained", "default")
    .option("--timeout <seconds>", "give up waiting after so long", "300")
    .option("--open", "take calls again");
  add("retry", "run an execution again that failed, was lost or was cancelled", retry)
    .argument(id)
    .option("--force", "also one that is not idempotent and may have run");
  add("cancel", "end an execution that waits or runs", cancel).argument(id);
  addExamples(command, [
    ["queue status --json", "counts and latencies for monitoring"],
    ["queue show 3f2c", "one execution, with its audit trail"],
    ["queue drain && deploy && toolkiln queue drain --open", "deploy while nothing runs"],
  ]);
}

async function showStatus(journal: QueueJournal, { json }: QueueCommandOptions): Promise<number> {
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

async function showExecution(
  journal: QueueJournal,
  { json }: QueueCommandOptions,
  id: string,
): Promise<number> {
  const execution = await journal.find(id);
  const history = await journal.history(id);
  if (execution === undefined && history.length === 0) throw noExecution(id);
  if (json === true) printJson({ execution, history });
  else {
    const { result, ...fields } = execution ?? { executionId: id };
    const rows = Object.entries(fields).filter(([, value]) => value !== null);
    for (const line of alignColumns(rows.map(([name, value]) => [name, textOf(value)]))) print(visible(line));
    if (result !== undefined) print(visible(`result   ${result.toLogSummary()}`));
    for (const { at, ...record } of history)
      print(visible(`${new Date(at).toISOString()}   ${JSON.stringify(record)}`));
  }
  return exitCode.ok;
}

function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

async function drain(journal: QueueJournal, options: QueueCommandOptions): Promise<number> {
  const { toolset, open, timeout, quiet } = options;
  if (open === true) {
    await journal.setOpen(toolset, true);
    if (quiet !== true) log(`The queue '${toolset}' takes calls again.`);
    return exitCode.ok;
  }
  await journal.setOpen(toolset, false);
  for (const end = Date.now() + Number(timeout) * 1000; ;) {
    const status = (await journal.status()).find((queue) => queue.toolset === toolset);
    const left = (status?.queued ?? 0) + (status?.running ?? 0);
    if (left === 0) break;
    if (Date.now() > end) {
      log(`${count(left, "call")} of '${toolset}' did not end in ${timeout} s. The queue stays closed.`);
      return exitCode.diagnostics;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 500);
    });
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

async function retry(journal: QueueJournal, options: QueueCommandOptions, id: string): Promise<number> {
  const verdict = await journal.retry(id, { force: options.force === true });
  if (verdict === "notFound") throw noExecution(id);
  if (verdict !== "queued")
    throw new CommandError(`The execution '${id}' ${retryProblems[verdict]}.`, exitCode.diagnostics);
  if (options.quiet !== true) log(`The execution '${id}' is queued again.`);
  return exitCode.ok;
}

async function cancel(journal: QueueJournal, { quiet }: QueueCommandOptions, id: string): Promise<number> {
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
