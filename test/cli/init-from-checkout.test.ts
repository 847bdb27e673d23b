import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findCheckout } from "../../packages/cli/init/checkout.js";
import { installCommand, optionalPackages } from "../../packages/cli/optional-package.js";
import { repositoryRoot } from "../support/repository.js";
import { cleanEnvironment, toolkiln, type CommandOutcome } from "./command-line.js";

// The steps of a user who has cloned the repository and wants their own tools: our packages are not published, so the
// project can only use the packages that `init` links.
let home: string;

beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "toolkiln-checkout-")));
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

interface Manifest {
  readonly dependencies: Record<string, string>;
  readonly devDependencies: Record<string, string>;
}

function readManifest(cwd: string): Manifest {
  return JSON.parse(readFileSync(join(cwd, "package.json"), "utf8")) as Manifest;
}

function succeed(cwd: string, program: string, ...args: string[]): CommandOutcome {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    env: { ...cleanEnvironment(), npm_config_loglevel: "error", NODE_OPTIONS: undefined },
    encoding: "utf8",
    input: "",
  });
  expect(status, `${program} ${args.join(" ")}\n${stdout}\n${stderr}`).toBe(0);
  return { code: status, stdout, stderr };
}

/** Takes the compiler from the repository, so that nothing is downloaded. */
function linkCompiler(cwd: string): void {
  const manifest = readManifest(cwd);
  for (const name of ["typescript", "@types/node"])
    manifest.devDependencies[name] = `file:${join(repositoryRoot, "node_modules", name)}`;
  writeFileSync(join(cwd, "package.json"), JSON.stringify(manifest));
}

describe("init in a checkout", { timeout: 120_000 }, () => {
  it("creates a project that uses the checkout's packages, and reports it", () => {
    const cwd = join(home, "my-tools");
    const { code, stderr } = toolkiln(["init", cwd]);
    expect(code).toBe(0);
    expect(stderr).toContain(`linked to the checkout in ${resolve(repositoryRoot)}`);
    linkCompiler(cwd);
    succeed(cwd, "npm", "install", "--offline", "--no-audit", "--no-fund");
    expect(realpathSync(join(cwd, "node_modules/@toolkiln/runtime"))).toBe(join(repositoryRoot, "runtime"));
    succeed(cwd, "npm", "test");
    succeed(cwd, "npx", "toolkiln", "new", "shout", "--kind", "text", "--param", "text:string!");
    expect(succeed(cwd, "npx", "toolkiln", "run", "shout", "--text", "hello").stdout).toContain("text");
    succeed(cwd, "npm", "test");
  });

  it("also links optional packages, and keeps links when it runs again", () => {
    const cwd = join(home, "with-mcp");
    expect(toolkiln(["init", cwd, "--with", "mcp"]).code).toBe(0);
    const { devDependencies } = readManifest(cwd);
    const link = devDependencies["@toolkiln/mcp"] ?? "";
    expect(resolve(cwd, link.replace(/^file:/, ""))).toBe(join(repositoryRoot, "packages/mcp"));
    expect(toolkiln(["init", cwd]).stderr).toContain("Nothing to do: the project is already set up.");
  });

  it("links packages that a copied example requires by version", () => {
    const cwd = join(home, "copied-example");
    cpSync(join(repositoryRoot, "examples/mcp-server"), cwd, { recursive: true });
    expect(toolkiln(["init", cwd, "--yes"]).code).toBe(0);
    const { dependencies, devDependencies } = readManifest(cwd);
    const ours = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) =>
      /^(@toolkiln\/|toolkiln$)/.test(name),
    );
    expect(ours.length).toBeGreaterThan(2);
    expect(ours.filter(([, version]) => !version.startsWith("file:"))).toEqual([]);
  });

  it("prints the command that installs an optional package into the checkout", () => {
    expect(findCheckout()).toBe(resolve(repositoryRoot));
    expect(installCommand(optionalPackages.tokenizer)).toBe(
      `npm install --no-save --prefix ${resolve(repositoryRoot)} gpt-tokenizer@4`,
    );
    expect(findCheckout(join(repositoryRoot, "node_modules/toolkiln/dist"))).toBeUndefined();
  });

  it("writes links that also work when the project is below a symbolic link", () => {
    const cwd = join(home, "deep/er");
    const shortcut = join(home, "shortcut");
    succeed(home, "mkdir", "-p", cwd);
    symlinkSync(cwd, shortcut);
    expect(toolkiln(["init", join(shortcut, "tools")]).code).toBe(0);
    const link = readManifest(join(cwd, "tools")).dependencies["@toolkiln/runtime"] ?? "";
    expect(resolve(cwd, "tools", link.replace(/^file:/, ""))).toBe(join(repositoryRoot, "runtime"));
  });
});
