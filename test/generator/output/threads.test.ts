import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { manifestText } from "../support/manifest.js";

const built = resolve(import.meta.dirname, "../../../generator/dist");
const tools = 210;
let root = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "toolkiln-"));
  mkdirSync(join(root, "manifests/shared"), { recursive: true });
  writeFileSync(join(root, "manifests/shared/size.yaml"), "type: integer\nminimum: 1\n");
  for (let index = 0; index < tools; index++) writeManifest(`tool-${index}`);
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function writeManifest(id: string, extra = "tags: [some]"): void {
  const text = manifestText(id, extra).replace(
    "  required:",
    "    size: { $ref: shared/size.yaml, description: How large. }\n  required:",
  );
  writeFileSync(join(root, `manifests/${id}.tool.yaml`), text);
}

interface Run {
  readonly threads: number;
  readonly problems: readonly string[];
  readonly files: ReadonlyMap<string, string>;
}

/** Runs the built generator in its own process, because threads cannot run TypeScript sources. */
function run({ setup = "", host = "nodeHost(root)" } = {}): Run {
  for (const folder of ["generated", ".toolkiln"])
    rmSync(join(root, folder), { recursive: true, force: true });
  const script = `
    import { subscribe } from "node:diagnostics_channel";
    import os from "node:os";
    import { syncBuiltinESMExports } from "node:module";
    import { generate, nodeHost } from ${JSON.stringify(join(built, "index.js"))};
    os.availableParallelism = () => 3;
    syncBuiltinESMExports();
    const root = ${JSON.stringify(root)};
    let threads = 0;
    subscribe("worker_threads", ({ worker }) => {
      threads++;
      ${setup}
    });
    const { diagnostics } = await generate({ host: ${host} });
    console.log(JSON.stringify({ threads, problems: diagnostics.map((found) => JSON.stringify(found)) }));
  `;
  const output = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  const { threads, problems } = JSON.parse(output) as Omit<Run, "files">;
  return { threads, problems, files: generatedFiles() };
}

function generatedFiles(): Map<string, string> {
  const folder = join(root, "generated");
  const entries = readdirSync(root).includes("generated")
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
    : [];
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, "utf8")]),
  );
}

/** A copy of `nodeHost`, with which the generator uses no threads. */
const alone = "{ ...nodeHost(root) }";

describe("generating with several threads", () => {
  it("returns the same files and diagnostics as one thread", () => {
    writeManifest("tool-7", "# toolkiln-ignore TK2018: nothing to ignore\ntags: [some]");
    writeManifest("tool-99", "deprecated: Old.");
    const several = run();
    const one = run({ host: alone });
    expect([several.threads, one.threads]).toEqual([1, 0]);
    expect(several.files.size).toBe(tools * 2 + 5);
    expect(several.files).toEqual(one.files);
    expect(several.problems.length).toBeGreaterThan(0);
    expect(several.problems).toEqual(one.problems);
  }, 60_000);

  it("reports tools of different threads with the same wire name", () => {
    writeManifest("tool-3", "wireName: same");
    writeManifest("tool-190", "wireName: same");
    const several = run();
    expect(several.files.size).toBe(0);
    expect(several.problems).toHaveLength(1);
    expect(several.problems).toEqual(run({ host: alone }).problems);
  }, 60_000);

  it("compiles the remaining manifests of crashed threads", () => {
    const survived = run({ setup: "worker.terminate();" });
    expect(survived.threads).toBe(1);
    expect(survived.files).toEqual(run({ host: alone }).files);
  }, 60_000);
});
