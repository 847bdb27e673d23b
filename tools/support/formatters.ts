import { extname, join } from "node:path";
import { findProgram } from "./find-program.js";

/** A formatter that reads text and writes the formatted text. */
export interface Formatter {
  readonly name: string;
  /** File endings that it knows. */
  readonly extensions: readonly string[];
  /** Whether it is one of the project's own packages or a program of the machine. */
  readonly from: "node_modules" | "path";
  readonly args: (path: string) => readonly string[];
}

const web = [".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".json", ".css"];
const documents = [".md", ".yaml", ".yml", ".html", ".vue", ".scss", ".less", ".graphql"];

/** The formatters in the order in which they are tried: the project's own before the machine's. */
export const formatters: readonly Formatter[] = [
  {
    name: "prettier",
    extensions: [...web, ...documents],
    from: "node_modules",
    args: (path) => ["--stdin-filepath", path],
  },
  {
    name: "biome",
    extensions: web,
    from: "node_modules",
    args: (path) => ["format", `--stdin-file-path=${path}`],
  },
  {
    name: "oxfmt",
    extensions: [...web, ...documents],
    from: "node_modules",
    args: (path) => [`--stdin-filepath=${path}`],
  },
  {
    name: "dprint",
    extensions: [...web, ".md", ".toml"],
    from: "node_modules",
    args: (path) => ["fmt", "--stdin", path],
  },
  { name: "gofmt", extensions: [".go"], from: "path", args: () => [] },
  { name: "rustfmt", extensions: [".rs"], from: "path", args: () => ["--emit", "stdout"] },
  {
    name: "ruff",
    extensions: [".py", ".pyi"],
    from: "path",
    args: (path) => ["format", "--stdin-filename", path, "-"],
  },
  {
    name: "black",
    extensions: [".py", ".pyi"],
    from: "path",
    args: (path) => ["--quiet", "--stdin-filename", path, "-"],
  },
];

/** A formatter that is installed for a file, and where its program lies. */
export async function findFormatter(
  root: string,
  path: string,
): Promise<{ formatter: Formatter; program: string } | undefined> {
  const extension = extname(path).toLowerCase();
  for (const formatter of formatters.filter(({ extensions }) => extensions.includes(extension))) {
    const ownFolder = formatter.from === "node_modules" ? [[join(root, "node_modules", ".bin")]] : [];
    const program = await findProgram(formatter.name, ...ownFolder);
    if (program !== undefined) return { formatter, program };
  }
  return undefined;
}
