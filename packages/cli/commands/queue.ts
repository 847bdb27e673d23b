import { setTimeout } from "node:timers/promises";
import { reasonOf } from "@toolkiln/project";
import type * as Queue from "@toolkiln/queue";
import type { QueueConnection, QueueJournal, QueueStatus, RetryVerdict } from "@toolkiln/queue";
import { presentFields } from "@toolkiln/runtime/json";
import { CommandError, defineCommand, exitCode, type OptionsOf, wholeNumber } from "../command.js";
import { importOptional } from "../optional-package.js";
import { alignColumns, count, log, note, present, print, visible } from "../output.js";

/** The flags of commands that use a queue. */
export const queueFlags = {
  "--database <url>": "the PostgreSQL URL: postgres://user@host/name (default: $TOOLKILN_DATABASE)",
  "--schema <name>": "the schema of the tables (default: toolkiln)",
} as const;

/** Opens a journal or starts a worker of `@toolkiln/queue`, on the database from the options. */
export async function openQueue<Value>(
  options: OptionsOf<typeof queueFlags>,
  open: (queue: typeof Queue, connection: QueueConnection) => Promise<Value>,
): Promise<Value> {
  const queue = await importOptional("@toolkiln/queue", options);
  const connection = readConnection(options);
  try {
    return await open(queue, connection);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
    throw new CommandError(`The queue cannot be opened: ${reasonOf(first)}`, undefined, { cause: error });
  }
}

function readConnection({ database, schema }: OptionsOf<typeof queueFlags>): QueueConnection {
  const connectionString = database ?? process.env["TOOLKILN_DATABASE"] ?? "";
  if (connectionString === "")
    throw new CommandError(
      "No database is given. Pass --database postgres://user@host/name or set TOOLKILN_DATABASE.",
    );
  const key = process.env["TOOLKILN_QUEUE_KEY"] ?? "";
  if (Buffer.byteLength(key) < 16)
    throw new CommandError(
      "TOOLKILN_QUEUE_KEY is missing or too short: set it to the `key` that the application passes to `createQueueBackend`, at least 16 random bytes.",
    );
  return { connectionString, key, ...presentFields({ schema }) };
}

/** Opens the journal and closes it afterwards. */
async function withJournal<Value>(
  options: OptionsOf<typeof queueFlags>,
  use: (journal: QueueJournal) => Promise<Value>,
): Promise<Value> {
  const journal = await openQueue(options, ({ openJournal }, connection) => openJournal(connection));
  try {
    return await use(journal);
  } finally {
    await journal.close();
  }
}

const idArgument = [["<execution-id>", "the id of the execution"]] as const;

const status = defineCommand({
  options: queueFlags,
  run: (options) =>
    withJournal(options, async (journal) => {
      const queues = await journal.status();
      const head = ["toolset", "queued", "running", "done", "failed", "lost", "median", "p95", "max wait"];
      present({ queues }, () => {
        for (const line of alignColumns([head, ...queues.map(statusRow)])) print(visible(line));
      });
    }),
});

function statusRow(queue: QueueStatus): string[] {
  const { toolset, isClosed, queued, running, done, failed, lost, latency, oldestMs } = queue;
  const times = [latency.median, latency.p95, oldestMs].map((time) => `${Math.round(time)} ms`);
  return [
    isClosed ? `${toolset} (closed)` : toolset,
    ...[queued, running, done, failed, lost].map(String),
    ...times,
  ];
}

const show = defineCommand({
  arguments: idArgument,
  options: queueFlags,
  run: (options, id) =>
    withJournal(options, async (journal) => {
      const execution = await journal.find(id);
      const history = await journal.history(id);
      if (execution === undefined && history.length === 0) throw noExecution(id);
      present({ execution, history }, () => {
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
      });
    }),
});

const drain = defineCommand({
  options: {
    ...queueFlags,
    "--toolset <name>": "the toolset whose queue is drained (default: the queue of calls without a toolset)",
    "--timeout <seconds>": wholeNumber("how long to wait (default: 300)"),
    "--open": "accept calls again",
  },
  run: (options) =>
    withJournal(options, async (journal) => {
      const { toolset = "default", open = false, timeout = 300 } = options;
      await journal.setOpen(toolset, open);
      if (open) return note(`The queue '${toolset}' accepts calls again.`);
      for (const end = Date.now() + timeout * 1000; ;) {
        const queue = (await journal.status()).find((one) => one.toolset === toolset);
        const left = (queue?.queued ?? 0) + (queue?.running ?? 0);
        if (left === 0) break;
        if (Date.now() > end) {
          log(
            `${count(left, "call")} of '${toolset}' did not end within ${timeout} s. The queue stays closed.`,
          );
          return exitCode.diagnostics;
        }
        await setTimeout(500);
      }
      note(`The queue '${toolset}' is empty and closed. Pass --open to accept calls again.`);
    }),
});

const retryProblems: Readonly<Record<Exclude<RetryVerdict, "queued" | "notFound">, string>> = {
  notEnded: "has not ended yet",
  notIdempotent: "is not idempotent and may have run already: pass --force to run it again anyway",
  notKept: "cannot run again: its parameters were deleted on completion or signed with another key",
};

const retry = defineCommand({
  arguments: idArgument,
  options: { ...queueFlags, "--force": "retry even if the call is not idempotent and may have run" },
  run: ({ force = false, ...options }, id) =>
    withJournal(options, async (journal) => {
      const verdict = await journal.retry(id, { force });
      if (verdict === "notFound") throw noExecution(id);
      if (verdict !== "queued")
        throw new CommandError(`The execution '${id}' ${retryProblems[verdict]}.`, exitCode.diagnostics);
      note(`The execution '${id}' is queued again.`);
    }),
});

const cancel = defineCommand({
  arguments: idArgument,
  options: queueFlags,
  run: (options, id) =>
    withJournal(options, async (journal) => {
      if (await journal.cancel(id)) return note(`The execution '${id}' is cancelled.`);
      if ((await journal.find(id)) === undefined) throw noExecution(id);
      throw new CommandError(`The execution '${id}' has already ended.`, exitCode.diagnostics);
    }),
});

function noExecution(id: string): CommandError {
  return new CommandError(`There is no execution '${id}' in the journal.`);
}

export const setup = defineCommand({
  examples: [
    ["queue status --json", "counts and latencies for monitoring"],
    ["queue show 3f2c1b9e-5d47-4c0a-9f6e-2b8d0a7c4e15", "one execution, with its audit trail"],
    ["queue drain && deploy && toolkiln queue drain --open", "deploy while nothing runs"],
  ],
  commands: {
    status: ["count the calls that are waiting or running, or ended in the last hour", status],
    show: ["show one execution, with its audit trail", show],
    drain: ["accept no more calls and wait until all are done", drain],
    retry: ["run a failed, lost or cancelled execution again", retry],
    cancel: ["cancel a waiting or running execution", cancel],
  },
});
