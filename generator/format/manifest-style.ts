import { visit, YAMLMap, YAMLSeq, type Document } from "yaml";

type Writable = YAMLMap | YAMLSeq;

/** Prints a manifest: spaces inside the braces of flow maps, none in flow lists, no folded lines. */
export function writeManifest(document: Document): string {
  visit(document, {
    Map: (_, map) => pad(map, YAMLMap.prototype, " "),
    Seq: (_, list) => pad(list, YAMLSeq.prototype, ""),
  });
  return document.toString({ lineWidth: 0, indent: 2, indentSeq: true });
}

/** The library pads maps and lists alike; a node passes its padding down to its children. */
function pad(node: Writable, type: Writable, padding: string): void {
  const write: Writable["toString"] = type.toString;
  node.toString = (context, onComment, onChompKeep) =>
    write.call(node, context && { ...context, flowCollectionPadding: padding }, onComment, onChompKeep);
}
