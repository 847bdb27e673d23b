import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandTable } from "../../../packages/cli/command-table.js";
import { skipLoudly } from "../../support/loud-skip.js";
import { cleanEnvironment, command, manifest, toolkiln } from "../../cli/command-line.js";

// Permissions do not restrict root, so the commands run as another user.
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Why file permissions cannot be tested here; undefined if they can. */
function obstacle(): string | undefined {
  if (process.getuid === undefined) return "this system has no POSIX permissions";
  const { status, error, stderr } = spawnSync(process.execPath, [command, "--version"], {
    cwd: tmpdir(),
    encoding: "utf8",
    ...nobody,
  });
  return status === 0 ? undefined : `an unprivileged user cannot run the CLI: ${error?.message ?? stderr}`;
}

const untried = obstacle();
if (untried !== undefined) skipLoudly("folders without permission", untried);

/** Arguments with which each command reads and writes as much as possible. */
const calls: Readonly<Record<string, readonly string[]>> = {
  init: ["init", "--yes"],
  new: ["new", "fresh"],
  generate: ["generate"],
  check: ["check"],
  format: ["format"],
  lint: ["lint", "--fix"],
  explain: ["explain", "TK2003"],
  list: ["list"],
  show: ["show", "hello"],
  run: ["run", "hello", "--who", "Ada"],
  test: ["test", "--junit", "report.xml"],
  mcp: ["mcp"],
  "mcp config": ["mcp", "config", "--client", "vscode"],
  doctor: ["doctor"],
  export: ["export", "--target", "openai"],
  cost: ["cost"],
  breaking: ["breaking", "--against", "../template"],
  rename: ["rename", "hello", "greet", "--allow-dirty"],
  docs: ["docs"],
};

interface Restriction {
  readonly title: string;
  /** Permissions by path. */
  readonly modes: Readonly<Record<string, number>>;
  readonly config?: object;
  /** The exit codes that differ from those in an unrestricted project. */
  readonly codes: Readonly<Record<string, number>>;
  /** The commands to run besides those with an entry in `codes`. @default all commands */
  readonly others?: readonly string[];
}

/** Exit codes without restrictions: generated code is stale, the manifest is not formatted, and no runtime is installed. */
const unrestricted: Readonly<Record<string, number>> = { check: 1, doctor: 1 };

const readsManifests =
  "init new generate check format lint list show test export cost breaking rename docs".split(" ");

const writing = ["init", "new", "generate", "format"];

function all(names: readonly string[], code: number): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, code]));
}

const cases: readonly Restriction[] = [
  {
    title: "a folder that cannot be entered",
    modes: { ".": 0o000 },
    codes: all([...readsManifests, "run", "mcp"], 2),
  },
  {
    title: "a folder that cannot be listed",
    modes: { ".": 0o311 },
    codes: {},
    others: ["init", "new", "generate", "run", "doctor"],
  },
  {
    title: "a project that cannot be written",
    modes: { ".": 0o555, manifests: 0o555, tools: 0o555, generated: 0o555, "generated/tools": 0o555 },
    codes: all(["init", "new", "format", "lint", "test", "generate", "rename", "docs"], 2),
  },
  {
    title: "a folder of manifests that cannot be read",
    modes: { manifests: 0o000 },
    codes: all(readsManifests, 2),
  },
  {
    title: "a manifest that cannot be read",
    modes: { "manifests/hello.tool.yaml": 0o000 },
    codes: all(readsManifests, 1),
    others: ["run", "doctor"],
  },
  {
    title: "an output folder that cannot be written",
    modes: { generated: 0o555, "generated/tools": 0o555 },
    codes: all(["init", "new", "generate"], 2),
    others: ["check", "doctor"],
  },
  {
    title: "an output folder that cannot be written, and configured severities",
    modes: { generated: 0o555, "generated/tools": 0o555 },
    config: { severities: { "undescribed-property": "error" } },
    codes: { generate: 2 },
    others: [],
  },
  {
    title: "an output folder that cannot be read",
    modes: { generated: 0o000 },
    codes: all(["init", "new", "generate", "check", "run", "test", "mcp"], 2),
    others: ["doctor"],
  },
  {
    title: "a generated file that cannot be read",
    modes: { "generated/registry.ts": 0o000 },
    codes: { ...all(["init", "new", "generate"], 1), ...all(["run", "test", "mcp"], 2) },
    others: ["check", "doctor"],
  },
  {
    title: "an implementation that cannot be read",
    modes: { "tools/hello.ts": 0o000 },
    codes: { check: 1, run: 5, test: 1 },
    others: ["generate", "doctor"],
  },
  {
    title: "a configuration that cannot be read",
    modes: { "toolkiln.config.json": 0o000 },
    codes: all([...readsManifests, "run", "mcp", "doctor"], 2),
  },
  { title: "a cache that cannot be written", modes: { ".toolkiln": 0o555 }, codes: {}, others: writing },
  { title: "a cache that cannot be read", modes: { ".toolkiln": 0o000 }, codes: {}, others: writing },
];

