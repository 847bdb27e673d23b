import type { AnyNode, FunctionDeclaration, Statement } from "acorn";
import type { CodeEdits } from "./code-edits.js";

/** Writes blocks of one simple statement without braces, on the line of their condition. */
export function shortenBlocks(declared: FunctionDeclaration, edits: CodeEdits): void {
  edits.visitKept(declared.body, (node) => {
    if (node.type !== "IfStatement") return;
    shorten(node.consequent, " ", edits);
    if (node.alternate) shorten(node.alternate, "", edits);
  });
}

function shorten(block: Statement, before: string, edits: CodeEdits): void {
  if (block.type !== "BlockStatement") return;
  const [only, ...others] = block.body.filter((statement) => !edits.isRemoved(statement));
  if (only !== undefined && others.length === 0 && isSimple(only)) edits.replace(block, before, only);
}

/** Nothing that an `else` could be taken to belong to, and nothing that declares a name. */
function isSimple(node: AnyNode): boolean {
  return node.type === "ExpressionStatement" || node.type === "BreakStatement";
}
