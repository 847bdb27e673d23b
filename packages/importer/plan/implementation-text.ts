import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, isAbsolute, join, posix, relative, sep } from "node:path";
import type { ToolNames } from "@toolkiln/generator";
import type { GeneratorConfig } from "@toolkiln/generator/config";
import type { ImportProject } from "../import-plan.js";
import type { Implementation, ImportedTool, SupportFile } from "../imported-tool.js";
import { capitalized, commentText } from "../names.js";

/** Writes the implementation of an imported tool; where the source has none, the beginning of one. */
export function implementationText(
  { origin, implementation }: ImportedTool,
  { contract, data, file }: ToolNames,
  { root, config }: ImportProject,
): string {
  const { uses, takes, statements } = implementation ?? unwritten(contract);
  const tools = join(root, config.tools);
  const localName = (name: string): string =>
    name === "default" || name === contract ? `existing${capitalized(name)}` : name;
  const imports = uses.map(({ name, file: from }) => {
    const local = localName(name);
    const path = relative(tools, isAbsolute(from) ? from : join(tools, from));
    return `import { ${name === local ? name : `${name} as ${local}`} } from ${specifier(path, config)};`;
  });
  const body = statements(localName(uses[0]?.name ?? ""), data);
  const type = new RegExp(String.raw`\b${data}\b`).test(body) ? `, type ${data}` : "";
  const generated = specifier(posix.relative(config.tools, `${config.out}/tools/${file}.ts`), config);
  return `// Imported from ${commentText(origin)}.
${[`import { ${contract}${type} } from ${generated};`, ...imports].join("\n")}

export const tool = ${contract}.implement(async (${takes}) => {
${body.replaceAll(/^(?=.)/gm, "  ")}
});
`;
}

function unwritten(contract: string): Implementation {
  const lines = [
    "// Your code goes here; its first argument holds the parameters.",
    `throw new Error("${contract} is not implemented yet.");`,
  ];
  return { uses: [], takes: "", statements: () => lines.join("\n") };
}

/** How a file is imported, given the way to it. */
function specifier(path: string, config: GeneratorConfig): string {
  const way = path.split(sep).join("/");
  const target = way.replace(/\.tsx?$/, importSuffix(config)).replace(/\.mts$/, ".mjs");
  return JSON.stringify(target.startsWith(".") ? target : `./${target}`);
}

/** Writes a file that implementations share. */
export function supportText({ path, text }: SupportFile, config: GeneratorConfig): string {
  if (text !== undefined) return text(importSuffix(config));
  // Templates lie beside the package as text, because nothing here runs them.
  const home = dirname(createRequire(import.meta.url).resolve("@toolkiln/importer/package.json"));
  return readFileSync(join(home, "templates", `${posix.basename(path)}.txt`), "utf8");
}

function importSuffix({ importExtension }: GeneratorConfig): string {
  return importExtension === "none" ? "" : `.${importExtension}`;
}