const stackTrace = /^\s+at .+:\d+:\d+\)?$/m;
const home = mkdtempSync(join(tmpdir(), "toolkiln-permissions-"));
const template = join(home, "template");

beforeAll(() => {
  const text = manifest("hello", "tests:\n  - { title: greets, params: { who: Ada } }\n");
  const files = {
    "package.json": `{ "type": "module" }`,
    "toolkiln.config.json": `{ "manifests": "manifests" }`,
    "manifests/hello.tool.yaml": text,
    "tools/hello.ts": `import { hello } from "../generated/tools/hello.js";
export const tool = hello.implement(async ({ who }) => ({ content: "Hello " + who }));`,
  };
  for (const [path, contents] of Object.entries(files)) {
    mkdirSync(dirname(join(template, path)), { recursive: true });
    writeFileSync(join(template, path), contents);
  }
  const { code, stderr } = toolkiln(["generate"], { cwd: template });
  if (code !== 0) throw new Error(stderr);
  writeFileSync(join(template, "manifests/hello.tool.yaml"), `name:   Hello!\n${text}`);
  chmodSync(home, 0o755);
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

function giveAway(path: string): void {
  if (nobody.uid !== undefined) chownSync(path, nobody.uid, nobody.gid);
  if (statSync(path).isDirectory()) for (const name of readdirSync(path)) giveAway(join(path, name));
}

/** A misspelt type, which `lint --fix` corrects. */
function addFixable(file: string): void {
  writeFileSync(file, readFileSync(file, "utf8").replace("type: string", "type: String"));
}

/** Runs a command in a new project with restricted permissions. */
async function callRestricted(name: string, { modes, config }: Restriction) {
  const folder = mkdtempSync(join(home, "project-"));
  cpSync(template, folder, { recursive: true });
  if (name === "lint") addFixable(join(folder, "manifests/hello.tool.yaml"));
  if (config !== undefined) writeFileSync(join(folder, "toolkiln.config.json"), JSON.stringify(config));
  giveAway(folder);
  for (const [path, mode] of Object.entries(modes).toReversed()) chmodSync(join(folder, path), mode);
  // A process cannot start in a folder that its user cannot enter.
  const where = modes["."] === 0 ? ["--cwd", folder] : [];
  const json = name === "mcp" ? [] : ["--json"];
  const child = spawn(process.execPath, [command, ...(calls[name] ?? []), ...where, ...json], {
    cwd: where.length === 0 ? folder : home,
    env: { ...cleanEnvironment(), HOME: "/nonexistent" },
    stdio: ["ignore", "pipe", "pipe"],
    ...nobody,
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  for (const path of Object.keys(modes)) chmodSync(join(folder, path), 0o755);
  rmSync(folder, { recursive: true, force: true });
  return { code, stdout, stderr };
}

/** Commands of optional packages are not run with restricted permissions. */
const unlisted = new Set(["import", "playground", "worker", "queue"]);

it("runs every command except those of optional packages", () => {
  const names = Object.keys(commandTable).filter((name) => !unlisted.has(name));
  expect(Object.keys(calls)).toEqual(expect.arrayContaining(names));
});

describe.skipIf(untried !== undefined).each(cases)("with $title,", { timeout: 240_000 }, (restriction) => {
  const { codes, others = Object.keys(calls) } = restriction;
  it.each([...new Set([...Object.keys(codes), ...others])])("%s exits as expected", async (name) => {
    const { code, stdout, stderr } = await callRestricted(name, restriction);
    expect(stderr).not.toMatch(stackTrace);
    expect(stderr).not.toContain("bug in toolkiln");
    expect({ code, stderr, stdout }).toMatchObject({ code: codes[name] ?? unrestricted[name] ?? 0 });
    // `mcp` prints protocol messages instead of a JSON document, and none without a client.
    expect(() => JSON.parse(name === "mcp" ? "{}" : stdout) as unknown).not.toThrow();
    const namesReason = /permission (was )?denied|cannot be read/i.test(stdout + stderr);
    expect(namesReason || !(name in codes)).toBe(true);
  });
});
