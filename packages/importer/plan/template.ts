import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The text of a helper that imports write into projects. They lie beside the package as text, because nothing here runs them. */
export function templateText(name: "http-api" | "mcp-connection" | "existing-tool"): string {
  const home = dirname(createRequire(import.meta.url).resolve("@toolkiln/importer/package.json"));
  return readFileSync(join(home, "templates", `${name}.ts.txt`), "utf8");
}
