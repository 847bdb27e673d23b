import { formatManifest, writeManifest } from "@toolkiln/generator/format";
import { Document, isMap, isScalar, isSeq, visit, type YAMLMap } from "yaml";
import type { ImportedTool, MutableObject } from "../imported-tool.js";
import { commentText, visibleText } from "../schema/visible-text.js";

/** What is decided about a tool beside what its source says. */
export interface ManifestChoices {
  readonly id: string;
  readonly risk: string;
  readonly category: string;
}

/** The manifest of an imported tool as data. */
export function manifestOf(tool: ImportedTool, { id, risk, category }: ManifestChoices): MutableObject {
  const { name, title, description, tags = [], schema, result, hints = {}, deprecated } = tool;
  const wireName = tool.keepsName && name !== id && isWireName(name) ? name : undefined;
  return {
    id,
    ...(wireName !== undefined && { wireName }),
    ...(title !== undefined &&
      visibleText(title) !== "" && { name: visibleText(title).replaceAll("\n", " ") }),
    description: `${visibleText(description)}\n`,
    category,
    risk,
    ...(tags.length > 0 && { tags }),
    ...(Object.keys(schema).length > 0 && { schema }),
    result: typeof result === "string" ? result : { kind: `${id.replaceAll("-", "_")}.result`, data: result },
    ...(Object.keys(hints).length > 0 && { hints }),
    ...(deprecated !== undefined && { deprecated: visibleText(deprecated) }),
  };
}

/** Whether a name can be what models see. */
export function isWireName(name: string): boolean {
  return /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/.test(name);
}

/** Writes a manifest in canonical form, with a comment that names its origin. */
export function manifestText(manifest: MutableObject, origin: string, editorSchema?: string): string {
  const lines = [
    ...(editorSchema === undefined ? [] : [` yaml-language-server: $schema=${editorSchema}`]),
    ` Imported from ${commentText(origin)}.`,
  ];
  const text = yamlText(manifest, lines.join("\n"));
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

/** Whether a mapping of plain values fits on a line. */
function isShort(map: YAMLMap): boolean {
  const isPlain = map.items.every(
    ({ value }) => isScalar(value) || (isSeq(value) && value.items.every(isScalar)),
  );
  return (
    isPlain &&
    map.items.length > 0 &&
    JSON.stringify(map).length < 100 &&
    !JSON.stringify(map).includes("\\n")
  );
}
