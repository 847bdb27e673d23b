import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { nodeHost } from "../../../generator/node-host.js";
import { ownershipOf } from "../../../generator/output/generated-file.js";
import { manifestText } from "../support/manifest.js";

const command = resolve(import.meta.dirname, "../../../packages/cli/bin/toolkiln.js");
/** Moments at which a run is killed; `KILL_MOMENTS=50` is the long version. */
const killMoments = Number(process.env["KILL_MOMENTS"] ?? 8);

let root = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "toolkiln-"));
  mkdirSync(join(root, "manifests"));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function addTool(id: string): void {
  writeFileSync(join(root, `manifests/${id}.tool.yaml`), manifestText(id));
}

function toolkiln(...args: readonly string[]): { status: number | null; stderr: string } {
  const { status, stderr } = spawnSync(process.execPath, [command, ...args, "--cwd", root], {
    encoding: "utf8",
  });
  return { status, stderr };
}

function generatedFiles(): string[] {
  const entries = readdirSync(join(root, "generated"), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

describe("generating on disk", () => {
  it("detects an edit that keeps size, inode and mtime", async () => {
    const file = join(root, "edited.ts");
    const write = (text: string) => {
      writeFileSync(file, text);
      utimesSync(file, 1_700_000_000, 1_700_000_000);
      return nodeHost(root).fileStamp?.("edited.ts");
    };
    const before = await write("before");
    const { ino, size, mtimeMs } = statSync(file);
    // The clock of a file system may tick only every few milliseconds.
    await delay(50);
    const after = await write("edited");
    expect(statSync(file)).toMatchObject({ ino, size, mtimeMs });
    expect(after).not.toBe(before);
  });

  it("repairs merge conflicts of two branches that each add a tool", () => {
    const git = (...args: readonly string[]) =>
      spawnSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], { cwd: root });
    const commit = (id: string) => {
      addTool(id);
      expect(toolkiln("generate").status).toBe(0);
      git("add", "manifests", "generated");
      git("commit", "-m", `Add ${id}`);
    };
    execFileSync("git", ["init", "--initial-branch=main"], { cwd: root, stdio: "ignore" });
    commit("base");
    git("checkout", "-b", "left");
    commit("left");
    git("checkout", "main");
    commit("right");
    expect(git("merge", "left").status).toBe(1);
    expect(readFileSync(join(root, "generated/registry.ts"), "utf8")).toContain("<<<<<<< ");
    expect(toolkiln("generate")).toMatchObject({ status: 0 });
    const registry = readFileSync(join(root, "generated/registry.ts"), "utf8");
    expect(registry).not.toContain("<<<<<<<");
    for (const id of ["base", "left", "right"]) expect(registry).toContain(`import("../tools/${id}.js")`);
    for (const file of generatedFiles()) expect(ownershipOf(readFileSync(file, "utf8"))).toBe("ours");
  });

  it("rejects an output folder behind a symbolic link and keeps its files", () => {
    addTool("alpha");
    const elsewhere = mkdtempSync(join(tmpdir(), "elsewhere-"));
    symlinkSync(elsewhere, join(root, "generated"), "dir");
    const { status, stderr } = toolkiln("generate");
    expect(status).toBe(1);
    expect(stderr).toContain("TK6007 unsafe-output-folder");
    expect(readdirSync(elsewhere)).toEqual([]);
    rmSync(elsewhere, { recursive: true });
  });

  it("with --watch generates after a change, reports errors and continues", async () => {
    addTool("alpha");
    const config = join(root, "toolkiln.config.json");
    writeFileSync(config, "{}");
    const child = spawn(process.execPath, [command, "generate", "--watch", "--cwd", root]);
    let output = "";
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const said = async (text: string) => {
      await vi.waitFor(() => expect(output).toContain(text), { timeout: 20_000, interval: 50 });
      output = "";
    };
    try {
      await said("Watching for changes");
      writeFileSync(join(root, "manifests/beta.tool.yaml"), "id: beta\nrisk: none\n");
      await said("Nothing was written");
      addTool("beta");
      await said("2 tools");
      expect(existsSync(join(root, "generated/tools/beta.ts"))).toBe(true);
      writeFileSync(config, '{ "out": "first" }');
      await said("first/");
      // Many editors replace a file.
      writeFileSync(`${config}.new`, '{ "out": "second" }');
      renameSync(`${config}.new`, config);
      await said("second/");
      writeFileSync(config, '{ "out": "third" }');
      await said("third/");
    } finally {
      const exited = new Promise((done) => child.once("exit", done));
      child.kill("SIGINT");
      await exited;
    }
  }, 60_000);

  it("with --verify-deterministic finds no difference", () => {
    addTool("alpha");
    addTool("beta");
    expect(toolkiln("generate", "--verify-deterministic")).toMatchObject({ status: 0 });
  });

  it("reports in one line why a file cannot be written", () => {
    addTool("alpha");
    mkdirSync(join(root, "generated/registry.ts"), { recursive: true });
    const { status, stderr } = toolkiln("generate");
    expect(status).toBe(1);
    expect(stderr).toContain("generated/registry.ts");
    expect(stderr).not.toContain("at async");
  });

  it("leaves no partial file when it is killed, and the next run completes the output", async () => {
    for (let index = 0; index < 40; index++) addTool(`tool-${index}`);
    const started = performance.now();
    expect(toolkiln("generate").status).toBe(0);
    const whole = performance.now() - started;
    for (let moment = 0; moment < killMoments; moment++) {
      rmSync(join(root, "generated"), { recursive: true, force: true });
      mkdirSync(join(root, "generated"));
      const child = spawn(process.execPath, [command, "generate", "--cwd", root], { stdio: "ignore" });
      const exited = new Promise((done) => child.once("exit", done));
      await delay(whole * (0.3 + (0.7 * (moment + Math.random())) / killMoments));
      child.kill("SIGKILL");
      await exited;
      const torn = generatedFiles().filter((file) => ownershipOf(readFileSync(file, "utf8")) !== "ours");
      expect(torn).toEqual([]);
    }
    expect(toolkiln("generate").status).toBe(0);
    expect(generatedFiles().length).toBe(83);
  }, 120_000);
});
