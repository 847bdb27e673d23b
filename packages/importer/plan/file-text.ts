import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import type { ToolNames } from "@toolkiln/generator";
import type { GeneratorConfig } from "@toolkiln/generator/config";
import { formatManifest, writeManifest } from "@toolkiln/generator/format";
import type { RiskLevel } from "@toolkiln/runtime";
import { Document, isMap, visit } from "yaml";
import type { ImportedTool, SupportFile } from "../imported-tool.js";
import { capitalized, commentText, visibleText } from "../names.js";
import { unlessEmpty, type MutableObject } from "../source/part.js";
import type { ImportProject } from "./import-plan.js";

/** The manifest of an imported tool as data. Members that are undefined are not written. */
export function manifestOf(tool: ImportedTool, id: string, wireName: string, risk: RiskLevel): MutableObject {
  const { category = "custom", tags, schema, result, hints, deprecated, place } = tool;
  const data = unlessEmpty(result);
  return {
    id,
    wireName: wireName === id ? undefined : wireName,
    name: visibleText(tool.title ?? "").replaceAll("\n", " ") || undefined,
    description: `${place.visible(tool.description)}\n`,
    category,
    risk,
    tags: unlessEmpty(tags),
    schema: unlessEmpty(schema),
    result: data === undefined ? "structured" : { kind: `${id.replaceAll("-", "_")}.result`, data },
    hints: unlessEmpty(hints),
    deprecated,
  };
}

/** Writes a manifest in canonical form, with a comment that names its origin. */
export function manifestText(manifest: MutableObject, origin: string, editorSchema?: string): string {
  const schema = editorSchema === undefined ? "" : ` yaml-language-server: $schema=${editorSchema}\n`;
  const text = yamlText(manifest, `${schema} Imported from ${commentText(origin)}.`);
  return formatManifest(text) ?? text;
}

/** Writes data as YAML in manifest style: short, flat values on one line. */
export function yamlText(value: MutableObject, comment: string): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  if (isMap(document.contents)) document.contents.commentBefore = comment;
  visit(document, {
    Collection(key, node) {
      const text = key === null ? "" : JSON.stringify(node);
      if (text !== "" && text.length < 100 && !/^.[^]*\{|\\n/.test(text)) node.flow = true;
    },
  });
  return writeManifest(document);
}

/** Writes the implementation of an imported tool, or a stub if the source has none. */
export function implementationText(
  { origin, implementation }: ImportedTool,
  { contract, data, file }: ToolNames,
  { root, config }: ImportProject,
): string {
  const stub = `// Your code goes here; its first argument holds the parameters.
throw new Error("${contract} is not implemented yet.");`;
  const { uses = [], statements = () => stub } = implementation ?? {};
  const tools = join(root, config.tools);
  const importText = (names: string, target: string): string => {
    const path = relative(tools, target).split(sep).join("/");
    const specifier = path.replace(/\.tsx?$/, importSuffix(config)).replace(/\.mts$/, ".mjs");
    return `import { ${names} } from ${JSON.stringify(specifier.startsWith("../") ? specifier : `./${specifier}`)};\n`;
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
  const parameters = mentions("context") ? "params, context" : mentions("params") ? "params" : "";
  return `// Imported from ${commentText(origin)}.
${importText(contractNames, join(root, config.out, `tools/${file}.ts`))}${imports.join("")}
export const tool = ${contract}.implement(async (${parameters}) => {
${body.replaceAll(/^(?=.)/gm, "  ")}
});
`;
}

/** Fills in the template of a shared file. */
export function supportText(
  { name, template = name, values = {} }: SupportFile,
  config: GeneratorConfig,
): string {
  const folder = dirname(createRequire(import.meta.url).resolve("@toolkiln/importer/package.json"));
  const text = readFileSync(join(folder, "templates", `${template}.txt`), "utf8");
  const words: Readonly<Record<string, string>> = { ...values, suffix: importSuffix(config) };
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, word: string) => words[word] ?? "");
}

function importSuffix({ importExtension }: GeneratorConfig): string {
  return importExtension === "none" ? "" : `.${importExtension}`;
}
