import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { ToolId } from "../../generated/registry.js";
import { dataOf, workbench, type Workbench } from "./workbench.js";

const isLinux = process.platform === "linux";

/** Swaps a folder of the workspace for a link to another place and back, as fast as it can, until it is stopped. */
function swapping(bench: Workbench, outside: string): Disposable {
  const program = `
const { mkdirSync, renameSync, symlinkSync, writeFileSync } = require("node:fs");
const [folder, outside] = process.argv.slice(1);
symlinkSync(outside, folder + ".link");
// Each state lasts about as long as a call takes, so that a swap can fall between the check and the use of a path.
const dwell = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.random() * 4);
for (;;) {
  dwell();
  try { renameSync(folder, folder + ".real"); renameSync(folder + ".link", folder); } catch {}
  // Restore what the tools removed.
  try { mkdirSync(folder + ".real/deep", { recursive: true }); } catch {}
  try { for (const name of ["secret.txt", "deep/a.txt", "data.json", "picture.svg"]) writeFileSync(folder + ".real/" + name, "mine"); } catch {}
  dwell();
  try { renameSync(folder, folder + ".link"); renameSync(folder + ".real", folder); } catch {}
}`;
  const child = spawn(process.execPath, ["-e", program, bench.at("folder"), outside], { stdio: "ignore" });
  return { [Symbol.dispose]: () => child.kill("SIGKILL") };
}

describe.runIf(isLinux)("a folder that is swapped for a link while tools run", () => {
  const calls: readonly (readonly [ToolId, Readonly<Record<string, unknown>>])[] = [
    ["file-read", { path: "folder/secret.txt" }],
    ["file-write", { path: "folder/new.txt", content: "written" }],
    ["file-write", { path: "folder/secret.txt", content: "written", mode: "overwrite" }],
    ["file-write", { path: "folder/secret.txt", content: "written", mode: "append" }],
    ["file-edit", { path: "folder/secret.txt", oldText: "kiln-secret", newText: "written" }],
    ["file-delete", { path: "folder/secret.txt", permanent: true }],
    ["file-delete", { path: "folder/deep", permanent: true }],
    ["file-move", { from: "folder/secret.txt", to: "taken.txt" }],
    ["file-move", { from: "mine.txt", to: "folder/given.txt" }],
    ["directory-list", { path: "folder", recursive: true }],
    ["file-search", { path: ".", pattern: "**/*hidden*" }],
    ["content-search", { path: ".", query: "kiln" }],
    ["json-query", { path: "folder/data.json", query: "$.*" }],
    ["image-read", { path: "folder/picture.svg" }],
  ];

  it("never leads them out of the workspace", async () => {
    using outside = workbench();
    const inside = { "folder/secret.txt": "inside", "folder/deep/a.txt": "inside", "mine.txt": "mine" };
    using bench = workbench(inside);
    const kept = {
      "secret.txt": "kiln-secret",
      "deep/hidden-name.txt": "kiln-secret",
      "data.json": `{"a":"kiln-secret"}`,
      "picture.svg": "<svg>kiln-secret</svg>",
    };
    for (const [path, text] of Object.entries(kept)) outside.write(path, text);
    using _ = swapping(bench, outside.root);
    const leaked: string[] = [];
    for (let round = 0; round < 40; round++) {
      for (const [id, input] of calls) {
        const { result } = await bench.dispatch(id, input);
        const shown = JSON.stringify(result.data ?? {});
        if (/^E[A-Z]/.test(result.error?.code ?? "")) leaked.push(`${id}: ${result.error?.code ?? ""}`);
        if (/kiln-secret|hidden-name/.test(shown)) leaked.push(`${id}: ${shown.slice(0, 200)}`);
      }
    }
    expect(leaked).toEqual([]);
    for (const [path, text] of Object.entries(kept)) {
      expect(readFileSync(outside.at(path), "utf8")).toBe(text);
    }
    for (const path of ["new.txt", "given.txt", ".trash"]) expect(existsSync(outside.at(path))).toBe(false);
  }, 120_000);
});

