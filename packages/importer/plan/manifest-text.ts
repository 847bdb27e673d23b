import { formatManifest, writeManifest } from "@toolkiln/generator/format";
import type { RiskLevel } from "@toolkiln/runtime";
import { Document, isMap, isScalar, visit } from "yaml";
import type { ImportedTool } from "../imported-tool.js";
import { commentText, visibleText } from "../names.js";
import type { MutableObject } from "../source/part.js";

/** The manifest of an imported tool as data. */
export function manifestOf(tool: ImportedTool, id: string, wireName: string, risk: RiskLevel): MutableObject {
  const { category = "custom", tags = [], schema, result, hints = {}, deprecated } = tool;
  const title = visibleText(tool.title ?? "").replaceAll("\n", " ");
  const isTyped = Object.keys(result).length > 0;
  return {
    id,
    ...(wireName !== id && { wireName }),
    ...(title !== "" && { name: title }),
    description: `${visibleText(tool.description)}\n`,
    category,
    risk,
    ...(tags.length > 0 && { tags }),
    ...(Object.keys(schema).length > 0 && { schema }),
    result: isTyped ? { kind: `${id.replaceAll("-", "_")}.result`, data: result } : "structured",
    ...(Object.keys(hints).length > 0 && { hints }),
    ...(deprecated !== undefined && { deprecated }),
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
    Pair(_, { key, value: node }) {
      if (isScalar(key) && key.value === "description" && isScalar(node) && String(node.value).includes("\n"))
        node.type = "BLOCK_LITERAL";
    },
    Collection(key, node) {
      const text = key === null ? "" : JSON.stringify(node);
      if (text !== "" && text.length < 100 && !/^.[^]*\{|\\n/.test(text)) node.flow = true;
    },
  });
  return writeManifest(document);
}
