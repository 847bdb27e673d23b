import { capitalized, freeName, identifierText } from "../names.js";
import { SourceError } from "../source/import-report.js";
import type { MutableObject, Part } from "../source/part.js";
import { decode } from "../source/source-files.js";
import { convertSchema, type SchemaContext } from "./convert-schema.js";

/** Who sees a value: callers send what goes in, tools return what comes out. */
export type Direction = "in" | "out";

/** How the definitions of a document are collected. */
export interface DefinitionSettings {
  /** The file that holds them, beside the manifests; without one they are part of the schema. */
  readonly file?: string;
  /** The names of the definitions that exist already, by the files that hold them. */
  readonly existing?: ReadonlyMap<string, ReadonlySet<string>>;
  /** What the names of definitions begin with, so that those of two sources differ. */
  readonly namespace?: string;
  /** Definitions that a definition may lead to in turn, before it is cut to any value. */
  readonly reach?: Readonly<Record<Direction, number>>;
  readonly reportsCuts?: boolean;
}

/** What is known of a schema that references point at. */
interface Node {
  readonly part: Part;
  readonly key: string;
  /** The schemas that it refers to. */
  readonly next: readonly Part[];
  /** Whether it has properties that are only read or only written. */
  readonly hasDirection: boolean;
  /** How many values it consists of. */
  readonly size: number;
}

/** Schemas that one document may refer to. */
const maxNodes = 10_000;

/** Values of one file; the generator reads files of 60,000 parts, and a value with its key and marks has up to five. */
const maxValues = 10_000;

/** Collects the schemas that references point at as definitions with names, each converted once. */
export class DefinitionSet {
  /** The definitions by the file that holds them; `""` is the schema itself. */
  readonly files: Map<string, MutableObject> = new Map();
  readonly #settings: DefinitionSettings;
  /** The definitions by the schemas they come from. */
  readonly #references = new Map<string, { readonly name: string; readonly file: string }>();
  readonly #taken = new Set<string>();
  readonly #nodes = new Map<string, Node>();
  /** Whether a schema, or one that it leads to, has a direction. */
  readonly #directions = new Map<Node, boolean>();
  /** Definitions that have a name and are still to be converted, which may add others. */
  readonly #pending: (() => void)[] = [];
  /** The file that gets the next definition, and how many values it has. */
  #file: string;
  #values = 0;

  constructor(settings: DefinitionSettings = {}) {
    this.#settings = settings;
    this.#file = this.#freeFile();
  }

  /** Converts a schema that is no definition itself; everything that it refers to becomes one. */
  convert(part: Part, direction: Direction): MutableObject {
    const converted = convertSchema(part, this.#context(direction));
    for (let next = this.#pending.shift(); next !== undefined; next = this.#pending.shift()) next();
    return converted;
  }

  /** `home` is the file of the definition that is converted. */
  #context(direction: Direction, home?: string): SchemaContext {
    return {
      without: direction === "in" ? "readOnly" : "writeOnly",
      reference: (part) => this.#refer(part, direction, home),
    };
  }

  #refer(from: Part, direction: Direction, home: string | undefined): MutableObject | undefined {
    const target = from.source.resolve?.(String(from.value), from);
    if (target === undefined) return undefined;
    const node = this.#nodeOf(target);
    if (home !== undefined && this.#leadsFurther(node, this.#settings.reach?.[direction] ?? Infinity))
      return this.#cut(target, from);
    const key = this.#hasDirection(node) ? `${direction} ${node.key}` : node.key;
    const { name, file } = this.#references.get(key) ?? this.#define(key, node, direction);
    // Files of definitions lie beside each other.
    const path = file === home ? "" : home === undefined ? file : file.slice(file.lastIndexOf("/") + 1);
    return { $ref: `${path}#/$defs/${name}` };
  }

  #cut(target: Part, from: Part): MutableObject {
    if (this.#settings.reportsCuts === true)
      from.lose(`\`${nameOf(target)}\` leads to too many definitions, so anything is accepted here.`);
    const description = target.text("description");
    return description === undefined ? {} : { description: description.slice(0, 200) };
  }

  #define(key: string, { part, size }: Node, direction: Direction): { name: string; file: string } {
    const { namespace = "", existing = new Map<string, ReadonlySet<string>>() } = this.#settings;
    // What callers send has another name where it differs from what they get.
    const own = key.startsWith("in ") ? `${nameOf(part)}Input` : nameOf(part);
    const name = this.#freeName(namespace === "" ? own : namespace + capitalized(own));
    const known = [...existing.keys()].find((file) => existing.get(file)?.has(name));
    const definition = { name, file: known ?? this.#fileFor(size) };
    this.#references.set(key, definition);
    if (known !== undefined) return definition;
    const definitions = this.files.get(definition.file) ?? {};
    this.files.set(definition.file, definitions);
    definitions[name] = {};
    this.#pending.push(() => {
      definitions[name] = convertSchema(part, this.#context(direction, definition.file));
    });
    return definition;
  }

