import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { toolkilnHere } from "../cli/command-line.js";
import { ExampleCopy } from "../support/example-copy.js";
import { repositoryRoot, scratchFolder } from "../support/repository.js";

const folder = join(repositoryRoot, "examples");
const names = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
/** The examples without third-party packages; test/full/consumers runs the others, from packed tarballs. */
const alone = names.filter((name) => {
  const { dependencies = {} } = readJson(join(folder, name, "package.json"));
  return Object.keys(dependencies).every((dependency) => dependency.startsWith("@toolkiln/"));
});
const scratch = scratchFolder("examples");
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe.each(alone)("examples/%s", (name) => {
  it("passes its own tests with the packages of the workspace, generated/ is up to date, and it starts", () => {
    const copy = new ExampleCopy(`examples/${name}`, scratch);
    expect(copy.run("npm test")).toMatchObject({ code: 0 });
    expect(copy.run("npm start")).toMatchObject({ code: 0 });
  }, 120_000);
});

describe.each(names)("examples/%s", (name) => {
  it("has manifests without any diagnostic, and generated/ is up to date", async () => {
    for (const command of ["lint", "check"]) {
      const { stdout } = await toolkilnHere([command, "--json"], { cwd: join(folder, name) });
      expect(JSON.parse(stdout)).toMatchObject({ diagnostics: [] });
    }
  });

  it("depends on the published packages at the version of the workspace", () => {
    const { dependencies, devDependencies } = readJson(join(folder, name, "package.json"));
    const { version } = readJson(join(repositoryRoot, "packages/cli/package.json"));
    const ours = Object.entries({ ...dependencies, ...devDependencies }).filter(([key]) =>
      key.includes("toolkiln"),
    );
    expect(new Set(ours.map(([, range]) => range))).toEqual(new Set([`^${version}`]));
  });
});

interface PackageFile {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

function readJson(path: string): PackageFile {
  return JSON.parse(readFileSync(path, "utf8")) as PackageFile;
}

describe("the examples", () => {
  it("begin with small tools: at least three manifests have fewer than 20 lines", () => {
    const manifests = names.flatMap((name) =>
      readdirSync(join(folder, name, "manifests"))
        .filter((file) => file.endsWith(".yaml"))
        .map((file) => join(folder, name, "manifests", file)),
    );
    const small = manifests.filter((file) => readFileSync(file, "utf8").trimEnd().split("\n").length < 20);
    expect(small.length).toBeGreaterThanOrEqual(3);
  });
});
