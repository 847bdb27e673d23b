import type * as Queue from "@toolkiln/queue";
import type { QueueConnection } from "@toolkiln/queue";
import { reasonOf } from "@toolkiln/project";
import { presentFields } from "@toolkiln/runtime/json";
import { CommandError, type OptionsOf } from "./command.js";
import { importOptional } from "./optional-package.js";

/** The flags of commands that use a queue. */
export const queueFlags = {
  "--database <url>": "the PostgreSQL URL, such as postgres://user@host/name (TOOLKILN_DATABASE)",
  "--schema <name>": "the schema of the tables (default: toolkiln)",
} as const;

/** Opens part of `@toolkiln/queue` in the database from the options. */
export async function openQueue<Value>(
  options: OptionsOf<typeof queueFlags>,
  open: (queue: typeof Queue, connection: QueueConnection) => Promise<Value>,
): Promise<Value> {
  const queue = await importOptional("@toolkiln/queue", options);
  const connection = readConnection(options);
  try {
    return await open(queue, connection);
  } catch (error) {
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
      "TOOLKILN_QUEUE_KEY is missing or too short: set it to the key of the submitters, at least 16 random bytes.",
    );
  return { connectionString, key, ...presentFields({ schema }) };
}
