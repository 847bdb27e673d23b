import { isRecord } from "@toolkiln/runtime/json";
import type { ImportReport, SourcePlace } from "../import-report.js";
import type { MutableObject } from "../imported-tool.js";
import type { ReferenceTarget, SourceFiles } from "../source/source-files.js";
import { convertSchema, type SchemaContext } from "./convert-schema.js";

/** Who sees a value: callers send what goes in, tools return what comes out. */
export type Direction = "in" | "out";

/** How the definitions of a document are collected. */
export interface DefinitionSettings {
  /** What references to definitions begin with, seen from outside of them: `#/$defs/` or `shared/api.yaml#/$defs/`. */
  readonly prefix: string;
  /** What the names of definitions begin with, so that those of two sources differ. */
  readonly namespace: string;
  /** Definitions that a definition may lead to in turn, before it is cut to any value. */
  readonly reach: Readonly<Record<Direction, number>>;
  /** Whether a cut is reported. */
  readonly reportsCuts: boolean;
}

/** What is known of a schema that references point at. */
interface Node {
  readonly target: ReferenceTarget;
  readonly key: string;
  /** The definitions that it refers to. */
  readonly next: ReadonlySet<string>;
  /** Whether it has properties that are only read or only written. */
  readonly hasDirection: boolean;
}

/** Collects the schemas that references point at as definitions with names, each converted once. */
export class DefinitionSet {
  /** What `$defs` of the shared file, or of the schema, has to hold. */
  readonly definitions: MutableObject = {};
  readonly #files: SourceFiles;
  readonly #report: ImportReport;
  readonly #settings: DefinitionSettings;
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();
  readonly #nodes = new Map<string, Node>();
  readonly #reaches = new Map<string, ReadonlySet<string>>();

  constructor(files: SourceFiles, report: ImportReport, settings: DefinitionSettings) {
    this.#files = files;
    this.#report = report;
    this.#settings = settings;
  }

  /** Converts a schema that is no definition itself; everything that it refers to becomes one. */
  convert(schema: unknown, place: SourcePlace, direction: Direction): MutableObject {
    return convertSchema(schema, place, this.#context(direction, false));
  }

  #context(direction: Direction, isDefinition: boolean): SchemaContext {
    return {
      report: this.#report,
      without: direction === "in" ? "readOnly" : "writeOnly",
      target: (reference, place) => this.#files.resolve(reference, place)?.value,
      reference: (reference, place) => this.#refer(reference, place, direction, isDefinition),
    };
  }

  #refer(
    reference: string,
    from: SourcePlace,
    direction: Direction,
    isDefinition: boolean,
  ): MutableObject | undefined {
    const target = this.#files.resolve(reference, from);
    if (target === undefined) return undefined;
    const node = this.#nodeOf(target);
    const reach = this.#reachOf(node);
    const isCut = isDefinition && reach.size > this.#settings.reach[direction];
    if (isCut) return this.#cut(node, from);
    const hasDirection = [node.key, ...reach].some((key) => this.#nodes.get(key)?.hasDirection === true);
    const key = hasDirection ? `${direction} ${node.key}` : node.key;
    const prefix = isDefinition ? "#/$defs/" : this.#settings.prefix;
    return { $ref: prefix + (this.#names.get(key) ?? this.#define(key, node, direction)) };
  }

  #cut({ target: { value, place } }: Node, from: SourcePlace): MutableObject {
    const description = isRecord(value) ? value["description"] : undefined;
    const message = `\`${nameOf(place)}\` leads to too many definitions, so anything is accepted here.`;
    if (this.#settings.reportsCuts) this.#report.lose(from, message);
    return typeof description === "string" ? { description: description.slice(0, 200) } : {};
  }

  #define(key: string, { target: { value, place } }: Node, direction: Direction): string {
    // What callers send has another name where it differs from what they get.
    const own = key.startsWith("in ") ? `${nameOf(place)}Input` : nameOf(place);
    const { namespace } = this.#settings;
    const name = this.#freeName(
      namespace === "" ? own : namespace + own.charAt(0).toUpperCase() + own.slice(1),
    );
    this.#names.set(key, name);
    // The name stands before the definition is read, which may refer to itself.
    this.definitions[name] = {};
    this.definitions[name] = convertSchema(value, place, this.#context(direction, true));
    return name;
  }

  /** Definitions become types and files, whose names differ in more than case; one with defaults becomes two. */
  #freeName(base: string): string {
    const keysOf = (name: string) =>
      [name, `${name}params`].map((key) => key.replaceAll("_", "").toLowerCase());
    let name = base;
    for (let number = 2; keysOf(name).some((key) => this.#taken.has(key)); number++)
      name = `${base}${number}`;
    for (const key of keysOf(name)) this.#taken.add(key);
    return name;
  }

  #nodeOf(target: ReferenceTarget): Node {
    const key = `${target.place.source.file}#${target.place.pointer}`;
    const known = this.#nodes.get(key);
    if (known !== undefined) return known;
    const references: { readonly reference: string; readonly place: SourcePlace }[] = [];
    const hasDirection = scan(target.value, target.place, references);
    const next = new Set<string>();
    this.#nodes.set(key, { target, key, next, hasDirection });
    for (const { reference, place } of references) {
      const inner = this.#files.resolve(reference, place);
      if (inner !== undefined) next.add(this.#nodeOf(inner).key);
    }
    return { target, key, next, hasDirection };
  }

  /** Every definition that one leads to, directly or not. */
  #reachOf({ key }: Node): ReadonlySet<string> {
    const known = this.#reaches.get(key);
    if (known !== undefined) return known;
    const reached = new Set(this.#nodes.get(key)?.next);
    for (const one of reached) for (const further of this.#nodes.get(one)?.next ?? []) reached.add(further);
    this.#reaches.set(key, reached);
    return reached;
  }
}

/** Collects the references in a schema; returns whether a property in it is only read or only written. */
function scan(
  value: unknown,
  place: SourcePlace,
  references: { reference: string; place: SourcePlace }[],
): boolean {
  let hasDirection = false;
  const visit = (part: unknown): void => {
    if (typeof part !== "object" || part === null) return;
    for (const [key, inner] of Object.entries(part)) {
      if (key === "$ref" && typeof inner === "string") references.push({ reference: inner, place });
      else if ((key === "readOnly" || key === "writeOnly") && inner === true) hasDirection = true;
      else visit(inner);
    }
  };
  visit(value);
  return hasDirection;
}

/** What a definition is called: the last word of the way to it, or the file. */
function nameOf({ source, pointer }: SourcePlace): string {
  const last =
    pointer === ""
      ? (source.file.split(/[\\/]/).at(-1) ?? "").replace(/\..*$/, "")
      : pointer.split("/").at(-1);
  const name = decodeURIComponentSafely(last ?? "")
    .replaceAll(/[^A-Za-z0-9_]+/g, "_")
    .replaceAll(/^_+|_+$/g, "");
  return /^[A-Za-z]/.test(name) && name !== "__proto__" ? name : `Schema_${name}`.replace(/_$/, "");
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
