import { isRecord } from "@toolkiln/runtime/json";
import { editorSchemaPath } from "../editor-schema.js";
import { parseTsconfig } from "./compiler-options.js";
import type { ReadText } from "./planned-file.js";

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