  #fileFor(size: number): string {
    this.#values += size;
    if (this.#values > maxValues && this.files.has(this.#file))
      [this.#file, this.#values] = [this.#freeFile(), size];
    return this.#file;
  }

  /** The first file of the API that has no definitions yet. */
  #freeFile(): string {
    const { file, existing } = this.#settings;
    if (file === undefined) return "";
    const isTaken = (name: string): boolean =>
      existing?.has(`${name}.yaml`) === true || this.files.has(`${name}.yaml`);
    return `${freeName(file.replace(/\.yaml$/, ""), isTaken, "-")}.yaml`;
  }

  /** Definitions become types and files, whose names differ in more than case; one with defaults becomes two. */
  #freeName(base: string): string {
    const keysOf = (name: string): string[] =>
      [name, `${name}params`].map((key) => key.replaceAll("_", "").toLowerCase());
    const name = freeName(base, (candidate) => keysOf(candidate).some((key) => this.#taken.has(key)));
    for (const key of keysOf(name)) this.#taken.add(key);
    return name;
  }

  #nodeOf(part: Part): Node {
    const key = `${part.source.file}#${part.pointer}`;
    const known = this.#nodes.get(key);
    if (known !== undefined) return known;
    if (this.#nodes.size >= maxNodes)
      throw new SourceError("TK1006", part.source.file, `References lead to more than ${maxNodes} schemas.`);
    const { references, ...facts } = scan(part.value);
    const next = references.flatMap((reference) => part.source.resolve?.(reference, part) ?? []);
    const node: Node = { part, key, next, ...facts };
    this.#nodes.set(key, node);
    return node;
  }

  /** Whether a schema leads to more others than a limit. */
  #leadsFurther(node: Node, limit: number): boolean {
    if (limit === Infinity) return false;
    const reached = new Set([node]);
    for (const { next } of reached) {
      for (const part of next) reached.add(this.#nodeOf(part));
      if (reached.size > limit + 1) return true;
    }
    return false;
  }

  #hasDirection(node: Node): boolean {
    const reached = new Set([node]);
    for (const one of reached) {
      const known = one.hasDirection || this.#directions.get(one);
      if (known === undefined) for (const part of one.next) reached.add(this.#nodeOf(part));
      if (known !== true) continue;
      this.#directions.set(node, true);
      return true;
    }
    for (const one of reached) this.#directions.set(one, false);
    return false;
  }
}

function scan(
  root: unknown,
): Pick<Node, "hasDirection" | "size"> & { readonly references: readonly string[] } {
  const references: string[] = [];
  let hasDirection = false;
  let size = 0;
  const visit = (value: unknown): void => {
    size++;
    if (typeof value !== "object" || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === "$ref" && typeof inner === "string") references.push(inner);
      else if ((key === "readOnly" || key === "writeOnly") && inner === true) hasDirection = true;
      visit(inner);
    }
  };
  visit(root);
  return { references, hasDirection, size };
}

/** What a definition is called: the last word of the way to it, or the file. */
function nameOf({ source, pointer }: Part): string {
  const file = (source.file.split(/[\\/]/).at(-1) ?? "").replace(/\..*$/, "");
  const name = identifierText(decode(pointer === "" ? file : (pointer.split("/").at(-1) ?? "")));
  return /^[A-Za-z]/.test(name) ? name : `Schema_${name}`.replace(/_$/, "");
}
