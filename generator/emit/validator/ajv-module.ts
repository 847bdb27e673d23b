import { parse, type AnyNode, type CallExpression, type FunctionDeclaration, type Program } from "acorn";
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
  const mentioned = new Map(
    body.flatMap((node) => declaredNames(node).map((name) => [name, new Set(identifiersIn(node))] as const)),
  );
  const reached = new Set<string>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    waiting.push(...(mentioned.get(name) ?? []));
  }
  return reached;
}

function declaredNames(node: AnyNode): string[] {
  if (node.type === "FunctionDeclaration") return node.id === null ? [] : [node.id.name];
  if (node.type !== "VariableDeclaration") return [];
  return node.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []));
}

function* identifiersIn(node: AnyNode): Generator<string> {
  if (node.type === "Identifier") yield node.name;
  for (const child of childrenOf(node)) yield* identifiersIn(child);
}

/** Removes variables that nothing reads, and those that only these read. */
function removeUnread(scope: FunctionDeclaration | Program, edits: CodeEdits): void {
  for (let isDone = false; !isDone;) {
    isDone = true;
    const nodes = [...edits.keptBelow(scope)];
    const own = new Set<AnyNode>(
      nodes.flatMap((node) => (node.type === "VariableDeclarator" && isNote(node.init) ? [node.id] : [])),
    );
    const read = new Set(
      nodes.flatMap((node) => (node.type === "Identifier" && !own.has(node) ? [node.name] : [])),
    );
    // What a module declares is read by its functions; what a function declares, by itself alone.
    for (const node of scope.type === "Program" ? scope.body : nodes) {
      if (node.type !== "VariableDeclaration" || !edits.isKept(node)) continue;
      const [declarator] = node.declarations;
      if (declarator === undefined || node.declarations.length > 1 || !own.has(declarator.id)) continue;
      if (declarator.id.type !== "Identifier" || read.has(declarator.id.name)) continue;
      edits.remove(node);
      isDone = false;
    }
  }
}

/** Whether computing a value does nothing else. */
function isNote(init: AnyNode | null | undefined): boolean {
  if (!init) return false;
  const acts = /^(?:Call|New|Assignment|Update|Await|Yield|Tagged)/.test(init.type);
  return !acts && childrenOf(init).every((child) => isNote(child));
}
