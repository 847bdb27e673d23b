import { posix } from "node:path";
import { isRecord } from "@toolkiln/runtime/json";
import { editorSchemaPath } from "../editor-schema.js";
import { parseObject, type JsonObject, type ReadText } from "./planned-file.js";

/** Where things go in the project that `toolkiln init` finds. */
export interface Layout {
  readonly manifests: string;
  readonly out: string;
  readonly tools: string;
  /** The schema that editors check manifests with. */
  readonly schema: string;
  /** Whether there was a package before us. */
  readonly isExisting: boolean;
}

/** Puts the TypeScript where the project's own compiler looks for it. */
export function chooseLayout(read: ReadText): Layout {
  const isExisting = read("package.json") !== undefined;
  const source = sourceFolder(read("tsconfig.json"));
  const below = (folder: string): string => (source === undefined ? folder : `${source}/${folder}`);
  const [out, tools] = [below("generated"), below("tools")];
  return { manifests: "manifests", out, tools, schema: editorSchemaPath({}), isExisting };
}

/** The folder that a tsconfig confines its program to, if it does. */
function sourceFolder(tsconfig: string | undefined): string | undefined {
  if (tsconfig === undefined) return undefined;
  const config = parseTsconfig(tsconfig);
  const options: unknown = config?.["compilerOptions"];
  const rootDir = isRecord(options) ? options["rootDir"] : undefined;
  const include = Array.isArray(config?.["include"]) ? config["include"] : [];
  const confined = [...(rootDir === undefined ? include : [rootDir])].filter(
    (path) => typeof path === "string",
  );
  const folders = new Set(confined.map((path) => path.replace(/^\.\//, "").split("/")[0] ?? ""));
  const [only] = folders;
  return folders.size === 1 && only !== undefined && /^[\w-]+$/.test(only) ? only : undefined;
}

/** Whether a project's compiler writes CommonJS: `module` of its tsconfig.json, or of a file that this extends. */
export function writesCommonJs(read: ReadText): boolean {
  const files = new Set<string>();
  const moduleOf = (path: string): string | undefined => {
    const text = files.has(path) ? undefined : read(path);
    files.add(path);
    const { extends: bases, compilerOptions } = parseTsconfig(text ?? "{}") ?? {};
    const own = isRecord(compilerOptions) ? compilerOptions["module"] : undefined;
    if (typeof own === "string") return own.toLowerCase();
    const inherited = [bases].flat().flatMap((base) => {
      if (typeof base !== "string" || !base.startsWith(".")) return [];
      const file = posix.join(posix.dirname(path), base);
      return moduleOf(file.endsWith(".json") ? file : `${file}.json`) ?? [];
    });
    return inherited.at(-1);
  };
  return moduleOf("tsconfig.json") === "commonjs";
}

/** Parses a tsconfig, which is JSON with comments and trailing commas; strings keep what looks like a comment. */
function parseTsconfig(text: string): JsonObject | undefined {
  const keepQuoted = (_: string, quoted: string | undefined): string => quoted ?? "";
  return parseObject(
    text
      .replaceAll(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, keepQuoted)
      .replaceAll(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, keepQuoted),
  );
}
