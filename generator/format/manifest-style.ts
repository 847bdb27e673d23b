import { visit, YAMLMap, YAMLSeq, type Document } from "yaml";

type Writable = YAMLMap | YAMLSeq;

/** Writes a manifest: flow maps with a space inside their braces, flow lists without one, no line ever folded. */
export function writeManifest(document: Document): string {
  visit(document, {
    Map: (_, map) => pad(map, YAMLMap.prototype, " "),
    Seq: (_, list) => pad(list, YAMLSeq.prototype, ""),
  });
  return document.toString({ lineWidth: 0, indent: 2, indentSeq: true });
}

/** The library pads maps and lists alike; what a node is written with is passed down to what it holds. */
function pad(node: Writable, type: Writable, padding: string): void {
  const write: Writable["toString"] = type.toString;
  node.toString = (context, onComment, onChompKeep) =>
    write.call(node, context && { ...context, flowCollectionPadding: padding }, onComment, onChompKeep);
}