describe.runIf(isLinux)("a special file", () => {
  it("does not delay any tool", async () => {
    using bench = workbench({ "a.txt": "a" });
    execFileSync("mkfifo", [bench.at("pipe")]);
    for (const [id, input] of [
      ["file-read", { path: "pipe" }],
      ["file-edit", { path: "pipe", oldText: "a", newText: "b" }],
      ["file-write", { path: "pipe", content: "x", mode: "append" }],
      ["image-read", { path: "pipe" }],
      ["json-query", { path: "pipe", query: "$" }],
    ] as const) {
      const { status } = await bench.dispatch(id, input);
      expect([id, ["invalid", "failed"].includes(status)]).toEqual([id, true]);
    }
    expect(dataOf(await bench.run("content-search", { query: "a" })).rows).toHaveLength(1);
    dataOf(await bench.run("file-search", { pattern: "**" }));
    dataOf(await bench.run("workspace-info", {}));
  });

  it.each([".gitignore", "package.json", "folder/.gitignore"])(
    "does not block a thread as %s",
    async (name) => {
      using bench = workbench({ "folder/a.txt": "a" });
      execFileSync("mkfifo", [bench.at(name)]);
      // More calls than there are threads for the file system.
      for (let call = 0; call < 6; call++) {
        expect(dataOf(await bench.run("workspace-info", {})).scripts).toEqual({});
        expect((await bench.run("directory-list", { recursive: true })).status).toBe("completed");
      }
      expect(dataOf(await bench.run("file-read", { path: "folder/a.txt" })).content).toBe("a");
    },
  );

  it("reads only finite files from /dev and /proc", async () => {
    using bench = workbench();
    const read = (workspacePath: string, path: string) => bench.run("file-read", { path }, { workspacePath });
    for (const device of ["zero", "random", "null", "tty"]) {
      expect((await read("/dev", device)).result.success).toBe(false);
    }
    expect(dataOf(await read("/proc", "uptime")).content).toMatch(/^[\d. ]+\n$/);
    expect((await read("/proc", "kmsg")).result.success).toBe(false);
    expect((await read(`/proc/${process.pid}`, "mem")).result.success).toBe(false);
  });
});

describe("workspace-info", () => {
  it("follows no link out of the workspace", async () => {
    using outside = workbench({ "package.json": '{"scripts":{"deploy":"kiln-secret"}}' });
    using bench = workbench();
    symlinkSync(outside.at("package.json"), bench.at("package.json"));
    const { scripts } = dataOf(await bench.run("workspace-info", {}));
    expect(scripts).toEqual({});
  });
});

describe("names with line breaks, control characters and leading dashes", () => {
  const names = [
    "-rf",
    "--help",
    "a\nb.txt",
    "tab\there.txt",
    "esc\u001B[31m.txt",
    "bell\u0007.txt",
    " space ",
  ];

  it.runIf(isLinux).each(names)("%j is an ordinary name", async (name) => {
    using bench = workbench({ [name]: "needle in it\n" });
    const path = `./${name}`;
    expect(dataOf(await bench.run("file-read", { path })).content).toBe("needle in it\n");
    dataOf(await bench.run("file-edit", { path, oldText: "in it", newText: "found" }));
    const { rows } = dataOf(await bench.run("content-search", { query: "needle" }));
    expect(rows).toMatchObject([{ file: name, text: "needle found" }]);
    const { entries } = dataOf(await bench.run("directory-list", {}));
    expect(entries.map((entry) => entry.name)).toEqual([name]);
    dataOf(await bench.run("file-move", { from: path, to: `./sub/${name}` }));
    dataOf(await bench.run("file-delete", { path: `./sub/${name}`, permanent: true }));
    expect(existsSync(bench.at(`sub/${name}`))).toBe(false);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

describe.runIf(isLinux)("programs of terminal-execute", () => {
  /** Starts a program in a session within a session; it ignores SIGTERM and SIGHUP, and writes its pid to a file. */
  const escaping = `
const { spawn } = require("node:child_process");
const last = "process.on('SIGTERM', () => {}); process.on('SIGHUP', () => {}); require('node:fs').writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000)";
const middle = "require('node:child_process').spawn(process.execPath, ['-e', process.argv[1]], { detached: true, stdio: 'ignore' }).unref()";
spawn(process.execPath, ["-e", middle, last], { detached: true, stdio: "ignore" }).unref();
process.on("SIGTERM", () => {});
setInterval(() => {}, 1000);
`;

  it("end with the call even if they ignore signals and have left its process group and tree", async () => {
    using bench = workbench();
    const call = { command: ["node", "-e", escaping], timeoutSeconds: 3 };
    const { result } = await bench.run("terminal-execute", call);
    expect(result.data).toMatchObject({ timedOut: true });
    const pid = Number(readFileSync(bench.at("pid"), "utf8"));
    for (let attempt = 0; attempt < 50 && isAlive(pid); attempt++) await wait(100);
    expect(isAlive(pid)).toBe(false);
  });

  it("return only the beginning and the end of a long output", async () => {
    using bench = workbench();
    const data = dataOf(
      await bench.run("terminal-execute", { shell: "head -c 300000000 /dev/zero", maxOutputBytes: 100_000 }),
    );
    expect(data.truncated).toBe(true);
    expect(data.stdout.length).toBeLessThan(110_000);
    expect(data.stdout).toContain("\n… 299900000 bytes omitted …\n");
  });
});

describe("file-move", () => {
  it("needs approval to move a file to a place where it would be executed", async () => {
    using bench = workbench({ "a.txt": "#!/bin/sh\n" });
    mkdirSync(bench.at(".git/hooks"), { recursive: true });
    writeFileSync(bench.at("b.txt"), "b");
    const hook = await bench.run("file-move", { from: "a.txt", to: ".git/hooks/pre-commit" });
    expect(hook.approval).toBe("approved");
    expect((await bench.run("file-move", { from: "b.txt", to: "c.txt" })).approval).toBe("notRequired");
  });
});
