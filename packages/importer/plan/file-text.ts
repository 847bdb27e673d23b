import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve, sep } from "node:path";
import { implementationText, moduleSpecifier, type ToolNames } from "@toolkiln/generator";
import type { GeneratorConfig } from "@toolkiln/generator/config";
import { formatManifest, writeManifest } from "@toolkiln/generator/format";
import type { RiskLevel } from "@toolkiln/runtime";
import { Document, isMap, visit } from "yaml";
import type { ImportedTool, SupportFile } from "../imported-tool.js";
import { commentText, visibleText } from "../names.js";
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
export function toolText(
  { origin, implementation }: ImportedTool,
  names: ToolNames,
  { root, config }: ImportProject,
): string {
  const comment = `// Imported from ${commentText(origin)}.\n`;
  if (implementation === undefined) return comment + implementationText(names, config);
  const imports = implementation.uses.map(({ name, file }) => {
    const path = relative(root, resolve(root, config.tools, file))
      .split(sep)
      .join("/");
    const module = /\.tsx?$/.test(path)
      ? moduleSpecifier(config.tools, path.replace(/\.tsx?$/, ""), config)
      : moduleSpecifier(config.tools, path.replace(/\.mts$/, ".mjs"), { ...config, importExtension: "none" });
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
  { name, template = name, values = {} }: SupportFile,
  config: GeneratorConfig,
): string {
  const folder = dirname(createRequire(import.meta.url).resolve("@toolkiln/importer/package.json"));
  const text = readFileSync(join(folder, "templates", `${template}.txt`), "utf8");
  return text.replaceAll(
    /\{\{([\w./-]+)\}\}/g,
    (_, word: string) => values[word] ?? moduleSpecifier("", word, config),
  );
}

/** Writes a value as TypeScript, with the keys unquoted that need no quotes. */
export function literalText(value: object): string {
  return JSON.stringify(value, undefined, 2).replaceAll(/"([A-Za-z]\w*)":/g, "$1:");
}
