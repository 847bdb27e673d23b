/** What leads where. */
export type Links<Node> = ReadonlyMap<Node, readonly Node[]>;

/** Notes that one leads to another. */
export function link<Node>(links: Map<Node, Node[]>, from: Node, to: Node): void {
  const known = links.get(from);
  if (known === undefined) links.set(from, [to]);
  else known.push(to);
}

/** Some nodes, and all that links lead to from them. */
export function reachable<Node>(from: Iterable<Node>, links: Links<Node>): Set<Node> {
  const found = new Set(from);
  for (const node of found) for (const next of links.get(node) ?? []) found.add(next);
  return found;
}
