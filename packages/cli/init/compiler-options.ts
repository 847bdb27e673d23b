import { posix } from "node:path";
import { isRecord } from "@toolkiln/runtime/json";
import { parseObject, type JsonObject, type ReadText } from "./planned-file.js";

/** Whether a project's compiler writes CommonJS, as its tsconfig.json or a file that this extends says. */
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
export function parseTsconfig(text: string): JsonObject | undefined {
  const keepQuoted = (_: string, quoted: string | undefined): string => quoted ?? "";
  return parseObject(
    text
      .replaceAll(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, keepQuoted)
      .replaceAll(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, keepQuoted),
  );
}
