import { pascalCase } from "@toolkiln/generator";
import { baseName, uniqueName } from "../names.js";
import { convertSchema } from "../schema/convert-schema.js";
import type { MutableObject, Part } from "../source/part.js";

export type ResultDepth = "none" | "shallow" | "full";

/** Limits for arguments (`in`) and result depths: a nested reference that reaches more definitions accepts any value. */
const maxReachable = { in: 250, none: 0, shallow: 0, full: 40 };

/** Characters of JSON after which the next file starts: the generator reads up to 1 MiB and 60,000 YAML tokens. */
const maxFileSize = 150_000;

type Definition = { readonly part: Part; readonly name: string; readonly file: string };

/** Turns each schema that an API's operations reference into a named definition, each converted once. */
export class DefinitionSet {
  readonly #api: string;
  readonly #results: ResultDepth;
  /** Definitions by the value that they are converted from; arguments (in) and results (out) differ. */
  readonly #known = { in: new Map<unknown, Definition>(), out: new Map<unknown, Definition>() };
  readonly #taken = new Set<string>();
  readonly #targets = new Map<unknown, readonly Part[]>();
  #size = 0;

  constructor(api: string, results: ResultDepth) {
    this.#api = api;
    this.#results = results;
  }

  toFiles(): Map<string, MutableObject> {
    const files = new Map<string, MutableObject>();
    for (const direction of ["in", "out"] as const)
      // A conversion may add definitions to this map: the loop reaches them, while recursion could overflow the stack.
      for (const { part, name, file } of this.#known[direction].values())
        files.set(file, { ...files.get(file), [name]: this.convert(part, direction, file) });
    return files;
  }

  /** Converts a schema; what it references becomes a definition. `owner` is the file that contains it. */
  convert(schema: Part, direction: "in" | "out", owner?: string): MutableObject {
    const known = this.#known[direction];
    const refer = (from: Part): MutableObject | undefined => {
      const target = from.source.resolve?.(String(from.value), from);
      if (target === undefined) return undefined;
      const limit = maxReachable[direction === "in" ? "in" : this.#results];
      if (owner !== undefined && this.#reachesMoreThan(limit, target)) {
        if (limit > 0)
          from.warn(`\`${nameOf(target)}\` references too many definitions, so anything is accepted here.`);
        const description = target.text("description");
        return description === undefined ? {} : { description: description.slice(0, 200) };
      }
      const { name, file } = known.get(target.value) ?? this.#define(target, direction);
      const path = owner === undefined ? `shared/${file}` : file === owner ? "" : file;
      return { $ref: `${path}#/$defs/${name}` };
    };
    return convertSchema(schema, refer, direction === "in" ? "readOnly" : "writeOnly");
  }

  #define(part: Part, direction: "in" | "out"): Definition {
    const base = pascalCase(`${this.#api} ${nameOf(part)}`) + (direction === "in" ? "Input" : "");
    // Names must be unique ignoring case. A definition with defaults also generates the type `…Params`.
    const keysOf = (name: string): string[] => [name.toLowerCase(), `${name.toLowerCase()}params`];
    const name = uniqueName(base, (candidate) => keysOf(candidate).some((key) => this.#taken.has(key)));
    for (const key of keysOf(name)) this.#taken.add(key);
    const number = Math.floor(this.#size / maxFileSize) + 1;
    this.#size += JSON.stringify(part.value).length;
    const definition = { part, name, file: `${this.#api}${number === 1 ? "" : `-part-${number}`}.yaml` };
    this.#known[direction].set(part.value, definition);
    return definition;
  }

  #reachesMoreThan(limit: number, part: Part): boolean {
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

const nameOf = ({ source, path }: Part): string => path.at(-1) ?? baseName(source.file);
