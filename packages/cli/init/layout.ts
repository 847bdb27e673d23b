import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Project, ProjectOptions } from "@toolkiln/project";
import { editorSchemaPath } from "../editor-schema.js";
import { parseObject, type ReadText } from "./planned-file.js";

/** Folders and properties of the project that `toolkiln init` finds. */
export type Layout = Readonly<Awaited<ReturnType<typeof findLayout>>>;

/** Finds the folders: from flags, else the configuration; by default, `out` and `tools` follow the tsconfig. */
export async function findLayout(
  root: string,
  read: ReadText,
  flags: ProjectOptions,
  open: () => Promise<Project>,
) {
  const hasConfig = ["ts", "js", "json", "yaml"].some(
    (type) => read(`toolkiln.config.${type}`) !== undefined,
  );
  const config = hasConfig ? (await open()).config : undefined;
  const { source = "", emitsCommonJs = false } =
    read("tsconfig.json") === undefined ? {} : await readTsconfig(root);
  const {
    manifests = "manifests",
    out = `${source}generated`,
    tools = `${source}tools`,
  }: ProjectOptions = config ?? flags;
  const folder = join(root, manifests);
  const packageText = read("package.json");
  const { type = emitsCommonJs ? "commonjs" : undefined } = parseObject(packageText ?? "") ?? {};
  return {
    manifests,
    out,
    tools,
    schema: editorSchemaPath(config ?? {}),
    isExisting: packageText !== undefined,
    hasConfig,
    hasManifests: existsSync(folder) && readdirSync(folder).some((name) => name.endsWith(".tool.yaml")),
    /** Whether the package stays CommonJS, because its `type` or its tsconfig declares it. Others become ES modules. */
    isCommonJs: type === "commonjs",
  };
}

/** The folder of a tsconfig: `rootDir`, or the only one that it includes; and whether it emits CommonJS. */
async function readTsconfig(root: string): Promise<{ source?: string; emitsCommonJs?: boolean }> {
  const { ts } = await import("ts-morph");
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), (path) => ts.sys.readFile(path)) as {
    config?: unknown;
  };
  const { options, raw } = ts.parseJsonConfigFileContent(config ?? {}, ts.sys, root) as {
    options: { module?: number };
    raw: { include?: readonly string[]; compilerOptions?: { rootDir?: string } };
  };
  const { rootDir } = raw.compilerOptions ?? {};
  const confined = rootDir === undefined ? (raw.include ?? []) : [rootDir];
  const folders = new Set(confined.map((path) => path.replace(/^\.\//, "").split("/")[0] ?? ""));
  const [only = ""] = folders.size === 1 ? folders : [];
  const emitsCommonJs = options.module === ts.ModuleKind.CommonJS;
  return { emitsCommonJs, ...(/^[\w-]+$/.test(only) && { source: `${only}/` }) };
}
