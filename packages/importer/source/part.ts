import { diagnostic, type Diagnostic, type DiagnosticCode, type Range } from "@toolkiln/generator";
import { isRecord, pointerTo, valueAlong } from "@toolkiln/runtime/json";
import { visibleText } from "../names.js";

export type MutableObject = Record<string, unknown>;

export function unlessEmpty<Value extends object>(value: Value): Value | undefined {
  return Object.values(value).some((member) => member !== undefined) ? value : undefined;
}

/** What tools are imported from: a document, a module or a server. */
export interface Source {
  readonly file: string;
  /** Diagnostics about parts that could not be converted; keyed by their JSON, so that each is kept once. */
  readonly report: Map<string, Diagnostic>;
  readonly locate?: (path: readonly string[]) => Range | undefined;
  /** Resolves a `$ref`; reports one that cannot be found. */
  readonly resolve?: (reference: string, from: Part) => Part | undefined;
}

const places = new WeakMap<object, Part>();

/** A value in a source, with its location. A missing part has the value undefined. */
export class Part {
  readonly source: Source;
  readonly value: unknown;
  readonly path: readonly string[];

  constructor(source: Source, value: unknown, path: readonly string[] = []) {
    this.source = source;
    this.value = value;
    this.path = path;
  }

  /** The value as an object; empty for other types. */
  get record(): Readonly<Record<string, unknown>> {
    return isRecord(this.value) ? this.value : {};
  }

  get(...steps: readonly string[]): Part {
    return new Part(this.source, valueAlong(this.value, steps), [...this.path, ...steps]);
  }

  with(value: unknown): Part {
    return new Part(this.source, value, this.path);
  }

  members(): (readonly [string, Part])[] {
    const keys = Object.keys(Array.isArray(this.value) ? this.value : this.record);
    return keys.map((key) => [key, this.get(key)]);
  }

  /** A member, if it is a non-blank string. */
  text(key: string): string | undefined {
    const { value } = this.get(key);
    return typeof value === "string" && value.trim() !== "" ? value : undefined;
  }

  texts(key: string): string[] {
    const { value } = this.get(key);
    return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
  }

  /** Follows references; a circular one has the value undefined. */
  follow(limit = 50): Part {
    const { $ref } = this.record;
    if (typeof $ref !== "string") return this;
    if (limit === 0) this.warn("The references form a cycle, so the value is left out.");
    const target = limit === 0 ? undefined : this.source.resolve?.($ref, this);
    return target?.follow(limit - 1) ?? this.with(undefined);
  }

  /** Reports a warning at the line of this part, or with its JSON pointer if the source has no lines. */
  warn(message: string, help?: string, code: DiagnosticCode = "TK8001"): void {
    const { file, locate, report } = this.source;
    const range = locate?.(this.path);
    const pointer = range === undefined ? this.path.reduce(pointerTo, "") : "";
    const text = pointer === "" ? message : `${pointer}: ${message}`;
    const { diagnostic: found } = new SourceError(file, text, code, help, range);
    report.set(JSON.stringify(found), found);
  }

  /** Removes invisible characters from a text of this part, and reports them. */
  visible(text: string): string {
    const unix = text.replaceAll("\r\n", "\n").trim();
    const visible = visibleText(unix);
    if (visible !== unix) this.warn("The text contains invisible characters; they were removed.");
    return visible;
  }

  /** Records this part as the origin of a converted schema, for `placeOf`. */
  mark(schema: MutableObject): MutableObject {
    places.set(schema, this);
    return schema;
  }
}

export const placeOf = (schema: unknown): Part | undefined => places.get(schema as object);

/** A source that cannot be imported at all. */
export class SourceError extends Error {
  override readonly name = "SourceError";
  readonly diagnostic: Diagnostic;

  constructor(file: string, message: string, code: DiagnosticCode = "TK8004", help?: string, range?: Range) {
    super(message);
    this.diagnostic = diagnostic(code, { file, range: range ?? rangeAt({ line: 1, col: 1 }) }, message, help);
  }
}

export function rangeAt({ line, col: column }: { readonly line: number; readonly col: number }): Range {
  return { start: { line, column }, end: { line, column: column + 1 } };
}
