import { camelCase, capitalized, identifierText, uniqueName } from "../names.js";
import { convertSchema } from "../schema/convert-schema.js";
import type { MutableObject, Part } from "../source/part.js";

/** Whether a value is an argument (in) or a result (out). */
export type Direction = "in" | "out";

/** How much of the response schemas to import. */
export type ResultDepth = "none" | "shallow" | "full";

/** Maximum number of definitions that one definition may reference, directly or indirectly; if there are more, any value is accepted. */
const maxReachable = { in: 250, none: 0, shallow: 0, full: 40 };

/** Maximum JSON per file: the generator reads up to 1 MiB and 60,000 nodes. */
const maxFileSize = 150_000;

interface Definition {
  readonly name: string;
  readonly file: string;
}

/** Turns each schema that an API's operations reference into a named definition, each converted once. */
export class DefinitionSet {
  /** Definitions by file, all in one folder. */
  readonly files: Map<string, MutableObject> = new Map();
  readonly #api: string;
  readonly #results: ResultDepth;
  /** Definitions by the value that they are converted from. */
  readonly #known = { in: new Map<unknown, Definition>(), out: new Map<unknown, Definition>() };
  readonly #taken = new Set<string>();
  readonly #targets = new Map<unknown, readonly Part[]>();
  /** Named definitions to convert, which may add others. Recursion would overflow the stack. */
  readonly #pending: (() => void)[] = [];
  #fileSize = 0;

  constructor(api: string, results: ResultDepth) {
    this.#api = api;
    this.#results = results;
  }

  /** Converts a schema; everything that it references becomes a definition. */
  convert(schema: Part, direction: Direction): MutableObject {
    const converted = this.#convert(schema, direction);
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
        if (owner !== undefined && this.#isTooLarge(target, direction))
          return this.#truncate(target, from, direction);
        const { name, file } = this.#known[direction].get(target.value) ?? this.#define(target, direction);
        const path = owner === undefined ? `shared/${file}` : file === owner ? "" : file;
        return { $ref: `${path}#/$defs/${name}` };
      },
    });
  }

  #truncate(target: Part, from: Part, direction: Direction): MutableObject {
    if (direction === "in" || this.#results === "full")
      from.warn(`\`${nameOf(target)}\` references too many definitions, so anything is accepted here.`);
    const description = target.text("description");
    return description === undefined ? {} : { description: description.slice(0, 200) };
  }

  #define(part: Part, direction: Direction): Definition {
    const suffix = direction === "in" ? "Input" : "";
    const name = this.#uniqueName(capitalized(camelCase(this.#api)) + capitalized(nameOf(part)) + suffix);
    const file = this.#fileFor(JSON.stringify(part.value).length);
    this.#known[direction].set(part.value, { name, file });
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
    return `${this.#api}${last === undefined ? "" : `-part-${this.files.size + 1}`}.yaml`;
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
    const limit = maxReachable[direction === "in" ? "in" : this.#results];
    const reached = new Map([[part.value, part]]);
    for (const one of reached.values()) {
      for (const target of this.#targetsOf(one)) reached.set(target.value, target);
      if (reached.size > limit + 1) return true;
    }
    return false;
  }

  #targetsOf(part: Part): readonly Part[] {
    const known = this.#targets.get(part.value);
    if (known !== undefined) return known;
    const references = [...JSON.stringify(part.value).matchAll(/"\$ref":"([^"]+)"/g)];
    const targets = references.flatMap(([, reference = ""]) => part.source.resolve?.(reference, part) ?? []);
    this.#targets.set(part.value, targets);
    return targets;
  }
}

function nameOf({ source, path }: Part): string {
  const file = (source.file.split(/[\\/]/).at(-1) ?? "").replace(/\..*$/, "");
  const name = identifierText(String(path.at(-1) ?? file));
  return /^[A-Za-z]/.test(name) ? name : `Schema_${name}`.replace(/_$/, "");
}
