import { join } from "node:path";
import type { ReadText } from "./planned-file.js";

/** Folders and properties of the project that `toolkiln init` finds. */
export interface Layout {
  readonly manifests: string;
  readonly out: string;
  readonly tools: string;
  /** Whether a package.json exists. */
  readonly isExisting: boolean;
  /** Whether the project's compiler emits CommonJS. */
  readonly writesCommonJs: boolean;
}

/** Chooses TypeScript folders that the project's tsconfig includes. */
export async function chooseLayout(root: string, read: ReadText): Promise<Layout> {
  const { source, writesCommonJs = false } =
    read("tsconfig.json") === undefined ? {} : await readTsconfig(root);
  const below = (folder: string): string => (source === undefined ? folder : `${source}/${folder}`);
  return {
    manifests: "manifests",
    out: below("generated"),
    tools: below("tools"),
    isExisting: read("package.json") !== undefined,
    writesCommonJs,
  };
}

/** The only folder that a tsconfig includes, if there is one, and whether it emits CommonJS. */
async function readTsconfig(root: string): Promise<{ source?: string; writesCommonJs?: boolean }> {
  const { ts } = await import("ts-morph");
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), (path) => ts.sys.readFile(path)) as {
    config?: unknown;
  };
  const { options, raw } = ts.parseJsonConfigFileContent(config ?? {}, ts.sys, root) as {
    options: { module?: number; rootDir?: string };
    raw: { include?: readonly string[]; compilerOptions?: { rootDir?: string } };
  };
  const { rootDir } = raw.compilerOptions ?? {};
  const confined = rootDir === undefined ? (raw.include ?? []) : [rootDir];
  const folders = new Set(confined.map((path) => path.replace(/^\.\//, "").split("/")[0] ?? ""));
  const [only] = folders;
  return {
    ...(folders.size === 1 && only !== undefined && /^[\w-]+$/.test(only) && { source: only }),
    writesCommonJs: options.module === ts.ModuleKind.CommonJS,
  };
}
