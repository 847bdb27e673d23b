/** Ids that generated files or Windows need for themselves. */
const unusable = /^(constructor|prototype|then|index|registry|catalog|con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

const maxLength = 64;

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
    const base = toolId(name);
    let id = base;
    for (let number = 2; !this.#isFree(id); number++) id = `${cut(base, maxLength - 5)}-${number}`;
    this.#claimed.add(id);
    this.#owners.set(fold(id), id);
    return id;
  }

  #isFree(id: string): boolean {
    return !this.#claimed.has(id) && (this.#owners.get(fold(id)) ?? id) === id;
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
  const id = cut(/^[a-z]/.test(words) ? words : `tool-${words}`.replace(/-$/, ""), maxLength);
  return unusable.test(id) ? `${id}-tool` : id;
}

/** Shortens an id, at a hyphen where one is near. */
function cut(id: string, length: number): string {
  if (id.length <= length) return id;
  const short = id.slice(0, length);
  const hyphen = short.lastIndexOf("-");
  return (hyphen > length / 2 ? short.slice(0, hyphen) : short).replace(/-+$/, "");
}
