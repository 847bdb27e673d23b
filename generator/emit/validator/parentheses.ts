import type { AnyNode, FunctionDeclaration } from "acorn";
import { childrenOf, type CodeEdits } from "./code-edits.js";

/** Removes the parentheses around operands of `&&`, `||` and `!` that mean the same without them. */
export function removeParentheses(declared: FunctionDeclaration, edits: CodeEdits): void {
  edits.visitKept(declared.body, (node) => {
    if (!/^(?:Logical|Unary|Parenthesized)/.test(node.type)) return;
    const least = node.type === "ParenthesizedExpression" ? 0 : strengthOf(node);
    for (const operand of childrenOf(node))
      if (operand.type === "ParenthesizedExpression" && strengthOf(operand.expression) >= least)
        edits.replace(operand, operand.expression);
  });
}

const strengths = { "||": 0, "&&": 1, comparison: 2, "!": 3, value: 4, unknown: NaN };

/** How strongly an expression holds together; nothing is stronger or weaker than one that is unknown. */
function strengthOf(node: AnyNode): number {
  if (node.type === "LogicalExpression" && node.operator !== "??") return strengths[node.operator];
  if (node.type === "UnaryExpression" && node.operator === "!") return strengths["!"];
  if (node.type === "BinaryExpression") return strengths.comparison;
  if (node.type === "ParenthesizedExpression") return strengthOf(node.expression);
  return /^(?:Call|Member)Expression|^Identifier|^Literal/.test(node.type)
    ? strengths.value
    : strengths.unknown;
}
