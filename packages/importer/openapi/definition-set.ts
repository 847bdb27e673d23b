import { camelCase, capitalized, identifierText, uniqueName } from "../names.js";
import { convertSchema } from "../schema/convert-schema.js";
import type { MutableObject, Part } from "../source/part.js";

/** Whether a value is an argument (in) or a result (out). */
export type Direction = "in" | "out";

/** How much of the response schemas to import; `shallow` stops at definitions that reference others. */
export type ResultDepth = "none" | "shallow" | "full";

/** Maximum JSON per file: the generator reads up to 1 MiB and 60,000 nodes. */
const maxFileSize = 150_000;

interface Definition {
  readonly name: string;
  readonly file: string;
}

/** Collects the schemas that an API's operations reference as named definitions, each converted once. */
export class DefinitionSet {
  /** Definitions by file, all in one folder. */
  readonly files: Map<string, MutableObject> = new Map();
  readonly #api: string;
  readonly #results: ResultDepth;
  /** Definitions by the value that they are converted from. */
  readonly #known = { in: new Map<unknown, Definition>(), out: new Map<unknown, Definition>() };
  readonly #taken = new Set<string>();
  #fileSize = 0;

  constructor(api: string, results: ResultDepth) {
    this.#api = api;
    this.#results = results;
  }

  /** Converts a schema; everything that it references becomes a definition. `owner` is the file of a definition. */
  convert(schema: Part, direction: Direction, owner?: string): MutableObject {
    return convertSchema(schema, {
      without: direction === "in" ? "readOnly" : "writeOnly",
      reference: (from) => {
        const target = from.source.resolve?.(String(from.value), from);
        if (target === undefined) return undefined;
        const isCut = owner !== undefined && direction === "out" && this.#results === "shallow";
        if (isCut && JSON.stringify(target.value).includes('"$ref":')) return describe(target);
        const { name, file } = this.#known[direction].get(target.value) ?? this.#define(target, direction);
        const path = owner === undefined ? `shared/${file}` : file === owner ? "" : file;
        return { $ref: `${path}#/$defs/${name}` };
      },
    });
  }

  #define(part: Part, direction: Direction): Definition {
    const suffix = direction === "in" ? "Input" : "";
    const name = this.#uniqueName(capitalized(camelCase(this.#api)) + capitalized(nameOf(part)) + suffix);
    const file = this.#fileFor(JSON.stringify(part.value).length);
    // Register the definition first: it may be recursive.
    this.#known[direction].set(part.value, { name, file });
    const definitions = this.files.get(file) ?? {};
    this.files.set(file, definitions);
    definitions[name] = {};
    definitions[name] = this.convert(part, direction, file);
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
}

/** Accepts anything, with the description of the schema that was cut. */
function describe(schema: Part): MutableObject {
  const description = schema.text("description");
  return description === undefined ? {} : { description: description.slice(0, 200) };
}

function nameOf({ source, path }: Part): string {
  const file = (source.file.split(/[\\/]/).at(-1) ?? "").replace(/\..*$/, "");
  const name = identifierText(String(path.at(-1) ?? file));
  return /^[A-Za-z]/.test(name) ? name : `Schema_${name}`.replace(/_$/, "");
}
