import type * as fileSystem from "node:fs/promises";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Workspace, WorkspacePathError } from "@toolkiln/runtime/node";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";

const refusal = vi.hoisted(() => ({ code: "", act: () => {} }));

vi.mock("node:fs/promises", async (importActual) => ({
  ...(await importActual<typeof fileSystem>()),
  link: () => {
    refusal.act();
    return Promise.reject(Object.assign(new Error("no link"), { code: refusal.code }));
  },
}));

const root = realpathSync(mkdtempSync(join(tmpdir(), "toolkiln-")));

beforeEach(() => {
  writeFileSync(join(root, "from"), "ours", { mode: 0o640 });
  rmSync(join(root, "to"), { force: true });
  refusal.act = () => {};
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe("moving a file where hard links are not possible", () => {
  it.each(["EXDEV", "EPERM", "ENOTSUP"])("copies it when linking fails with %s", async (code) => {
    refusal.code = code;
    const before = statSync(join(root, "from"));
    await (await Workspace.open(root)).move("from", "to");
    expect(readdirSync(root)).toEqual(["to"]);
    expect(readFileSync(join(root, "to"), "utf8")).toBe("ours");
    const { mode, mtimeMs } = statSync(join(root, "to"));
    expect([mode, Math.round(mtimeMs)]).toEqual([before.mode, Math.round(before.mtimeMs)]);
  });

  it("replaces nothing, and leaves the file where it was", async () => {
    refusal.code = "EXDEV";
    writeFileSync(join(root, "to"), "theirs");
    const workspace = await Workspace.open(root);
    // Let the early check pass, as if the file had appeared after it.
    vi.spyOn(workspace, "resolve").mockResolvedValueOnce(join(root, "to"));
    await expect(workspace.move("from", "to")).rejects.toBeInstanceOf(WorkspacePathError);
    expect(readFileSync(join(root, "to"), "utf8")).toBe("theirs");
    expect(readFileSync(join(root, "from"), "utf8")).toBe("ours");
  });

  it("rethrows any other error", async () => {
    refusal.code = "ENOSPC";
    await expect((await Workspace.open(root)).move("from", "to")).rejects.toMatchObject({ code: "ENOSPC" });
    expect(readdirSync(root)).toEqual(["from"]);
  });

  it("changes nothing outside when a link replaces the copy", async () => {
    refusal.code = "EXDEV";
    const outside = join(mkdtempSync(join(tmpdir(), "toolkiln-")), "secret");
    writeFileSync(outside, "secret", { mode: 0o600 });
    writeFileSync(join(root, "from"), Buffer.alloc(50_000_000));
    chmodSync(join(root, "from"), 0o666);
    const before = statSync(outside);
    const moving = (await Workspace.open(root)).move("from", "to");
    while (!existsSync(join(root, "to"))) await setTimeout(1);
    rmSync(join(root, "to"));
    symlinkSync(outside, join(root, "to"));
    await moving;
    expect(statSync(outside)).toMatchObject({ mode: before.mode, mtimeMs: before.mtimeMs });
    rmSync(dirname(outside), { recursive: true });
  });

  it.runIf(process.platform === "linux")("does not wait for a pipe that replaces the file", async () => {
    refusal.code = "EXDEV";
    refusal.act = () => {
      rmSync(join(root, "from"));
      execFileSync("mkfifo", [join(root, "from")]);
    };
    await expect((await Workspace.open(root)).move("from", "to")).resolves.toBeUndefined();
    rmSync(join(root, "from"), { force: true });
  });
});
