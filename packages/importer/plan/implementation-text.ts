import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import type { ToolNames } from "@toolkiln/generator";
import type { GeneratorConfig } from "@toolkiln/generator/config";
import type { ImportedTool, SupportFile } from "../imported-tool.js";
import { capitalized, commentText } from "../names.js";
import type { ImportProject } from "./import-plan.js";

/** Writes the implementation of an imported tool, or a stub if the source has none. */
export function implementationText(
  { origin, implementation }: ImportedTool,
  { contract, data, file }: ToolNames,
  { root, config }: ImportProject,
): string {
  const unwritten = `// Your code goes here; its first argument holds the parameters.
throw new Error("${contract} is not implemented yet.");`;
  const { uses = [], statements = () => unwritten } = implementation ?? {};
  const tools = join(root, config.tools);
  const importText = (names: string, target: string): string => {
    const path = relative(tools, target).split(sep).join("/");
    const specifier = path.replace(/\.tsx?$/, importSuffix(config)).replace(/\.mts$/, ".mjs");
    return `import { ${names} } from ${JSON.stringify(specifier.startsWith(".") ? specifier : `./${specifier}`)};\n`;
  };
  const localName = (name: string): string =>
    ["default", "params", "context", contract].includes(name) ? `existing${capitalized(name)}` : name;
  const imports = uses.map(({ name, file: from }) => {
    const local = localName(name);
    const names = name === local ? name : `${name} as ${local}`;
    return importText(names, isAbsolute(from) ? from : join(tools, from));
  });
  const body = statements(localName(uses[0]?.name ?? ""), data);
  const mentions = (name: string): boolean => new RegExp(String.raw`\b${name}\b`).test(body);
  const contractNames = mentions(data) ? `${contract}, type ${data}` : contract;
  const takes = mentions("context") ? "params, context" : mentions("params") ? "params" : "";
  return `// Imported from ${commentText(origin)}.
${importText(contractNames, join(root, config.out, `tools/${file}.ts`))}${imports.join("")}
export const tool = ${contract}.implement(async (${takes}) => {
${body.replaceAll(/^(?=.)/gm, "  ")}
});
`;
}

/** Fills in the template of a shared file. */
export function supportText(
  { name, template = name, values = {} }: SupportFile,
  config: GeneratorConfig,
): string {
  const home = dirname(createRequire(import.meta.url).resolve("@toolkiln/importer/package.json"));
  const text = readFileSync(join(home, "templates", `${template}.txt`), "utf8");
  const words: Readonly<Record<string, string>> = { ...values, suffix: importSuffix(config) };
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, word: string) => words[word] ?? "");
}

function importSuffix({ importExtension }: GeneratorConfig): string {
  return importExtension === "none" ? "" : `.${importExtension}`;
}
