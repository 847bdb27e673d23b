import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot, scratchFolder } from "./repository.js";

/** A package as it would be published. */
export interface PackedPackage {
  readonly name: string;
  /** Absolute path of the tarball. */
  readonly file: string;
}

interface PackageManifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Packs the command-line package and the workspace packages that it needs. */
export function packCommand(): readonly PackedPackage[] {
  const manifests = new Map(
    workspaces().map((folder): [string, PackageManifest] => {
      const manifest = JSON.parse(
        readFileSync(join(repositoryRoot, folder, "package.json"), "utf8"),
      ) as PackageManifest;
      return [manifest.name, manifest];
    }),
  );
  const selected = new Set(["toolkiln"]);
  for (const name of selected) {
    for (const dependency of Object.keys(manifests.get(name)?.dependencies ?? {})) {
      if (manifests.has(dependency)) selected.add(dependency);
    }
  }
  const folder = scratchFolder("packed");
  const selection = [...selected].flatMap((name) => ["--workspace", name]);
  execFileSync("npm", ["pack", "--ignore-scripts", "--pack-destination", folder, ...selection], {
    cwd: repositoryRoot,
    stdio: "ignore",
  });
  const files = readdirSync(folder);
  return [...selected].map((name) => {
    const prefix = name.replace("@", "").replace("/", "-");
    const file = files.find((candidate) => new RegExp(`^${prefix}-\\d.*\\.tgz$`).test(candidate));
    if (file === undefined) throw new Error(`${name} was not packed.`);
    return { name, file: join(folder, file) };
  });
}

/** The folders of the packages. */
export function workspaces(): readonly string[] {
  const root = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8")) as {
    readonly workspaces: readonly string[];
  };
  return root.workspaces;
}
