import type { AnyNode, FunctionDeclaration, Identifier, Program } from "acorn";
import { childrenOf, type CodeEdits } from "./code-edits.js";

/** A statement that does nothing but give a variable a value. */
interface Note {
  readonly node: AnyNode;
  /** The variable, as it stands there. */
  readonly target: Identifier;
  /** What the value, and whether it is given, depend on. */
  readonly from: readonly AnyNode[];
}

/** Removes variables that nothing reads, and those that only these read. */
export function removeUnread(scope: FunctionDeclaration | Program, edits: CodeEdits): void {
  const notes = new Map<string, Note[]>();
  const reads = new Map<string, number>();
  const count = (name: string, by: number): void => void reads.set(name, (reads.get(name) ?? 0) + by);
  const targets = new Set<AnyNode>();
  // What a module declares is read by its functions; what a function declares, by itself alone.
  const own = scope.type === "Program" ? new Set<AnyNode>(scope.body) : undefined;
  edits.visitKept(scope, (node) => {
    const note = own === undefined || own.has(node) ? noteOf(node) : undefined;
    if (note !== undefined && !targets.has(note.target)) {
      targets.add(note.target);
      notes.set(note.target.name, [...(notes.get(note.target.name) ?? []), note]);
    }
    if (node.type === "Identifier" && !targets.has(node)) count(node.name, 1);
  });
  const unread = [...notes.keys()].filter((name) => (reads.get(name) ?? 0) === 0);
  for (let name = unread.pop(); name !== undefined; name = unread.pop()) {
    for (const { node, from } of notes.get(name) ?? []) {
      edits.remove(node);
      for (const part of from)
        forEachIdentifier(part, (mentioned) => {
          count(mentioned, -1);
          if (reads.get(mentioned) === 0 && notes.has(mentioned)) unread.push(mentioned);
        });
    }
    notes.delete(name);
  }
}

function noteOf(node: AnyNode): Note | undefined {
  if (node.type === "VariableDeclaration") {
    const [declarator] = node.declarations;
    if (declarator?.id.type !== "Identifier" || node.declarations.length > 1) return undefined;
    const { id, init } = declarator;
    // A constant without a value belongs to a loop.
    if (!init) return node.kind === "const" ? undefined : { node, target: id, from: [] };
    return acts(init) ? undefined : { node, target: id, from: [init] };
  }
  if (node.type === "ExpressionStatement" && node.expression.type === "AssignmentExpression") {
    const { left, right, operator } = node.expression;
    if (left.type !== "Identifier" || operator !== "=" || acts(right)) return undefined;
    return { node, target: left, from: [right] };
  }
  if (node.type !== "IfStatement" || node.alternate || node.consequent.type !== "BlockStatement")
    return undefined;
  // `if(!valid0){valid1 = false;}`
  const [only, ...others] = node.consequent.body;
  const note = only === undefined || others.length > 0 || acts(node.test) ? undefined : noteOf(only);
  return note && { ...note, node, from: [node.test, ...note.from] };
}

function acts(node: AnyNode): boolean {
  return /^(?:Call|New|Assignment|Update|Await|Yield|Tagged)/.test(node.type) || childrenOf(node).some(acts);
}

/** Visits the names below a node. */
export function forEachIdentifier(node: AnyNode, visit: (name: string) => void): void {
  if (node.type === "Identifier") visit(node.name);
  for (const child of childrenOf(node)) forEachIdentifier(child, visit);
}
