/** Languages by the end of a file's name, where the highlighter does not know the ending itself. */
const byExtension: Readonly<Record<string, string>> = {
  cjs: "javascript",
  cts: "typescript",
  htm: "xml",
  html: "xml",
  jsonc: "json",
  jsonl: "json",
  markdown: "markdown",
  mjs: "javascript",
  mts: "typescript",
  patch: "diff",
  svg: "xml",
  toml: "ini",
  vue: "xml",
};

const byName: Readonly<Record<string, string>> = {
  dockerfile: "bash",
  makefile: "makefile",
  ".bashrc": "bash",
  ".env": "ini",
  ".gitconfig": "ini",
};

const byMimeType: Readonly<Record<string, string>> = {
  "application/javascript": "javascript",
  "application/json": "json",
  "application/typescript": "typescript",
  "application/xml": "xml",
  "application/yaml": "yaml",
  "text/css": "css",
  "text/html": "xml",
  "text/javascript": "javascript",
  "text/markdown": "markdown",
  "text/typescript": "typescript",
  "text/x-python": "python",
  "text/yaml": "yaml",
};

/** The language to highlight: the hint, else by the file's name, else by the MIME type. */
export function languageOf(hint?: string, path?: string, mimeType?: string): string | undefined {
  if (hint !== undefined) return hint.toLowerCase();
  const name = path?.split(/[\\/]/).at(-1)?.toLowerCase() ?? "";
  const extension = /\.([a-z0-9+#]+)$/.exec(name)?.[1];
  const type = mimeType?.toLowerCase().split(";", 1)[0]?.trim() ?? "";
  return own(byName, name) ?? own(byExtension, extension ?? "") ?? extension ?? own(byMimeType, type);
}

function own(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
