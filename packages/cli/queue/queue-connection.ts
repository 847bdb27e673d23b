import { workingFolder } from "@toolkiln/project";
import type * as Queue from "@toolkiln/queue";
import type { QueueConnection } from "@toolkiln/queue";
import type { Command } from "commander";
import { CommandError, type GlobalOptions } from "../command.js";
import { importOptional, optionalPackages } from "../optional-package.js";

/** Options of the commands that use a queue. */
export interface QueueOptions extends GlobalOptions {
  readonly database?: string;
  readonly schema?: string;
}

/** Declares the options that say where a queue is. */
export function addQueueOptions(command: Command): Command {
  return command
    .option("--database <url>", "PostgreSQL, such as postgres://user@host/name (TOOLKILN_DATABASE)")
    .option("--schema <name>", "the schema of the tables (default: toolkiln)");
}

/** Imports `@toolkiln/queue`; throws with the line that installs it when it is missing. */
export function importQueue(options: QueueOptions, command: string): Promise<typeof Queue> {
  return importOptional("@toolkiln/queue", {
    command,
    package: optionalPackages.queue,
    folder: workingFolder(options),
  });
}

/** Reads where a queue is and the key that its rows are signed with. */
export function readConnection({ database, schema }: QueueOptions): QueueConnection {
  const connectionString = database ?? process.env["TOOLKILN_DATABASE"];
  if (connectionString === undefined || connectionString === "") {
    throw new CommandError(
      "No database is given. Pass --database postgres://user@host/name or set TOOLKILN_DATABASE.",
    );
  }
  const key = process.env["TOOLKILN_QUEUE_KEY"];
  if (key === undefined || Buffer.byteLength(key) < 16) {
    throw new CommandError(
      "TOOLKILN_QUEUE_KEY is missing or too short: set it to the key of the submitters, at least 16 random bytes.",
    );
  }
  return { connectionString, key, ...(schema !== undefined && { schema }) };
}

/** Opens a queue; throws a usage error when the database cannot be opened. */
export async function openQueue<Value>(open: () => Promise<Value>): Promise<Value> {
  try {
    return await open();
  } catch (error) {
    const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
    const reason = first instanceof Error ? first.message : String(first);
    throw new CommandError(`The queue cannot be opened: ${reason}`, undefined, { cause: error });
  }
}
