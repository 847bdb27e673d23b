/** Ids that generated files or Windows need for themselves. */
const unusable = /^(constructor|prototype|then|index|registry|catalog|con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

const maxIdLength = 64;

/** Gives tools ids that differ, from each other and from the names of other tools in generated code. */
export class ToolIds {
  /** Who has a name. Ids that differ in hyphens only would meet in generated code. */
  readonly #owners: Map<string, string>;
  readonly #claimed = new Set<string>();

  constructor(known: Iterable<string>) {
    this.#owners = new Map([...known].map((id) => [fold(id), id]));
  }

  /** The id for what a source calls a tool: the same in every import of that source. */
  claim(name: string): string {
    const isTaken = (id: string): boolean =>
      this.#claimed.has(id) || (this.#owners.get(fold(id)) ?? id) !== id;
    const base = toolId(name);
    const id = isTaken(base) ? freeName(cut(base, maxIdLength - 5), isTaken, "-") : base;
    this.#claimed.add(id);
    this.#owners.set(fold(id), id);
    return id;
  }
}

function fold(id: string): string {
  return id.replaceAll("-", "");
}

/** An id for a name: lower case words and hyphens, whatever the name holds. */
function toolId(name: string): string {
  const words = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1-$2")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  const id = cut(/^[a-z]/.test(words) ? words : `tool-${words}`.replace(/-$/, ""), maxIdLength);
  return unusable.test(id) ? `${id}-tool` : id;
}

/** Shortens an id, at a hyphen where one is near. */
function cut(id: string, length: number): string {
  if (id.length <= length) return id;
  const short = id.slice(0, length);
  const hyphen = short.lastIndexOf("-");
  return (hyphen > length / 2 ? short.slice(0, hyphen) : short).replace(/-+$/, "");
}

/** The first free one of a name and the names that a number makes of it. */
export function freeName(base: string, isTaken: (name: string) => boolean, separator = ""): string {
  let name = base;
  for (let number = 2; isTaken(name); number++) name = `${base}${separator}${number}`;
  return name;
}

/** A text as part of an identifier: words joined by underscores. */
export function identifierText(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_]+/g, "_").replaceAll(/^_+|_+$/g, "");
}

export function camelCase(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9]+(.)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? "");
}

export function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** The last name of a path or address, without extensions. */
export function baseName(path: string): string {
  return (path.split(/[\\/]/).at(-1) ?? "").replace(/(\.schema)?\.\w+$/, "");
}

/** Words that every title has. */
const idle = /^(the|openapi|swagger|rest|spec|api|mcp|servers?|v\d+)$/;

/** The first words of a title as the name of a file; empty when it has none. */
export function shortName(title: string): string {
  const words = title
    .slice(0, 200)
    .toLowerCase()
    .replaceAll(/['’]s\b|v?\d+(\.\d+)+/g, "")
    .match(/[a-z][a-z0-9]*/g);
  const own = (words ?? []).filter((word) => !idle.test(word));
  return own.slice(0, 3).join("-").slice(0, 40);
}

/** Whether a name can be what models see. */
export function isWireName(name: string): boolean {
  return /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/.test(name);
}

/** Wire names that some provider treats as equal are one name. */
export function foldWireName(name: string): string {
  return name.toLowerCase().replaceAll(/[-.]/g, "_");
}

/** Characters that show nothing, change the order of what is shown, or are halves of one. */
const invisible =
  /[^\P{Cc}\t\n]|\p{Cs}|\p{Bidi_Control}|\u034f|[\ufe00-\ufe0d]|[\u180b-\u180f]|[\u00ad\u115f\u1160\u17b4\u17b5\u200b\u200c\u2028\u2029\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

/** Text of a source without characters that hide something from its reader. */
export function visibleText(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll(invisible, "").trim();
}

/** Whether a text has characters that hide something from its reader. */
export function hidesText(text: string): boolean {
  return visibleText(text) !== text.replaceAll("\r\n", "\n").trim();
}

/** Text of a source on one line of a comment; nothing in it can give instructions to toolkiln or an editor. */
export function commentText(text: string): string {
  return visibleText(text)
    .replaceAll(/\s+/g, " ")
    .replaceAll(/toolkiln-ignore|yaml-language-server|\*\//gi, "…")
    .slice(0, 200);
}
