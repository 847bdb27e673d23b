import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  selectPending,
  type ApprovalStore,
  type PendingApproval,
  type PendingFilter,
} from "../executor/approval/approval-store.js";
import { isRiskLevel } from "../tool/risk-level.js";
import { isRecord, isStringArray } from "../validation/value-type.js";
import { codeOf } from "./workspace-path-error.js";

/** How often a store deletes expired files; temporary files are kept this much longer. */
const pruneInterval = 60_000;

const suffix = ".approval.json";

/**
 * Keeps pending approvals as files with unmasked parameters, which only their owner may read; another process can resume
 * the call. The modification time of a file is the expiry time of its approval.
 */
export class FileApprovalStore implements ApprovalStore {
  readonly #directory: string;
  #prunedAt = 0;

  constructor(directory: string) {
    this.#directory = directory;
  }

  async put(pending: PendingApproval): Promise<void> {
    const file = this.#fileOf(pending.id);
    if (file === undefined)
      throw new TypeError(
        "The id of a pending approval must be 1 to 64 letters, digits, underscores or hyphens.",
      );
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    await this.#prune();
    // Write to a temporary name first, so that no process reads a partial file.
    const draft = `${file}.draft`;
    await writeFile(draft, JSON.stringify(pending), { flag: "wx", mode: 0o600, flush: true });
    await utimes(draft, new Date(), new Date(pending.expiresAt));
    await rename(draft, file);
  }

  async take(id: string): Promise<PendingApproval | undefined> {
    const file = this.#fileOf(id);
    if (file === undefined) return undefined;
    const taken = `${file}.${crypto.randomUUID()}.taken`;
    try {
      // Only one rename succeeds; all others fail with `ENOENT`.
      await rename(file, taken);
    } catch (error) {
      return ignoreMissing(error);
    }
    try {
      return readPending(await readFile(taken, "utf8"));
    } finally {
      await rm(taken, { force: true });
    }
  }

  list(): Promise<readonly PendingApproval[]> {
    return this.get({});
  }

  async get(call: PendingFilter): Promise<readonly PendingApproval[]> {
    // The first `put` creates the directory.
    const names = (await readdir(this.#directory).catch(ignoreMissing)) ?? [];
    const files = names.filter((name) => name.endsWith(suffix)).map((name) => join(this.#directory, name));
    // Another process may take a file now.
    const read = await Promise.all(files.map((file) => readFile(file, "utf8").catch(() => "")));
    const pending = read.flatMap((text) => readPending(text) ?? []);
    return selectPending(pending, call);
  }

  /** Deletes expired approvals, and files of processes that ended during `put` or `take`. */
  async #prune(): Promise<void> {
    const now = Date.now();
    if (now - this.#prunedAt < pruneInterval) return;
    this.#prunedAt = now;
    for (const name of await readdir(this.#directory)) {
      if (!name.includes(suffix)) continue;
      const file = join(this.#directory, name);
      const { mtimeMs = now } = (await stat(file).catch(ignoreMissing)) ?? {};
      const grace = name.endsWith(suffix) ? 0 : pruneInterval;
      if (mtimeMs + grace < now) await rm(file, { force: true });
    }
  }

  #fileOf(id: string): string | undefined {
    return /^[\w-]{1,64}$/.test(id) ? join(this.#directory, id + suffix) : undefined;
  }
}

/** Parses an approval; undefined for other text. On resume, its token proves that it is unchanged. */
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

function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) !== "ENOENT") throw error;
}
