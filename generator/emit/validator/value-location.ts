import type { AnyNode, FunctionDeclaration } from "acorn";
import type { CodeEdits } from "./code-edits.js";

/** What Ajv passes on about the value, beside the value itself. */
const passedOn = new Set(["instancePath", "parentData", "parentDataProperty", "rootData"]);

/**
 * Removes the parameter that says where the value is, unless a function passes it on. Nobody gives it to an `entry`, which
 * validates whole inputs only.
 */
export function removeLocation(declared: FunctionDeclaration, isEntry: boolean, edits: CodeEdits): void {
  const [, location] = declared.params;
  if (location === undefined) return;
  const paths = new Set<AnyNode>();
  const keys = new Set<AnyNode>();
  let isNeeded = false;
  edits.visitKept(declared.body, (node) => {
    if (node.type === "Property") {
      if (node.shorthand) isNeeded = true;
      keys.add(node.key);
    }
    if (node.type !== "Identifier" || !passedOn.has(node.name) || keys.has(node)) return;
    if (node.name === "instancePath" && isEntry) paths.add(node);
    else isNeeded = true;
  });
  if (isNeeded) return;
  edits.removeItem(location);
  for (const path of paths) edits.replace(path, '""');
  edits.visitKept(declared.body, (node) => {
    // The first part of a longer path: `instancePath + "/name"`.
    if (node.type === "BinaryExpression" && paths.has(node.left)) edits.replace(node, node.right);
  });
}
