import { diagnostic, type Diagnostic, type DiagnosticCode, type Range } from "@toolkiln/generator";
import { isRecord } from "@toolkiln/runtime/json";

export type MutableObject = Record<string, unknown>;

/** What tools are imported from: a document, a module or a server. */
export interface Source {
  readonly file: string;
  readonly report: ImportReport;
  /** Finds the range of a JSON pointer, if the source has lines. */
  locate?(pointer: string): Range | undefined;
  /** Resolves a `$ref`; reports one that cannot be found. */
  resolve?(reference: string, from: Part): Part | undefined;
}

const maxReferences = 50;

const places = new WeakMap<object, Part>();

/** A value in a source, with its location. A missing part has the value undefined. */
export class Part {
  readonly source: Source;
  readonly value: unknown;
  readonly pointer: string;

  constructor(source: Source, value: unknown, pointer = "") {
    this.source = source;
    this.value = value;
    this.pointer = pointer;
  }

  /** The value as an object; empty for other types. */
  get record(): Readonly<Record<string, unknown>> {
    return isRecord(this.value) ? this.value : {};
  }

  get(...steps: readonly (string | number)[]): Part {
    const value = steps.reduce<unknown>((part, step) => {
      if (Array.isArray(part)) return part[Number(step)] as unknown;
      return isRecord(part) && Object.hasOwn(part, step) ? part[step] : undefined;
    }, this.value);
    const names = steps.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`);
    return new Part(this.source, value, this.pointer + names.join(""));
  }

  members(): (readonly [string, Part])[] {
    if (typeof this.value !== "object" || this.value === null) return [];
    return Object.keys(this.value).map((key) => [key, this.get(key)] as const);
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
  follow(limit: number = maxReferences): Part {
    const { $ref } = this.record;
    if (typeof $ref !== "string") return this;
    if (limit === 0) this.lose("The references here only lead to each other.");
    const target = limit === 0 ? undefined : this.source.resolve?.($ref, this);
    return target?.follow(limit - 1) ?? new Part(this.source, undefined, this.pointer);
  }

  lose(message: string, help?: string): void {
    this.source.report.add("TK8001", this, message, help);
  }

  /** Records where a converted schema comes from. */
  mark(schema: MutableObject): MutableObject {
    places.set(schema, this);
    return schema;
  }
}

export function placeOf(schema: object): Part | undefined {
  return places.get(schema);
}

/** Maximum diagnostics per report. */
const mostEntries = 5_000;

export class ImportReport {
  readonly #entries = new Map<string, () => Diagnostic>();

  add(code: DiagnosticCode, { source, pointer }: Part, message: string, help?: string): void {
    if (this.#entries.size >= mostEntries) return;
    this.#entries.set(JSON.stringify([code, source.file, pointer, message]), () => {
      const range = source.locate?.(pointer);
      // Without lines, show the pointer.
      const text = range === undefined && pointer !== "" ? `${pointer}: ${message}` : message;
      return new SourceError(code, source.file, text, help, range).diagnostic;
    });
  }

  /** All diagnostics, in source order. */
  diagnostics(): Diagnostic[] {
    const found = [...this.#entries.values()].map((toDiagnostic) => toDiagnostic());
    return found.toSorted(
      ({ range: { start: a } }, { range: { start: b } }) => a.line - b.line || a.column - b.column,
    );
  }
}

/** A source that cannot be imported at all. */
export class SourceError extends Error {
  override readonly name = "SourceError";
  readonly diagnostic: Diagnostic;

  constructor(
    code: DiagnosticCode,
    file: string,
    message: string,
    help?: string,
    range: Range = rangeAt(1, 1),
  ) {
    super(message);
    this.diagnostic = diagnostic(code, { file, range }, message, { ...(help !== undefined && { help }) });
  }
}

export function rangeAt(line: number, column: number): Range {
  return { start: { line, column }, end: { line, column: column + 1 } };
}
