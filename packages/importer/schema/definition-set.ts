import { uniqueName, identifierText } from "../names.js";
import { SourceError, type MutableObject, type Part } from "../source/part.js";
import { convertSchema } from "./convert-schema.js";

/** Whether a value is an argument (in) or a result (out). */
export type Direction = "in" | "out";

export interface DefinitionSettings {
  /** Names the definition file with this index, relative to the manifests folder. */
  readonly file: (number: number) => string;
  /** Names a definition by its name in the source. */
  readonly name: (own: string, direction: Direction) => string;
  /** Maximum definitions reachable from one; beyond it, any value is accepted. */
  readonly maxReachable: Readonly<Record<Direction, number>>;
  readonly reportsTruncation: boolean;
}

/** Keeps all definitions in the schema that references them. */
const inline: DefinitionSettings = {
  file: () => "",
  name: (own) => own,
  maxReachable: { in: Infinity, out: Infinity },
  reportsTruncation: false,
};

const maxDefinitions = 10_000;

/** Maximum JSON per file: the generator reads up to 1 MiB and 60,000 nodes. */
const maxFileSize = 150_000;

/** Collects referenced schemas as named definitions, each converted once. */
export class DefinitionSet {
  readonly files: Map<string, MutableObject> = new Map();
  readonly #settings: DefinitionSettings;
  readonly #references = new Map<string, { readonly name: string; readonly file: string }>();
  readonly #taken = new Set<string>();
  readonly #targets = new Map<string, readonly Part[]>();
  /** Named definitions to convert, which may add others. */
  readonly #pending: (() => void)[] = [];
  #fileSize = 0;

  constructor(settings: DefinitionSettings = inline) {
    this.#settings = settings;
  }

  /** Converts a schema; everything that it references becomes a definition. */
  convert(part: Part, direction: Direction): MutableObject {
    const converted = this.#convert(part, direction);
    for (let next = this.#pending.shift(); next !== undefined; next = this.#pending.shift()) next();
    return converted;
  }

  /** `owner` is the file that contains the schema. */
  #convert(schema: Part, direction: Direction, owner?: string): MutableObject {
    return convertSchema(schema, {
      without: direction === "in" ? "readOnly" : "writeOnly",
      reference: (from) => {
        const target = from.source.resolve?.(String(from.value), from);
        if (target === undefined) return undefined;
        if (owner !== undefined && this.#isTooLarge(target, direction)) return this.#truncate(target, from);
        const key = `${direction} ${keyOf(target)}`;
        const { name, file } = this.#references.get(key) ?? this.#define(key, target, direction);
        // Definition files share a folder.
        const base = file.slice(file.lastIndexOf("/") + 1);
        const path = file === owner ? "" : owner === undefined ? file : base;
        return { $ref: `${path}#/$defs/${name}` };
      },
    });
  }

  #truncate(target: Part, from: Part): MutableObject {
    if (this.#settings.reportsTruncation)
      from.warn(`\`${nameOf(target)}\` leads to too many definitions, so anything is accepted here.`);
    const description = target.text("description");
    return description === undefined ? {} : { description: description.slice(0, 200) };
  }

  #define(key: string, part: Part, direction: Direction): { name: string; file: string } {
    if (this.#references.size >= maxDefinitions) {
      const message = `References lead to more than ${maxDefinitions} schemas.`;
      throw new SourceError("TK1006", part.source.file, message);
    }
    const name = this.#uniqueName(this.#settings.name(nameOf(part), direction));
    const file = this.#fileFor(JSON.stringify(part.value).length);
    this.#references.set(key, { name, file });
    const definitions = this.files.get(file) ?? {};
    this.files.set(file, definitions);
    definitions[name] = {};
    this.#pending.push(() => {
      definitions[name] = this.#convert(part, direction, file);
    });
    return { name, file };
  }

  #fileFor(size: number): string {
    const last = [...this.files.keys()].at(-1);
    this.#fileSize += size;
    if (last !== undefined && this.#fileSize <= maxFileSize) return last;
    this.#fileSize = size;
    return this.#settings.file(this.files.size);
  }

  /** Type and file names must be unique ignoring case; defaults add a `…Params` type. */
  #uniqueName(base: string): string {
    const keysOf = (name: string): string[] =>
      [name, `${name}params`].map((key) => key.replaceAll("_", "").toLowerCase());
    const name = uniqueName(base, (candidate) => keysOf(candidate).some((key) => this.#taken.has(key)));
    for (const key of keysOf(name)) this.#taken.add(key);
    return name;
  }

  #isTooLarge(part: Part, direction: Direction): boolean {
    const limit = this.#settings.maxReachable[direction];
    if (limit === Infinity) return false;
    const reached = new Map([[keyOf(part), part]]);
    for (const one of reached.values()) {
      for (const target of this.#targetsOf(one)) reached.set(keyOf(target), target);
      if (reached.size > limit + 1) return true;
    }
    return false;
  }

  #targetsOf(part: Part): readonly Part[] {
    const known = this.#targets.get(keyOf(part));
    if (known !== undefined) return known;
    const references = [...JSON.stringify(part.value).matchAll(/"\$ref":"([^"]+)"/g)];
    const targets = references.flatMap(([, reference = ""]) => part.source.resolve?.(reference, part) ?? []);
    this.#targets.set(keyOf(part), targets);
    return targets;
  }
}

function keyOf({ source, path }: Part): string {
  return JSON.stringify([source.file, path]);
}

function nameOf({ source, path }: Part): string {
  const file = (source.file.split(/[\\/]/).at(-1) ?? "").replace(/\..*$/, "");
  const name = identifierText(String(path.at(-1) ?? file));
  return /^[A-Za-z]/.test(name) ? name : `Schema_${name}`.replace(/_$/, "");
}
