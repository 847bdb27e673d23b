/** The top-level keys of a manifest with the values that could be told at a glance; the others are undefined. */
export type PlainKeys = ReadonlyMap<string, string | readonly string[] | undefined>;

const mostBytes = 1_000_000;
const topLevelKey = /^([A-Za-z][A-Za-z0-9]*):(?: +([^]*))?$/;

/**
 * Reads the top-level keys of a manifest that is written in the plain way: one key a line at the margin, plain or
 * simply quoted values, lists of such. Undefined for everything else, however valid: YAML is for a parser to judge.
 */
export function plainKeys(bytes: Uint8Array): PlainKeys | undefined {
  if (bytes.byteLength > mostBytes) return undefined;
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const keys = new Map<string, string | readonly string[] | undefined>();
  const lines = text.split(/\r?\n/);
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    if (line === "" || /^[ #]/.test(line)) continue;
    const [, key, rest = ""] = topLevelKey.exec(line.trimEnd()) ?? [];
    if (key === undefined || keys.has(key)) return undefined;
    const below = nested(lines, index + 1);
    if (rest === "") keys.set(key, blockList(below));
    // What goes on in the next line is for a parser to put together.
    else keys.set(key, below.length > 0 ? undefined : (flowList(rest) ?? scalar(rest)));
    if (key === "result") keys.set("result.kind", rest === "" ? nestedScalar(below, "kind") : flowKind(rest));
  }
  return keys;
}

/** The lines that belong to a key without a value of its own; comments and empty lines aside. */
function nested(lines: readonly string[], from: number): readonly string[] {
  let end = from;
  while (end < lines.length && !/^[^ #]/.test(lines[end] ?? "")) end++;
  return lines.slice(from, end).filter((line) => /^ *[^ #]/.test(line));
}

/** The words that mean something else than text, and what a plain text may consist of here. */
const notText = /^(?:true|false|null|~|y|n|yes|no|on|off)$/i;
const plainText = /^[A-Za-z][A-Za-z0-9 ._/()-]*$/;

function scalar(written: string): string | undefined {
  const value = withoutComment(written);
  const quoted = /^"([^"\\]*)"$|^'([^']*)'$/.exec(value);
  if (quoted !== null) return quoted[1] ?? quoted[2];
  return plainText.test(value) && !notText.test(value) ? value : undefined;
}

function withoutComment(written: string): string {
  const comment = written.search(/\s#/);
  return (comment < 0 ? written : written.slice(0, comment)).trimEnd();
}

function flowList(written: string): readonly string[] | undefined {
  const list = /^\[([^[\]{}#"']*)\]$/.exec(withoutComment(written))?.[1];
  return list === undefined ? undefined : allTexts(list.trim() === "" ? [] : list.split(","));
}

/** `{ kind: git.status, … }` in one line. */
function flowKind(written: string): string | undefined {
  return /^\{ *kind: +([a-z][a-z0-9_.]*) *[,}]/.exec(written)?.[1];
}

function blockList(lines: readonly string[]): readonly string[] | undefined {
  const items = lines.map((line) => /^ *- +(.*)$/.exec(line)?.[1]);
  return lines.length > 0 && items.every((item) => item !== undefined) ? allTexts(items) : undefined;
}

function allTexts(items: readonly string[]): readonly string[] | undefined {
  const texts = items.map((item) => scalar(item.trim()));
  return texts.every((item) => item !== undefined) ? texts : undefined;
}

/** The value of a key at the first level below; what is deeper is somebody else's. */
function nestedScalar(lines: readonly string[], key: string): string | undefined {
  const indent = /^ */.exec(lines[0] ?? "")?.[0] ?? "";
  const found = lines.filter((line) => line.startsWith(`${indent}${key}: `));
  return found.length === 1
    ? scalar(found[0]?.slice(indent.length + key.length + 2).trim() ?? "")
    : undefined;
}
