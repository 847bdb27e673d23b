import { parse, type AnyNode, type CallExpression, type FunctionDeclaration, type Program } from "acorn";
import type { JsonSchema } from "@toolkiln/runtime";
import { childrenOf, CodeEdits } from "./code-edits.js";
import { tidyErrors } from "./error-statements.js";
import { listKnownNames } from "./known-names.js";
import { removeParentheses } from "./parentheses.js";
import { shortenBlocks } from "./short-blocks.js";
import { forEachIdentifier, removeUnread } from "./unread-variables.js";
import { removeLocation } from "./value-location.js";

/** A module of Ajv's without imports and exports of its own. */
export interface TidyModule {
  readonly code: string;
  /** The function behind each export. */
  readonly functions: Readonly<Record<string, string>>;
  /** What the code needs of the runtime. */
  readonly helpers: readonly string[];
}

/** How to take a module apart, by the names of its exports. */
export interface TidyOptions {
  /** Errors are reported only in functions that can be reached from these; the others count them. */
  readonly reporting: readonly string[];
  /** Where its schema is given, the errors of an export state only what the schema does not. */
  readonly schemas: ReadonlyMap<string, JsonSchema>;
  /** For exports that other validators call, with the value's path: where their schemas stand in those of whole inputs. */
  readonly pointers?: Readonly<Record<string, string>>;
}

/**
 * Takes a module that Ajv wrote apart: exports become names, `require`s become helpers, and what nothing reads goes.
 */
export function tidyModule(code: string, { reporting, schemas, pointers = {} }: TidyOptions): TidyModule {
  const program = parse(code, { ecmaVersion: 2022, sourceType: "module", preserveParens: true });
  const edits = new CodeEdits(code);
  const functions: Record<string, string> = {};
  const helpers = new Set<string>();
  const renames = new Map<string, string>();
  const declared: FunctionDeclaration[] = [];
  for (const node of program.body) {
    const exported = exportOf(node);
    if (exported !== undefined) functions[exported.name] = exported.target;
    if (exported !== undefined || isDirective(node)) edits.remove(node);
    if (node.type === "FunctionDeclaration") declared.push(node);
    const required = node.type === "VariableDeclaration" ? requireOf(node) : undefined;
    if (required === undefined || node.type !== "VariableDeclaration") continue;
    helpers.add(required.helper);
    const [declarator] = node.declarations;
    if (declarator?.init === required.node && declarator.id.type === "Identifier") {
      renames.set(declarator.id.name, required.helper);
      edits.remove(node);
    } else edits.replace(required.node, required.helper);
  }
  const functionsOf = (names: Iterable<string>): string[] =>
    [...names].flatMap((name) => functions[name] ?? []);
  const sets = listKnownNames(program, code, edits);
  const heard = reachedFrom(functionsOf(reporting), program.body);
  const byFunction = new Map(
    [...schemas].flatMap(([name, schema]) =>
      functionsOf([name]).map((it) => [it, { schema, pointer: pointers[name] ?? "#" }]),
    ),
  );
  if (tidyErrors(declared, heard, byFunction, edits)) helpers.add("fail");
  const called = mentionedElsewhere(program.body);
  const located = new Set(functionsOf(Object.keys(pointers)));
  for (const each of declared) {
    removeUnread(each, edits);
    const [, location] = each.params;
    if (location !== undefined && located.has(each.id.name)) edits.replace(location, 'instancePath = ""');
    else removeLocation(each, !called.has(each.id.name), edits);
    removeParentheses(each, edits);
    shortenBlocks(each, edits);
  }
  removeUnread(program, edits);
  renameAll(program, renames, edits);
  const text = sets.join("") + edits.textOf(program).trim();
  return { code: text, functions, helpers: [...helpers].toSorted() };
}

/** Gives variables other names; members of the same name keep theirs. */
function renameAll(program: Program, names: ReadonlyMap<string, string>, edits: CodeEdits): void {
  const members = new Set<AnyNode>();
  edits.visitKept(program, (node) => {
    if (node.type === "MemberExpression" && !node.computed) members.add(node.property);
    if (node.type === "Property" && !node.computed) members.add(node.key);
    const name = node.type === "Identifier" && !members.has(node) ? names.get(node.name) : undefined;
    if (name !== undefined) edits.replace(node, name);
  });
}

/** The names that a declaration mentions without declaring them. */
function mentionedElsewhere(body: Program["body"]): ReadonlySet<string> {
  const mentioned = new Set<string>();
  for (const node of body) {
    const own = declaredNames(node);
    if (own.length > 0) forEachIdentifier(node, (name) => own.includes(name) || mentioned.add(name));
  }
  return mentioned;
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
