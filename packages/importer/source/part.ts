import { diagnostic, type Diagnostic, type DiagnosticCode, type Range } from "@toolkiln/generator";
import { isRecord, pointerTo } from "@toolkiln/runtime/json";
import { visibleText } from "../names.js";

export type MutableObject = Record<string, unknown>;

/** A list or an object, or undefined if it has no members. */
export function unlessEmpty<Value extends object>(value: Value | undefined): Value | undefined {
  return Object.values(value ?? {}).some((member) => member !== undefined) ? value : undefined;
}

export type Path = readonly (string | number)[];

/** What an import could not convert, by the JSON of the diagnostic. */
export type ImportReport = Map<string, Diagnostic>;

/** What tools are imported from: a document, a module or a server. */
export interface Source {
  readonly file: string;
  readonly report: ImportReport;
  /** Finds the range of a value, if the source has lines. */
  readonly locate?: (path: Path) => Range | undefined;
  /** Resolves a `$ref`; reports one that cannot be found. */
  readonly resolve?: (reference: string, from: Part) => Part | undefined;
}

const maxReferences = 50;

const places = new WeakMap<object, Part>();

/** A value in a source, with its location. A missing part has the value undefined. */
export class Part {
  readonly source: Source;
  readonly value: unknown;
  readonly path: Path;

  constructor(source: Source, value: unknown, path: Path = []) {
    this.source = source;
    this.value = value;
    this.path = path;
  }

  /** The value as an object; empty for other types. */
  get record(): Readonly<Record<string, unknown>> {
    return isRecord(this.value) ? this.value : {};
  }

  get(...steps: Path): Part {
    const value = steps.reduce<unknown>((part, step) => {
      const isOwn = typeof part === "object" && part !== null && Object.hasOwn(part, step);
      return isOwn ? Reflect.get(part, step) : undefined;
    }, this.value);
    return new Part(this.source, value, [...this.path, ...steps]);
  }

  /** The same place with another value. */
  with(value: unknown): Part {
    return new Part(this.source, value, this.path);
  }

  members(): (readonly [string, Part])[] {
    const keys = typeof this.value === "object" && this.value !== null ? Object.keys(this.value) : [];
    return keys.map((key) => [key, this.get(key)] as const);
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
    if (limit === 0) this.warn("The references form a cycle.");
    const target = limit === 0 ? undefined : this.source.resolve?.($ref, this);
    return target?.follow(limit - 1) ?? this.with(undefined);
  }

  warn(message: string, help?: string): void {
    this.report("TK8001", message, help);
  }

  /** Adds a diagnostic at this place: its lines, or its JSON pointer if the source has no lines. */
  report(code: DiagnosticCode, message: string, help?: string): void {
    const { file, locate, report } = this.source;
    const range = locate?.(this.path);
    const pointer = this.path.reduce<string>((start, step) => pointerTo(start, String(step)), "");
    const text = range === undefined && pointer !== "" ? `${pointer}: ${message}` : message;
    const { diagnostic: found } = new SourceError(code, file, text, help, range);
    report.set(JSON.stringify(found), found);
  }

  /** Removes invisible characters from a text of this part, and reports them. */
  visible(text: string): string {
    const unix = text.replaceAll("\r\n", "\n").trim();
    const visible = visibleText(unix);
    if (visible !== unix) this.warn("The text contains invisible characters; they were removed.");
    return visible;
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
