import { join } from "node:path";
import { nodeHost } from "@toolkiln/generator";
import { type Exports, importModule, type Project } from "@toolkiln/project";
import type { InstalledPackage } from "./installed-package.js";

const imports = /^import (?!type )\{([^}]*)\} from "@toolkiln\/runtime\/(codegen\/v\d+)";/gms;

/** What generated code imports from the runtime that the installed runtime does not export. */
export async function findSkew(
  { root, config }: Project,
  runtime: InstalledPackage,
): Promise<readonly string[]> {
  const host = nodeHost(root);
  const wanted = new Map<string, Set<string>>();
  for (const path of await host.listFiles(config.out)) {
    if (!path.endsWith(".ts")) continue;
    const text = new TextDecoder().decode(await host.readFile(path));
    for (const [, names = "", entry = ""] of text.matchAll(imports)) {
      const known = wanted.get(entry) ?? new Set();
      for (const name of valueNames(names)) known.add(name);
      wanted.set(entry, known);
    }
  }
  const missing: string[] = [];
  for (const [entry, names] of wanted) {
    const module = await importEntry(runtime, entry);
    if (module === undefined) missing.push(entry);
    else missing.push(...[...names].filter((name) => !(name in module)));
  }
  return missing.toSorted();
}

function valueNames(list: string): readonly string[] {
  return list
    .split(",")
    .map((name) => name.trim().replace(/ as .*$/, ""))
    .filter((name) => name !== "" && !name.startsWith("type "));
}

async function importEntry(
  { folder, exports }: InstalledPackage,
  entry: string,
): Promise<Exports | undefined> {
  const target = exports[`./${entry}`];
  const file = typeof target === "object" && target !== null && "default" in target ? target.default : target;
  if (typeof file !== "string") return undefined;
  return importModule(join(folder, file)).catch(() => undefined);
}
