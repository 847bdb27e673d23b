import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { FileApprovalStore } from "@toolkiln/runtime/node";
import type { PendingApproval } from "@toolkiln/runtime";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pendingApproval } from "./approval-store-contract.js";
import { wait } from "./fixtures.js";

const script = fileURLToPath(new URL("approval-process.mjs", import.meta.url));
const run = promisify(execFile);
let directory = "";

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "toolkiln-approval-"));
});

afterEach(() => rm(directory, { recursive: true, force: true }));

interface Answer {
  readonly status: string;
  readonly token?: string;
  readonly message?: string;
}

async function inProcess(command: string, key: string, token = "", timeout = 60_000): Promise<Answer> {
  const { stdout } = await run(process.execPath, [script, command, directory, key, token], {
    env: { ...process.env, APPROVAL_TIMEOUT: String(timeout) },
  });
  return JSON.parse(stdout) as Answer;
}

const key = "one key for every process, 32 bytes";

describe("an approval across processes", () => {
  it("is requested in one, runs once in another and is rejected when replayed in a third", async () => {
    const { status, token } = await inProcess("prepare", key);
    expect(status).toBe("approvalRequired");
    expect(token).not.toContain("hunter2");
    expect(await inProcess("resume", `not ${key}`, token)).toMatchObject({ status: "denied" });
    expect(await inProcess("resume", key, token)).toMatchObject({ status: "completed" });
    expect(await inProcess("resume", key, token)).toEqual({
      status: "denied",
      message: "The approval token was already used or is from another store.",
    });
    expect(await readFile(join(directory, "ran.txt"), "utf8")).toBe("hello hunter2\n");
    expect(await readdir(join(directory, "approvals"))).toEqual([]);
  });

  it("runs once when several processes resume it at the same time", async () => {
    const { token } = await inProcess("prepare", key);
    const answers = await Promise.all([1, 2, 3].map(() => inProcess("resume", key, token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual(["completed", "denied", "denied"]);
    expect(await readFile(join(directory, "ran.txt"), "utf8")).toBe("hello hunter2\n");
  });

  it("is rejected when it has expired or was edited in the store", async () => {
    const expired = await inProcess("prepare", key, "", 1);
    await wait(5);
    expect(await inProcess("resume", key, expired.token)).toMatchObject({ status: "denied" });
    const edited = await inProcess("prepare", key);
    const [name = ""] = await readdir(join(directory, "approvals"));
    const file = join(directory, "approvals", name);
    await writeFile(file, (await readFile(file, "utf8")).replace("hello", "rm -rf"));
    expect(await inProcess("resume", key, edited.token)).toMatchObject({ status: "denied" });
    expect(await readdir(directory)).toEqual(["approvals"]);
  });
});

describe("the file store", () => {
  const pending = (id: string, expiresAt = Date.now() + 60_000): PendingApproval =>
    pendingApproval(id, { expiresAt });

  it("is readable by its owner only", async () => {
    const store = new FileApprovalStore(join(directory, "deep", "down"));
    await store.put(pending("one"));
    const { mode } = await stat(join(directory, "deep", "down", "one.approval.json"));
    expect(mode & 0o077).toBe(0);
  });

  it.each(["../one", "a/b", "", ".", "a\0b", "x".repeat(65)])("knows no approval called %j", async (id) => {
    const store = new FileApprovalStore(directory);
    expect(await store.take(id)).toBeUndefined();
    await expect(store.put(pending(id))).rejects.toThrow(TypeError);
  });

  it("ignores files without a valid call", async () => {
    const store = new FileApprovalStore(directory);
    const { digests: _digests, ...undigested } = pending("one");
    for (const text of ["", "{", "null", "[]", '{"id":"one"}', JSON.stringify(undigested)]) {
      await writeFile(join(directory, "one.approval.json"), text);
      expect(await store.list()).toEqual([]);
      expect(await store.take("one")).toBeUndefined();
    }
  });

  it("deletes expired calls", async () => {
    await new FileApprovalStore(directory).put(pending("old", 1));
    await new FileApprovalStore(directory).put(pending("new"));
    expect(await readdir(directory)).toEqual(["new.approval.json"]);
  });

  it("deletes only the leftovers of processes that died", async () => {
    const left = ["a.approval.json.draft", "b.approval.json.5-5.taken", "notes.txt"];
    for (const name of left) await writeFile(join(directory, name), "{");
    await new FileApprovalStore(directory).put(pending("one"));
    expect(await readdir(directory)).toEqual([...left, "one.approval.json"]);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    try {
      await new FileApprovalStore(directory).put(pending("two", Date.now() + 60_000));
    } finally {
      vi.useRealTimers();
    }
    expect(await readdir(directory)).toEqual(["notes.txt", "two.approval.json"]);
  });
});
