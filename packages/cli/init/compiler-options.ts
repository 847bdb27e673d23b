import { posix } from "node:path";
import { parseObject, type JsonObject, type ReadText } from "./planned-file.js";

/** What a tsconfig says about modules, in lower case. */
export interface CompilerOptions {
  readonly target?: string;
  readonly module?: string;
  readonly moduleResolution?: string;
  readonly verbatimModuleSyntax?: boolean;
  readonly noEmit?: boolean;
}

/** A tsconfig that leads to more others than this leads in a circle. */
const mostExtended = 20;

/** The options of a project's tsconfig.json, those of what it extends included; undefined when there is none to read. */
export function readCompilerOptions(read: ReadText): CompilerOptions | undefined {
  const options = collect("tsconfig.json", read, { left: mostExtended });
  if (options === undefined) return undefined;
  const text = (name: string): string | undefined => {
    const value = options[name];
    return typeof value === "string" ? value.toLowerCase() : undefined;
  };
  const [target, module, moduleResolution] = [text("target"), text("module"), text("moduleResolution")];
  return {
    ...(target !== undefined && { target }),
    ...(module !== undefined && { module }),
    ...(moduleResolution !== undefined && { moduleResolution }),
    verbatimModuleSyntax: options["verbatimModuleSyntax"] === true,
    noEmit: options["noEmit"] === true || options["emitDeclarationOnly"] === true,
  };
}

/** Parses a tsconfig, which is JSON with comments and trailing commas. */
export function parseTsconfig(text: string): JsonObject | undefined {
  return parseObject(withoutComments(text));
}

/** The options of one file over those of the files that it extends, later ones over earlier ones. */
function collect(path: string, read: ReadText, files: { left: number }): JsonObject | undefined {
  const text = files.left-- > 0 ? read(path) : undefined;
  const config = text === undefined ? undefined : parseTsconfig(text);
  if (config === undefined) return undefined;
  const { extends: bases, compilerOptions } = config;
  const inherited = [bases].flat().map((base) => {
    const file = typeof base === "string" ? find(base, path, read) : undefined;
    return file === undefined ? {} : collect(file, read, files);
  });
  return Object.assign({}, ...inherited, compilerOptions) as JsonObject;
}

/** The file that `extends` means: by its way from the file that says so, or in a package. */
function find(base: string, from: string, read: ReadText): string | undefined {
  const names = base.endsWith(".json") ? [base] : [`${base}.json`, `${base}/tsconfig.json`];
  const folders = /^\.{1,2}(\/|$)/.test(base) ? [posix.dirname(from)] : packageFolders;
  return folders
    .flatMap((folder) => names.map((name) => posix.join(folder, name)))
    .find((path) => read(path) !== undefined);
}

/** Where packages lie: in the project, or in a workspace around it. */
const packageFolders = Array.from({ length: 6 }, (_, depth) => `${"../".repeat(depth)}node_modules`);

/** Strings keep what looks like a comment. */
function withoutComments(text: string): string {
  return text
    .replaceAll(
      /("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
      (_, quoted: string | undefined) => quoted ?? "",
    )
    .replaceAll(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, (_, quoted: string | undefined) => quoted ?? "");
}
