import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { isRiskLevel } from "../tool/risk-level.js";
import {
  selectPending,
  type ApprovalStore,
  type PendingApproval,
  type PendingCall,
} from "../executor/approval/approval-store.js";
import { isRecord, isStringArray } from "../validation/value-type.js";

/** How often a store looks for approvals that nobody took in time. */
const pruneInterval = 60_000;

const suffix = ".approval.json";

/** The name of a file that is being put or taken. */
const isOnItsWay = /\.approval\.json\.(?:.+\.taken|draft)$/;

/**
 * Keeps pending approvals as files, so that another process can resume a call.
 *
 * The files hold the parameters as they are, sensitive ones included; only their owner may read them.
 */
export class FileApprovalStore implements ApprovalStore {
  readonly #directory: string;
  #prunedAt = 0;

  constructor(directory: string) {
    this.#directory = directory;
  }

  async put(pending: PendingApproval): Promise<void> {
    const file = this.#fileOf(pending.id);
    if (file === undefined) throw new TypeError("The id of a pending approval must be a plain name.");
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    await this.#prune();
    // Written under another name first, so that nobody takes half a file.
    const draft = `${file}.draft`;
    const handle = await open(draft, "wx", 0o600);
    try {
      await handle.writeFile(JSON.stringify(pending));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  }

  async take(id: string): Promise<PendingApproval | undefined> {
    const file = this.#fileOf(id);
    if (file === undefined) return undefined;
    const taken = `${file}.${crypto.randomUUID()}.taken`;
    try {
      // The file system lets one rename succeed; all others find nothing.
      await rename(file, taken);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
    try {
      return readPending(await readFile(taken, "utf8"));
    } finally {
      await rm(taken, { force: true });
    }
  }

  async get(call: PendingCall): Promise<readonly PendingApproval[]> {
    return selectPending(await this.#readAll(), call);
  }

  async list(): Promise<readonly PendingApproval[]> {
    return selectPending(await this.#readAll());
  }

  async #readAll(): Promise<PendingApproval[]> {
    const names = await readdir(this.#directory).catch((error: unknown) => {
      // Nothing has been put yet.
      if (isMissing(error)) return [];
      throw error;
    });
    const files = names.filter((name) => name.endsWith(suffix));
    const read = await Promise.all(files.map((name) => readFileOf(join(this.#directory, name))));
    return read.filter((pending) => pending !== undefined);
  }

  /** Deletes approvals that have expired, and what a process left behind that ended while it put or took one. */
  async #prune(): Promise<void> {
    const now = Date.now();
    if (now - this.#prunedAt < pruneInterval) return;
    this.#prunedAt = now;
    for (const name of await readdir(this.#directory)) {
      const file = join(this.#directory, name);
      const isOver = name.endsWith(suffix)
        ? await hasExpired(file, now)
        : isOnItsWay.test(name) && (await isAbandoned(file, now));
      if (isOver) await rm(file, { force: true });
    }
  }

  #fileOf(id: string): string | undefined {
    return /^[\w-]{1,64}$/.test(id) ? join(this.#directory, id + suffix) : undefined;
  }
}

async function hasExpired(file: string, now: number): Promise<boolean> {
  const pending = await readFileOf(file);
  return pending !== undefined && pending.expiresAt < now;
}

/** Undefined also for a file that somebody takes at this moment. */
function readFileOf(file: string): Promise<PendingApproval | undefined> {
  return readFile(file, "utf8").then(readPending, () => undefined);
}

/** Whether a file has had a name for a minute that it has for a moment. */
async function isAbandoned(file: string, now: number): Promise<boolean> {
  const renamedAt = await stat(file).then(
    ({ ctimeMs }) => ctimeMs,
    () => now,
  );
  return now - renamedAt > pruneInterval;
}

/** Reads an approval; undefined for any other file. Its token proves whether it is the one that was requested. */
function readPending(text: string): PendingApproval | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isPending(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isPending(value: unknown): value is PendingApproval {
  if (!isRecord(value)) return false;
  const { id, toolId, executionId, summary, expiresAt, risk, warnings, scope, digests } = value;
  if (!isRecord(scope) || !isRecord(digests) || !Array.isArray(warnings) || !("input" in value)) return false;
  const { call, contract, params } = digests;
  const texts = [id, toolId, executionId, summary, call, contract, params];
  return isStringArray(texts) && typeof expiresAt === "number" && isRiskLevel(risk);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
