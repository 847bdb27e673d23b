/** Languages by file name, ending or MIME subtype, where the highlighter does not know it itself. */
const languages: ReadonlyMap<string, string> = new Map([
  ["dockerfile", "bash"],
  [".bashrc", "bash"],
  [".env", "ini"],
  [".gitconfig", "ini"],
  ["htm", "xml"],
  ["vue", "xml"],
  ["jsonl", "json"],
]);

/** The language to highlight: the hint, else by the file's name, else by the MIME type. */
export function languageOf(hint?: string, path?: string, mimeType?: string): string | undefined {
  if (hint !== undefined) return hint.toLowerCase();
  const name = path?.split(/[\\/]/).at(-1)?.toLowerCase() ?? "";
  const extension = /\.([a-z0-9+#]+)$/.exec(name)?.[1];
  if (languages.has(name)) return languages.get(name);
  const type = /^(?:text|application)\/(?:x-)?([a-z]+)\s*(?:;|$)/.exec(mimeType?.toLowerCase() ?? "")?.[1];
  const ending = extension ?? (name === "makefile" ? name : type);
  return languages.get(ending ?? "") ?? ending;
}
