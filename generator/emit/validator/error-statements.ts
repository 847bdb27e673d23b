import type { AnyNode, BlockStatement, FunctionDeclaration, ObjectExpression, Statement } from "acorn";
import { childrenOf, type CodeEdits } from "./code-edits.js";
import { errorArguments, type PlacedSchema } from "./error-arguments.js";

/**
 * Reports errors in one statement each, and only in the functions whose errors somebody reads (`heard`); the others count
 * them. Where the schema of a function is given, its errors say only what the schema does not. Tells whether the code calls `fail`.
 */
export function tidyErrors(
  functions: readonly FunctionDeclaration[],
  heard: ReadonlySet<string>,
  schemas: ReadonlyMap<string, PlacedSchema>,
  edits: CodeEdits,
): boolean {
  const counting = functions.filter(({ id }) => !heard.has(id.name)).map((declared) => countErrors(declared));
  // A function that does anything unknown with its errors may ask others for theirs.
  const canCount = counting.every((plan) => plan !== undefined);
  let usesFail = false;
  for (const declared of functions)
    if (!canCount || heard.has(declared.id.name))
      usesFail = shortenErrors(declared, schemas.get(declared.id.name), edits) || usesFail;
  if (canCount) for (const apply of counting) apply(edits);
  return usesFail;
}

function shortenErrors(
  declared: FunctionDeclaration,
  schema: PlacedSchema | undefined,
  edits: CodeEdits,
): boolean {
  let usesFail = false;
  for (const { declaration, push, increment, object } of reportedErrors(declared)) {
    const given = schema === undefined ? undefined : errorArguments(object, schema);
    if (given === undefined || increment === undefined)
      edits.replace(declaration, "(vErrors ??= []).push(", object, ");");
    else {
      edits.replace(increment, "errors = fail(vErrors ??= [], ", ...given, ");");
      edits.remove(declaration);
      usesFail = true;
    }
    edits.remove(push);
  }
  return usesFail;
}

/** Makes a function answer yes or no, which is all that a rule asks; undefined when it does anything else with its errors. */
function countErrors(declared: FunctionDeclaration): ((edits: CodeEdits) => void) | undefined {
  const removed = new Set<AnyNode>();
  const counted = new Map<AnyNode, AnyNode>();
  for (const { declaration, push } of reportedErrors(declared)) removed.add(declaration).add(push);
  for (const { body } of blocksIn(declared)) {
    for (const [index, statement] of body.entries()) {
      const next = body[index + 1];
      if (isReset(statement) || isStart(statement) || isResult(statement)) removed.add(statement);
      if (next !== undefined && takesErrorsOf(statement) && countsThem(next)) counted.set(next, statement);
    }
  }
  const gone = new Set([...removed, ...counted.keys(), ...counted.values()]);
  if (mentionsErrors(declared, gone)) return undefined;
  return (edits) => {
    for (const node of [...removed, ...counted.values()]) edits.remove(node);
    for (const node of counted.keys()) edits.replace(node, "errors++;");
  };
}

interface ReportedError {
  /** `const err0 = {…};` */
  readonly declaration: Statement;
  readonly object: ObjectExpression;
  /** `if(vErrors === null){vErrors = [err0];} else {vErrors.push(err0);}` */
  readonly push: Statement;
  /** `errors++;` */
  readonly increment: Statement | undefined;
}

function* reportedErrors(declared: FunctionDeclaration): Generator<ReportedError> {
  for (const { body } of blocksIn(declared)) {
    for (const [index, declaration] of body.entries()) {
      const push = body[index + 1];
      const [declarator] = declaration.type === "VariableDeclaration" ? declaration.declarations : [];
      if (declarator?.init?.type !== "ObjectExpression" || declarator.id.type !== "Identifier") continue;
      if (push?.type !== "IfStatement" || !comparesErrors(push.test, "===") || !push.alternate) continue;
      if (mentions(push.consequent, declarator.id.name) && mentions(push.alternate, declarator.id.name))
        yield { declaration, object: declarator.init, push, increment: incrementOf(body[index + 2]) };
    }
  }
}

function incrementOf(node: Statement | undefined): Statement | undefined {
  const expression = node?.type === "ExpressionStatement" ? node.expression : undefined;
  const isIncrement =
    expression?.type === "UpdateExpression" &&
    expression.argument.type === "Identifier" &&
    expression.argument.name === "errors";
  return isIncrement ? node : undefined;
}

function* blocksIn(node: AnyNode): Generator<BlockStatement> {
  if (node.type === "BlockStatement") yield node;
  for (const child of childrenOf(node)) yield* blocksIn(child);
}

/** `vErrors === null` */
function comparesErrors(test: AnyNode, operator: "===" | "!=="): boolean {
  return (
    test.type === "BinaryExpression" &&
    test.operator === operator &&
    isErrors(test.left) &&
    test.right.type === "Literal" &&
    test.right.value === null
  );
}

/** `if(vErrors !== null){if(_errs1){vErrors.length = _errs1;}else {vErrors = null;}}` */
function isReset(node: Statement): boolean {
  return node.type === "IfStatement" && comparesErrors(node.test, "!==") && !node.alternate;
}

/** `let vErrors = null;` */
function isStart(node: AnyNode): boolean {
  return node.type === "VariableDeclaration" && node.declarations.every(({ id }) => isErrors(id));
}

/** `validate0.errors = vErrors;` */
function isResult(node: AnyNode): boolean {
  return assignmentOf(node)?.right.type === "Identifier" && isErrors(assignmentOf(node)?.right);
}

/** `vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors);` */
function takesErrorsOf(node: AnyNode): boolean {
  const assignment = assignmentOf(node);
  return isErrors(assignment?.left) && assignment?.right.type === "ConditionalExpression";
}

/** `errors = vErrors.length;` */
function countsThem(node: AnyNode): boolean {
  const { left, right } = assignmentOf(node) ?? {};
  return left?.type === "Identifier" && left.name === "errors" && right?.type === "MemberExpression";
}

function assignmentOf(node: AnyNode): { readonly left: AnyNode; readonly right: AnyNode } | undefined {
  const expression = node.type === "ExpressionStatement" ? node.expression : undefined;
  return expression?.type === "AssignmentExpression" && expression.operator === "=" ? expression : undefined;
}

function isErrors(node: AnyNode | undefined): boolean {
  return node?.type === "Identifier" && node.name === "vErrors";
}

function mentions(node: AnyNode, name: string): boolean {
  return (
    (node.type === "Identifier" && node.name === name) ||
    childrenOf(node).some((child) => mentions(child, name))
  );
}

function mentionsErrors(node: AnyNode, gone: ReadonlySet<AnyNode>): boolean {
  if (gone.has(node)) return false;
  return isErrors(node) || childrenOf(node).some((child) => mentionsErrors(child, gone));
}
