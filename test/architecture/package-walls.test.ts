import { readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path/posix";
import { describe, expect, it } from "vitest";
import { repositoryRoot } from "../support/repository.js";
import { importsOf, packageFolders, sourceFiles } from "../support/source-files.js";

/** Which of our packages each package may import. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  runtime: [],
  "packages/providers": ["@toolkiln/runtime"],
  "packages/render": ["@toolkiln/runtime"],
  "packages/mcp": ["@toolkiln/runtime", "@toolkiln/providers", "@toolkiln/render"],
  "packages/queue": ["@toolkiln/runtime"],
  generator: ["@toolkiln/runtime", "@toolkiln/providers"],
  "packages/project": ["@toolkiln/runtime", "@toolkiln/generator"],
  "packages/importer": ["@toolkiln/runtime", "@toolkiln/generator"],
  "packages/playground": [
    "@toolkiln/runtime",
    "@toolkiln/providers",
    "@toolkiln/render",
    "@toolkiln/generator",
    "@toolkiln/project",
  ],
  "packages/cli": [
    "@toolkiln/playground",
    "@toolkiln/queue",
    "@toolkiln/runtime",
    "@toolkiln/project",
    "@toolkiln/providers",
    "@toolkiln/render",
    "@toolkiln/mcp",
    "@toolkiln/generator",
    "@toolkiln/importer",
  ],
  tools: ["@toolkiln/runtime"],
};

type Dependencies = Readonly<Record<string, string>>;

function declaredBy(folder: string): Set<string> {
  const text = readFileSync(join(repositoryRoot, folder, "package.json"), "utf8");
  const manifest = JSON.parse(text) as Partial<
    Record<"dependencies" | "peerDependencies" | "devDependencies", Dependencies>
  >;
  const { dependencies, peerDependencies, devDependencies } = manifest;
  // A bundled package declares the code that it inlines as development dependencies. These packages are not bundled:
  const isBundled = ![
    "packages/providers",
    "packages/mcp",
    "packages/queue",
    "packages/project",
    "packages/importer",
    "tools",
  ].includes(folder);
  const bundled = isBundled ? devDependencies : {};
  return new Set(Object.keys({ ...dependencies, ...peerDependencies, ...bundled }));
}

function packageOf(specifier: string): string {
  const parts = specifier.split("/");
  return parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
}

it("the table of allowed imports lists all packages", () => {
  expect(Object.keys(allowed).toSorted()).toEqual([...packageFolders].toSorted());
});

describe.each([...packageFolders])("%s", (folder) => {
  const files = sourceFiles(folder);
  const imports = files.flatMap((file) => importsOf(file).map((found) => ({ file: file.path, ...found })));
  const bare = imports.filter(({ specifier }) => !specifier.startsWith("."));
  const own = imports
    .filter(({ specifier }) => specifier.startsWith("."))
    .map(({ file, specifier }) => ({ file, target: join(file, "..", specifier) }));

  it("has sources", () => {
    expect(files.length).toBeGreaterThan(0);
  });

  it("imports only allowed packages of this repository", () => {
    const ours = bare.filter(
      ({ specifier }) => specifier.startsWith("@toolkiln/") || specifier === "toolkiln",
    );
    expect(ours.filter(({ specifier }) => !allowed[folder]?.includes(packageOf(specifier)))).toEqual([]);
  });

  it("declares every package that it imports", () => {
    const declared = declaredBy(folder);
    const packages = bare.filter(
      ({ specifier }) => !specifier.startsWith("node:") && !builtinModules.includes(specifier),
    );
    expect(packages.filter(({ specifier }) => !declared.has(packageOf(specifier)))).toEqual([]);
  });

  it("does not reach into another package's folder", () => {
    const homes = folder === "tools" ? ["tools/", "generated/"] : [`${folder}/`];
    expect(own.filter(({ target }) => !homes.some((home) => target.startsWith(home)))).toEqual([]);
  });

  it("does not import its own entry file", () => {
    expect(own.filter(({ target }) => target === `${folder}/index.js`)).toEqual([]);
  });
});

describe("the runtime", () => {
  it("imports Node modules only in its node entry", () => {
    const outside = sourceFiles("runtime")
      .filter(({ path }) => !path.startsWith("runtime/node/"))
      .flatMap((file) => importsOf(file).map(({ specifier }) => ({ file: file.path, specifier })));
    expect(outside.length).toBeGreaterThan(0);
    expect(outside.filter(({ specifier }) => specifier.startsWith("node:"))).toEqual([]);
  });
});

describe("generated code", () => {
  it("imports the versioned entry, its own files and the implementations, nothing else", () => {
    const imports = sourceFiles("generated").flatMap((file) =>
      importsOf(file).map(({ specifier }) => ({ file: file.path, specifier })),
    );
    const strangers = imports.filter(({ file, specifier }) => {
      if (specifier === "@toolkiln/runtime/codegen/v1") return false;
      if (file === "generated/registry.ts" && specifier.startsWith("../tools/")) return false;
      return !join(file, "..", specifier).startsWith("generated/");
    });
    expect(imports.length).toBeGreaterThan(0);
    expect(strangers).toEqual([]);
  });
});
