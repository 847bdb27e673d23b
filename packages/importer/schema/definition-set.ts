import { capitalized, freeName, identifierText } from "../names.js";
import { SourceError, type MutableObject, type Part } from "../source/part.js";
import { decode } from "../source/read-document.js";
import { convertSchema } from "./convert-schema.js";

/** Whether a value is an argument (in) or a result (out). */
export type Direction = "in" | "out";

export interface DefinitionSettings {
  /** Names the definition file with this index, relative to the manifests folder. */
  readonly file: (number: number) => string;
  /** Prefix of definition names, unique per source. */
  readonly namespace: string;
  /** Maximum definitions reachable from one; a larger one accepts anything. */
  readonly reach: Readonly<Record<Direction, number>>;
  readonly reportsCuts: boolean;
}

/** The JSON length of a schema, and its references. */
interface Node {
  readonly size: number;
  readonly targets: readonly Part[];
}

const maxNodes = 10_000;

/** Maximum JSON per file: the generator reads up to 1 MiB and 60,000 nodes. */
const maxFileSize = 150_000;

/** Collects referenced schemas as named definitions, each converted once. */
export class DefinitionSet {
  /** The definitions by file; without settings the file is `""`. */
  readonly files: Map<string, MutableObject> = new Map();
  readonly #settings: DefinitionSettings | undefined;
  readonly #references = new Map<string, { readonly name: string; readonly file: string }>();
  readonly #taken = new Set<string>();
  readonly #nodes = new Map<string, Node>();
  /** Named definitions to convert, which may add others. */
  readonly #pending: (() => void)[] = [];
  #fileSize = 0;

  constructor(settings?: DefinitionSettings) {
    this.#settings = settings;
  }

  /** Converts a schema; everything that it references becomes a definition. */
  convert(part: Part, direction: Direction): MutableObject {
    const converted = this.#convert(part, direction);
    for (let next = this.#pending.shift(); next !== undefined; next = this.#pending.shift()) next();
    return converted;
  }

  /** `home` is the file that contains the schema. */
  #convert(schema: Part, direction: Direction, home?: string): MutableObject {
    return convertSchema(schema, {
      without: direction === "in" ? "readOnly" : "writeOnly",
      reference: (from) => {
        const target = from.source.resolve?.(String(from.value), from);
        if (target === undefined) return undefined;
        if (home !== undefined && this.#leadsTooFar(target, direction)) return this.#cut(target, from);
        const key = `${direction} ${keyOf(target)}`;
        const { name, file } = this.#references.get(key) ?? this.#define(key, target, direction);
        // Definition files share a folder.
        const path = file === home ? "" : home === undefined ? file : file.slice(file.lastIndexOf("/") + 1);
        return { $ref: `${path}#/$defs/${name}` };
      },
    });
  }

  #cut(target: Part, from: Part): MutableObject {
    if (this.#settings?.reportsCuts === true)
      from.lose(`\`${nameOf(target)}\` leads to too many definitions, so anything is accepted here.`);
    const description = target.text("description");
    return description === undefined ? {} : { description: description.slice(0, 200) };
  }

  #define(key: string, part: Part, direction: Direction): { name: string; file: string } {
    const { namespace } = this.#settings ?? {};
    const own = nameOf(part);
    const suffix = direction === "in" ? "Input" : "";
    const name = this.#freeName(namespace === undefined ? own : namespace + capitalized(own) + suffix);
    const definition = { name, file: this.#fileFor(this.#nodeOf(part).size) };
    this.#references.set(key, definition);
    const definitions = this.files.get(definition.file) ?? {};
    this.files.set(definition.file, definitions);
    definitions[name] = {};
    this.#pending.push(() => {
      definitions[name] = this.#convert(part, direction, definition.file);
    });
    return definition;
  }

  #fileFor(size: number): string {
    if (this.#settings === undefined) return "";
    const last = [...this.files.keys()].at(-1);
    this.#fileSize += size;
    if (last !== undefined && this.#fileSize <= maxFileSize) return last;
    this.#fileSize = size;
    return this.#settings.file(this.files.size);
  }

  /** Type and file names must be unique ignoring case; defaults add a `…Params` type. */
  #freeName(base: string): string {
    const keysOf = (name: string): string[] =>
      [name, `${name}params`].map((key) => key.replaceAll("_", "").toLowerCase());
    const name = freeName(base, (candidate) => keysOf(candidate).some((key) => this.#taken.has(key)));
    for (const key of keysOf(name)) this.#taken.add(key);
    return name;
  }

  #nodeOf(part: Part): Node {
    const known = this.#nodes.get(keyOf(part));
    if (known !== undefined) return known;
    if (this.#nodes.size >= maxNodes)
      throw new SourceError("TK1006", part.source.file, `References lead to more than ${maxNodes} schemas.`);
    const text = JSON.stringify(part.value);
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = ""]) => reference);
    const targets = references.flatMap((reference) => part.source.resolve?.(reference, part) ?? []);
    const node = { size: text.length, targets };
    this.#nodes.set(keyOf(part), node);
    return node;
  }

  #leadsTooFar(part: Part, direction: Direction): boolean {
    const limit = this.#settings?.reach[direction];
    if (limit === undefined) return false;
    const reached = new Map([[keyOf(part), part]]);
    for (const one of reached.values()) {
      for (const target of this.#nodeOf(one).targets) reached.set(keyOf(target), target);
      if (reached.size > limit + 1) return true;
    }
    return false;
  }
}

function keyOf({ source, pointer }: Part): string {
  return `${source.file}#${pointer}`;
}

function nameOf({ source, pointer }: Part): string {
  const file = (source.file.split(/[\\/]/).at(-1) ?? "").replace(/\..*$/, "");
  const name = identifierText(decode(pointer === "" ? file : (pointer.split("/").at(-1) ?? "")));
  return /^[A-Za-z]/.test(name) ? name : `Schema_${name}`.replace(/_$/, "");
}
