import type { AnyNode, CallExpression, Program } from "acorn";
import { valueAt } from "../../values/json-object.js";
import { inlineLiteral } from "../literal.js";
import { childrenOf, type CodeEdits } from "./code-edits.js";

/**
 * Looks for the names of properties in sets, where Ajv looks them up in a copy of the whole schema:
 * `hasOwn.call(schema1.properties, key)`. Returns the declarations of the sets.
 */
export function listKnownNames(program: Program, code: string, edits: CodeEdits): string[] {
  const schemas = new Map<string, AnyNode>();
  for (const node of program.body) {
    const [declarator] = node.type === "VariableDeclaration" ? node.declarations : [];
    if (declarator?.id.type === "Identifier" && declarator.init?.type === "ObjectExpression")
      schemas.set(declarator.id.name, declarator.init);
  }
  const sets = new Map<string, string>();
  const visit = (node: AnyNode): void => {
    const lookup = node.type === "CallExpression" ? lookupOf(node) : undefined;
    const schema = lookup && schemas.get(lookup.schema);
    if (lookup !== undefined && schema !== undefined) {
      const value = valueAt(JSON.parse(code.slice(schema.start, schema.end)), lookup.path);
      const names = inlineLiteral(Object.keys(value ?? {}));
      const set = sets.get(names) ?? `names${sets.size}`;
      sets.set(names, set);
      edits.replace(node, `${set}.has(`, lookup.key, ")");
    }
    for (const child of childrenOf(node)) visit(child);
  };
  if (schemas.size > 0) visit(program);
  return [...sets].map(([names, set]) => `const ${set} = new Set(${names});\n`);
}

interface Lookup {
  readonly schema: string;
  readonly path: readonly string[];
  readonly key: AnyNode;
}

function lookupOf({ callee, arguments: given }: CallExpression): Lookup | undefined {
  const [place, key] = given;
  if (callee.type !== "MemberExpression" || place === undefined || key === undefined) return undefined;
  if (callee.property.type !== "Identifier" || callee.property.name !== "call") return undefined;
  const path: string[] = [];
  let node: AnyNode = place;
  while (node.type === "MemberExpression") {
    const { property, computed } = node;
    if (property.type === "Identifier" && !computed) path.unshift(property.name);
    else if (property.type === "Literal") path.unshift(String(property.value));
    else return undefined;
    node = node.object;
  }
  return node.type === "Identifier" && path.at(-1) === "properties"
    ? { schema: node.name, path, key }
    : undefined;
}
