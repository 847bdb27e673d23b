import { formatManifest, writeManifest } from "@toolkiln/generator/format";
import { Document, isMap, isScalar, isSeq, visit, type YAMLMap } from "yaml";
import type { ImportedTool } from "../imported-tool.js";
import { commentText, isWireName, visibleText } from "../names.js";
import type { MutableObject } from "../source/part.js";

/** The manifest of an imported tool as data, with what is decided about it beside what its source says. */
export function manifestOf(
  tool: ImportedTool,
  id: string,
  choices: { readonly category: string; readonly risk: string },
): MutableObject {
  const { name, keepsName, title, description, tags = [], schema, result, hints = {}, deprecated } = tool;
  const isTyped = Object.keys(result).length > 0;
  return {
    id,
    ...(keepsName === true && name !== id && isWireName(name) && { wireName: name }),
    ...(title !== undefined &&
      visibleText(title) !== "" && { name: visibleText(title).replaceAll("\n", " ") }),
    description: `${visibleText(description)}\n`,
    ...choices,
    ...(tags.length > 0 && { tags }),
    ...(Object.keys(schema).length > 0 && { schema }),
    result: isTyped ? { kind: `${id.replaceAll("-", "_")}.result`, data: result } : "structured",
    ...(Object.keys(hints).length > 0 && { hints }),
    ...(deprecated !== undefined && { deprecated: visibleText(deprecated) }),
  };
}

/** Writes a manifest in canonical form, with a comment that names its origin. */
export function manifestText(manifest: MutableObject, origin: string, editorSchema?: string): string {
  const schema = editorSchema === undefined ? "" : ` yaml-language-server: $schema=${editorSchema}\n`;
  const text = yamlText(manifest, `${schema} Imported from ${commentText(origin)}.`);
  return formatManifest(text) ?? text;
}

/** Writes data as YAML in the style of manifests. */
export function yamlText(value: MutableObject, comment: string): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  if (isMap(document.contents)) document.contents.commentBefore = comment;
  visit(document, {
    Pair(_, { key, value: node }) {
      if (isScalar(key) && key.value === "description" && isScalar(node) && String(node.value).includes("\n"))
        node.type = "BLOCK_LITERAL";
    },
    Map: (key, map) => {
      if (key !== null && isShort(map)) map.flow = true;
    },
    Seq: (_, list) => {
      if (list.items.every(isScalar) && JSON.stringify(list).length < 90) list.flow = true;
    },
  });
  return writeManifest(document);
}

function isShort(map: YAMLMap): boolean {
  const { items } = map;
  const isPlain = items.every(
    ({ value }) => isScalar(value) || (isSeq(value) && value.items.every(isScalar)),
  );
  const text = JSON.stringify(map);
  return isPlain && items.length > 0 && text.length < 100 && !text.includes("\\n");
}
