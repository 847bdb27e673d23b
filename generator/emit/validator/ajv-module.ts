import {
  parse,
  type AnyNode,
  type CallExpression,
  type FunctionDeclaration,
  type Identifier,
  type Program,
  type VariableDeclaration,
} from "acorn";
import { childrenOf, CodeEdits } from "./code-edits.js";
import { tidyErrors } from "./error-statements.js";

/** A module of Ajv's without imports and exports of its own. */
export interface TidyModule {
  readonly code: string;
  /** The function behind each export. */
  readonly functions: Readonly<Record<string, string>>;
  /** What the code needs of the runtime. */
  readonly helpers: readonly string[];
}

/**
 * Takes a module that Ajv wrote apart: exports become names, `require`s become helpers of the runtime, and what nothing reads
 * goes. Errors are described only in functions that can be reached from the `reporting` exports; the others count them.
 */
export function tidyModule(code: string, reporting: readonly string[]): TidyModule {
  const program = parse(code, { ecmaVersion: 2022, sourceType: "module" });
  const edits = new CodeEdits(code);
  const functions: Record<string, string> = {};
  const helpers = new Set<string>();
  const declared: FunctionDeclaration[] = [];
  for (const node of program.body) {
    const exported = exportOf(node);
    if (exported !== undefined) functions[exported.name] = exported.target;
    if (exported !== undefined || isDirective(node)) edits.remove(node);
    if (node.type === "FunctionDeclaration") declared.push(node);
    const required = node.type === "VariableDeclaration" ? requireOf(node) : undefined;
    if (required !== undefined) {
      helpers.add(required.helper);
      edits.replace(required.node, required.helper);
    }
  }
  const entries = reporting.flatMap((name) => functions[name] ?? []);
  tidyErrors(declared, reachedFrom(entries, program.body), edits);
  for (const each of declared) removeUnread(each, edits);
  removeUnread(program, edits);
  return { code: edits.textOf(program).trim(), functions, helpers: [...helpers].toSorted() };
}

/** `export const params = validate0;` */
function exportOf(node: AnyNode): { readonly name: string; readonly target: string } | undefined {
  if (node.type !== "ExportNamedDeclaration" || node.declaration?.type !== "VariableDeclaration")
    return undefined;
  const [declarator] = node.declaration.declarations;
  if (declarator?.id.type !== "Identifier" || declarator.init?.type !== "Identifier") return undefined;
  return { name: declarator.id.name, target: declarator.init.name };
}

/** A helper of the runtime that Ajv's code asks for by `require`. */
interface Required {
  readonly helper: string;
  /** The part that asks: `require("ajv/dist/runtime/ucs2length").default` */
  readonly node: AnyNode;
}

/** The helper that a declaration asks for: as a whole, or for a part as in `require("ajv-formats/…").fullFormats.date`. */
function requireOf(node: AnyNode): Required | undefined {
  if (node.type === "MemberExpression" && isRequire(node.object) && node.property.type === "Identifier") {
    const [path] = node.object.arguments;
    const { name } = node.property;
    const file =
      path?.type === "Literal" && typeof path.value === "string" ? path.value.split("/").at(-1) : undefined;
    return { helper: name === "default" ? (file ?? name) : name, node };
  }
  if (isRequire(node)) throw new Error("Ajv's code asks for a module that the runtime does not bundle.");
  for (const child of childrenOf(node)) {
    const found = requireOf(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isRequire(node: AnyNode): node is CallExpression {
  return (
    node.type === "CallExpression" && node.callee.type === "Identifier" && node.callee.name === "require"
  );
}

function isDirective(node: AnyNode): boolean {
  return node.type === "ExpressionStatement" && typeof node.directive === "string";
}

/** The names of declarations that some functions may reach, themselves included. */
function reachedFrom(names: readonly string[], body: Program["body"]): ReadonlySet<string> {
  const declarations = new Map(
    body.flatMap((node) => declaredNames(node).map((name) => [name, node] as const)),
  );
  const reached = new Set<string>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const declaration = declarations.get(name);
    if (declaration === undefined || reached.has(name)) continue;
    reached.add(name);
    forEachIdentifier(declaration, (mentioned) => waiting.push(mentioned));
  }
  return reached;
}

function declaredNames(node: AnyNode): string[] {
  if (node.type === "FunctionDeclaration") return node.id === null ? [] : [node.id.name];
  if (node.type !== "VariableDeclaration") return [];
  return node.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []));
}

function forEachIdentifier(node: AnyNode, visit: (name: string) => void): void {
  if (node.type === "Identifier") visit(node.name);
  for (const child of childrenOf(node)) forEachIdentifier(child, visit);
}

/** Removes variables that nothing reads, and those that only these read. */
function removeUnread(scope: FunctionDeclaration | Program, edits: CodeEdits): void {
  const notes = new Map<string, { readonly node: VariableDeclaration; readonly init: AnyNode }[]>();
  const reads = new Map<string, number>();
  const count = (name: string, by: number): void => void reads.set(name, (reads.get(name) ?? 0) + by);
  const own = new Set<AnyNode>();
  edits.visitKept(scope, (node) => {
    const note = node.type === "VariableDeclaration" ? noteOf(node) : undefined;
    // What a module declares is read by its functions; what a function declares, by itself alone.
    if (note !== undefined && (scope.type !== "Program" || scope.body.some((top) => top === note.node))) {
      own.add(note.id);
      notes.set(note.id.name, [...(notes.get(note.id.name) ?? []), note]);
    }
    if (node.type === "Identifier" && !own.has(node)) count(node.name, 1);
  });
  const unread = [...notes.keys()].filter((name) => (reads.get(name) ?? 0) === 0);
  for (let name = unread.pop(); name !== undefined; name = unread.pop()) {
    for (const { node, init } of notes.get(name) ?? []) {
      edits.remove(node);
      forEachIdentifier(init, (mentioned) => {
        count(mentioned, -1);
        if (reads.get(mentioned) === 0 && notes.has(mentioned)) unread.push(mentioned);
      });
    }
    notes.delete(name);
  }
}

/** A declaration of one variable whose value is computed without doing anything else. */
function noteOf(
  node: VariableDeclaration,
): { readonly node: VariableDeclaration; readonly id: Identifier; readonly init: AnyNode } | undefined {
  const [declarator] = node.declarations;
  if (declarator?.id.type !== "Identifier" || node.declarations.length > 1) return undefined;
  const { id, init } = declarator;
  return init && !acts(init) ? { node, id, init } : undefined;
}

function acts(node: AnyNode): boolean {
  return /^(?:Call|New|Assignment|Update|Await|Yield|Tagged)/.test(node.type) || childrenOf(node).some(acts);
}
