import { formatManifest, writeManifest } from "@toolkiln/generator/format";
import type { RiskLevel } from "@toolkiln/runtime";
import { Document, isMap, visit } from "yaml";
import type { ImportedTool } from "../imported-tool.js";
import { commentText, visibleText } from "../names.js";
import type { MutableObject } from "../source/part.js";

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

function unlessEmpty<Value extends object>(value: Value | undefined): Value | undefined {
  return Object.values(value ?? {}).some((member) => member !== undefined) ? value : undefined;
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
