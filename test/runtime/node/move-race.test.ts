import { once } from "node:events";
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"; // prettier-ignore
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { Worker } from "node:worker_threads";
import { Workspace, WorkspacePathError } from "@toolkiln/runtime/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let root: string;
let creator: Worker;

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "toolkiln-")));
  creator = new Worker(new URL("create-entry.js", import.meta.url));
});

afterAll(async () => {
  await creator.terminate();
  rmSync(root, { recursive: true, force: true });
});

const sources: Readonly<Record<string, (path: string) => void>> = {
  file: (path) => writeFileSync(path, "ours"),
  directory: (path) => {
    mkdirSync(path);
    writeFileSync(join(path, "ours"), "ours");
  },
  link: (path) => symlinkSync("ours", path),
};

/** The file that the other thread creates, relative to the target. */
const theirs = { file: "", directory: "theirs" } as const;

const pairs = Object.keys(sources).flatMap((source) =>
  (["file", "directory"] as const).map((kind) => [source, kind] as const),
);

describe("moving to a free name", () => {
  it.each(pairs)("never replaces a new entry: moving a %s while a %s is created", async (source, kind) => {
    const workspace = await Workspace.open(root);
    const outcomes = new Set<string>();
    const violations: string[] = [];
    for (let round = 0; round < 150; round++) {
      const [from, to] = [`${source}-${kind}-${round}`, `to-${source}-${kind}-${round}`];
      sources[source]?.(join(root, from));
      // The delays cover the duration of a move. In round 0 the entry is created before the move, in round 1 after it.
      creator.postMessage({ path: join(root, to), kind, delay: round === 1 ? 100 : (round % 50) / 20 }, []);
      const created = once(creator, "message");
      if (round === 0) await created;
      const refusal: unknown = await workspace.move(from, to).catch((error: unknown) => error);
      const [isCreated] = (await created) as [boolean];
      const isThere = lstatSync(join(root, from), { throwIfNoEntry: false }) !== undefined;
      outcomes.add(refusal === undefined ? "moved" : "refused");
      if (refusal !== undefined && !(refusal instanceof WorkspacePathError))
        violations.push(inspect(refusal));
      if (isThere !== (refusal !== undefined))
        violations.push(`${from} is ${isThere ? "still there" : "gone"}`);
      if (isCreated && readFileSync(join(root, to, theirs[kind]), "utf8") !== "theirs")
        violations.push(`${to} was replaced`);
    }
    expect(violations).toEqual([]);
    expect([...outcomes].toSorted()).toEqual(["moved", "refused"]);
    expect(readdirSync(root).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });
});
