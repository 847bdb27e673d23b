import type { AnyNode } from "acorn";

/** What stands in the place of a node: texts and other nodes of the same tree. */
export type Replacement = readonly (string | AnyNode)[];

/** Edits of a text by the nodes of its syntax tree. What lies in a node that is removed or replaced goes with it. */
export class CodeEdits {
  readonly #code: string;
  readonly #replacements = new Map<AnyNode, Replacement>();
  readonly #items = new Set<AnyNode>();

  constructor(code: string) {
    this.#code = code;
  }

  replace(node: AnyNode, ...parts: Replacement): void {
    this.#replacements.set(node, parts);
  }

  remove(node: AnyNode): void {
    this.replace(node);
  }

  isRemoved(node: AnyNode): boolean {
    return this.#replacements.get(node)?.length === 0;
  }

  /** Removes an item of a list together with the comma before it. */
  removeItem(node: AnyNode): void {
    this.remove(node);
    this.#items.add(node);
  }

  /** The text of a node with all edits below it. */
  textOf(node: AnyNode): string {
    const replacement = this.#replacements.get(node);
    if (replacement !== undefined)
      return replacement.map((part) => (typeof part === "string" ? part : this.textOf(part))).join("");
    let text = "";
    let at = node.start;
    for (const child of childrenOf(node)) {
      const own = this.textOf(child);
      const between = this.#items.has(child) ? "" : this.#code.slice(at, child.start);
      text += (/^\n+$/.test(between) ? "\n" : between) + own;
      // A statement goes with its line.
      at = own === "" && this.#code[child.end] === "\n" ? child.end + 1 : child.end;
    }
    return text + this.#code.slice(at, node.end);
  }

  /** Visits the nodes below a node that are left, itself included. */
  visitKept(node: AnyNode, visit: (node: AnyNode) => void): void {
    const replacement = this.#replacements.get(node);
    if (replacement === undefined) {
      visit(node);
      for (const child of childrenOf(node)) this.visitKept(child, visit);
    } else for (const part of replacement) if (typeof part !== "string") this.visitKept(part, visit);
  }
}

/** Where a node keeps what is below it: it is asked many times. */
const below: unique symbol = Symbol("below");

/** The nodes directly below a node, in the order of the text. */
export function childrenOf(node: AnyNode & { [below]?: readonly AnyNode[] }): readonly AnyNode[] {
  return (node[below] ??= findChildren(node));
}

function findChildren(node: AnyNode): readonly AnyNode[] {
  const found: AnyNode[] = [];
  for (const value of Object.values(node) as unknown[]) {
    if (typeof value !== "object" || value === null) continue;
    if (Array.isArray(value)) {
      for (const item of value as unknown[]) if (isNode(item)) found.push(item);
    } else if (isNode(value)) found.push(value);
  }
  let isInOrder = true;
  for (let index = 1; index < found.length && isInOrder; index++)
    isInOrder = startOf(found, index - 1) < startOf(found, index);
  if (isInOrder) return found;
  const sorted = found.toSorted((a, b) => a.start - b.start);
  // A shorthand property has one node twice: as its key and as its value.
  return sorted.filter((child, index) => index === 0 || startOf(sorted, index - 1) !== child.start);
}

function startOf(nodes: readonly AnyNode[], index: number): number {
  return nodes[index]?.start ?? 0;
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}
