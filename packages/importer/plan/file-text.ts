import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve, sep } from "node:path";
import { implementationText, moduleSpecifier, type ToolNames } from "@toolkiln/generator";
import type { GeneratorConfig } from "@toolkiln/generator/config";
import type { ImportedTool } from "../imported-tool.js";
import { commentText } from "../names.js";
import type { ImportProject } from "./plan-import.js";

/** Writes the implementation of an imported tool, or a stub if the source has none. */
export function toolText(
  { origin, implementation }: ImportedTool,
  names: ToolNames,
  { root, config }: ImportProject,
): string {
  const comment = `// Imported from ${commentText(origin)}.\n`;
  if (implementation === undefined) return comment + implementationText(names, config);
  // Absolute paths, because a source may be outside the project.
  const folder = resolve(root, config.tools).split(sep).join("/");
  const imports = Object.entries(implementation.imports).map(([file, name]) => {
    const path = resolve(folder, file).split(sep).join("/");
    const module = /\.tsx?$/.test(path)
      ? moduleSpecifier(folder, path.replace(/\.tsx?$/, ""), config)
      : moduleSpecifier(folder, path.replace(/\.mts$/, ".mjs"), { ...config, importExtension: "none" });
    return `import { ${name} } from ${JSON.stringify(module)};`;
  });
  const { data } = names;
  const body = implementation.statements(data);
  const mentions = (name: string): boolean => new RegExp(String.raw`\b${name}\b`).test(body);
  const takes = mentions("context") ? "params, context" : mentions("params") ? "params" : "";
  const types = mentions(data) ? [`type ${data}`] : [];
  return comment + implementationText(names, config, { imports, names: types, takes, body });
}

/** Fills in a template. `{{./name}}` is a module in its folder. */
export function templateText(
  config: GeneratorConfig,
  template: string,
  values: Readonly<Record<string, string>> = {},
): string {
  const folder = dirname(createRequire(import.meta.url).resolve("@toolkiln/importer/package.json"));
  const text = readFileSync(join(folder, `templates/${template}.ts.txt`), "utf8");
  return text.replaceAll(
    /\{\{([\w./-]+)\}\}/g,
    (_, word: string) => values[word] ?? moduleSpecifier("", word, config),
  );
}

/** Writes a value as TypeScript, with quotes only around keys that need them. */
export function literalText(value: object): string {
  return JSON.stringify(value, undefined, 2).replaceAll(/"([A-Za-z]\w*)":/g, "$1:");
}
