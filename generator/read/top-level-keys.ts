/** The keys at the margin of a manifest. */
export interface TopLevelKeys {
  readonly names: ReadonlySet<string>;
  /** The text of those that were asked for, with what stands behind them. */
  readonly excerpt: string;
}

const topLevelKey = /^([A-Za-z][A-Za-z0-9]*):(?:\s|$)/;

/** Finds the keys at the margin of a manifest; undefined when anything else stands there, or a key twice. */
export function topLevelKeys(text: string, wanted: ReadonlySet<string>): TopLevelKeys | undefined {
  const names = new Set<string>();
  const asked: string[] = [];
  // A line that is indented or a comment belongs to the key before it.
  const [, ...entries] = `\n${text}`.split(/\n(?=[^\s#])/);
  for (const entry of entries) {
    const name = topLevelKey.exec(entry)?.[1];
    if (name === undefined || names.has(name)) return undefined;
    names.add(name);
    if (wanted.has(name)) asked.push(entry);
  }
  return { names, excerpt: asked.join("\n") };
}
