import type { AnyNode, FunctionDeclaration, IfStatement, Statement } from "acorn";
import type { CodeEdits } from "./code-edits.js";

/** Writes conditions of one simple statement on one line: without braces, and conditions inside of conditions as one. */
export function shortenBlocks(declared: FunctionDeclaration, edits: CodeEdits): void {
  edits.visitKept(declared.body, (node) => {
    if (node.type !== "IfStatement") return;
    if (isIdle(node)) edits.remove(node);
    else if (!mergeConditions(node, edits)) {
      shorten(node.consequent, " ", edits);
      if (node.alternate) shorten(node.alternate, "", edits);
    }
  });
}

/** `if(typeof data0 == "number" && isFinite(data0)){}` */
function isIdle({ test, consequent, alternate }: IfStatement): boolean {
  return !alternate && consequent.type === "BlockStatement" && consequent.body.length === 0 && isPlain(test);
}

/** Whether a condition compares values and calls nothing but `isFinite`. */
function isPlain(test: AnyNode): boolean {
  if (test.type === "LogicalExpression") return isPlain(test.left) && isPlain(test.right);
  if (test.type === "ParenthesizedExpression") return isPlain(test.expression);
  if (test.type === "UnaryExpression") return isPlain(test.argument);
  if (test.type === "BinaryExpression") return test.left.type !== "PrivateIdentifier" && isPlain(test.left);
  if (test.type === "CallExpression")
    return test.callee.type === "Identifier" && test.callee.name === "isFinite";
  return test.type === "Identifier";
}

function shorten(block: Statement, before: string, edits: CodeEdits): void {
  const only = onlyStatement(block, edits);
  if (only !== undefined) edits.replace(block, before, only);
}

/** The one statement of a block, if it is simple: nothing that an `else` could belong to, and nothing that declares a name. */
function onlyStatement(block: Statement, edits: CodeEdits): Statement | undefined {
  const [only, ...others] = keptStatements(block, edits);
  const isSimple = only?.type === "ExpressionStatement" || only?.type === "BreakStatement";
  return isSimple && others.length === 0 ? only : undefined;
}

function keptStatements(block: Statement, edits: CodeEdits): readonly Statement[] {
  return block.type === "BlockStatement" ? block.body.filter((statement) => !edits.isRemoved(statement)) : [];
}

/** `if(a){let data0 = data.name; if(b(data0)){c;}}` becomes `if(a && b(data.name)) c;`. */
function mergeConditions(outer: IfStatement, edits: CodeEdits): boolean {
  if (outer.alternate) return false;
  const statements = keptStatements(outer.consequent, edits);
  const inner = statements.at(-1);
  if (inner?.type !== "IfStatement" || inner.alternate || statements.length > 2) return false;
  const action = onlyStatement(inner.consequent, edits);
  if (action === undefined) return false;
  const [first] = statements;
  if (first !== undefined && first !== inner && !inline(first, inner.test, action, edits)) return false;
  edits.replace(outer, "if(", ...operand(outer.test), " && ", ...operand(inner.test), ") ", action);
  return true;
}

/** Puts the value of a variable in the one place where it is read, if that is in the condition. */
function inline(declaration: Statement, test: AnyNode, action: AnyNode, edits: CodeEdits): boolean {
  const [declarator] = declaration.type === "VariableDeclaration" ? declaration.declarations : [];
  if (declarator?.id.type !== "Identifier" || declarator.init?.type !== "MemberExpression") return false;
  const { id, init } = declarator;
  const readsIn = (node: AnyNode): AnyNode[] => {
    const reads: AnyNode[] = [];
    edits.visitKept(node, (it) => {
      if (it.type === "Identifier" && it.name === id.name) reads.push(it);
    });
    return reads;
  };
  const [read, ...others] = readsIn(test);
  if (read === undefined || others.length > 0 || readsIn(action).length > 0) return false;
  edits.replace(read, init);
  return true;
}

function operand(test: AnyNode): readonly (string | AnyNode)[] {
  const isStronger =
    /^(?:Binary|Unary|Call|Member|Parenthesized)Expression$|^Identifier$/.test(test.type) ||
    (test.type === "LogicalExpression" && test.operator === "&&");
  return isStronger ? [test] : ["(", test, ")"];
}
