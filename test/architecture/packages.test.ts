import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { workspaces } from "../support/packed-packages.js";
import { repositoryRoot } from "../support/repository.js";

/** What `npm pack` would put into the tarballs. */
const packed = JSON.parse(
  execFileSync("npm", ["pack", "--workspaces", "--dry-run", "--ignore-scripts", "--json"], {
    cwd: repositoryRoot,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }),
) as readonly { readonly name: string; readonly files: readonly { readonly path: string }[] }[];

interface PackageManifest {
  readonly name: string;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly license?: string;
  readonly types?: string;
  readonly exports: Readonly<Record<string, { readonly types: string }>>;
  readonly typesVersions?: { readonly "*": Readonly<Record<string, readonly string[]>> };
}

function text(path: string): string {
  return readFileSync(join(repositoryRoot, path), "utf8");
}

describe.each(workspaces())("the package in %s", (folder) => {
  const manifest = JSON.parse(text(`${folder}/package.json`)) as PackageManifest;

  it("ships a README, a licence and no sources", () => {
    const files = packed.find(({ name }) => name === manifest.name)?.files.map(({ path }) => path);
    expect(files).toEqual(expect.arrayContaining(["README.md", "LICENSE", "package.json"]));
    expect(files?.filter((path) => /\.tsbuildinfo$|\.ts$(?<!\.d\.ts)/.test(path))).toEqual([]);
    expect(text(`${folder}/LICENSE`)).toBe(text("LICENSE"));
    expect(text(`${folder}/README.md`)).toMatch(new RegExp(`^# ${manifest.name}\n`));
  });

  it("has a description and keywords", () => {
    expect(manifest).toMatchObject({ license: "MIT", description: expect.any(String) as string });
    expect(manifest.keywords?.length).toBeGreaterThan(3);
  });

  it("has types for resolvers that ignore `exports`", () => {
    const { ".": main, ...others } = manifest.exports;
    expect(manifest.types).toBe(main?.types);
    const entries = Object.entries(others).filter(([, { types }]) => types !== undefined);
    expect(manifest.typesVersions?.["*"] ?? {}).toEqual(
      Object.fromEntries(entries.map(([entry, { types }]) => [entry.slice(2), [types]])),
    );
  });
});
