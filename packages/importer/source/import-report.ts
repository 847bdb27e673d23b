import { diagnostic, type Diagnostic, type DiagnosticCode, type Range } from "@toolkiln/generator";

/** A source that may know where its parts stand. */
export interface PlacedSource {
  /** A path or address as the user knows it. */
  readonly file: string;
  /** Where the part at a JSON pointer stands; undefined for one without lines. */
  locate?(pointer: string): Promise<Range | undefined>;
}

/** A part of a source, by its JSON pointer. */
export interface SourcePlace {
  readonly source: PlacedSource;
  readonly pointer: string;
}

/** Most entries that are kept; nobody reads further. */
const mostEntries = 5_000;

/** Collects what an import cannot carry, and remembers which part of the source each schema comes from. */
export class ImportReport {
  readonly #entries = new Map<string, () => Promise<Diagnostic>>();
  readonly #places = new WeakMap<object, SourcePlace>();

  /** Records that something of the source is not in the manifest. */
  lose(place: SourcePlace, message: string, help?: string): void {
    this.add("TK8001", place, message, help);
  }

  add(code: DiagnosticCode, { source, pointer }: SourcePlace, message: string, help?: string): void {
    if (this.#entries.size >= mostEntries) return;
    this.#entries.set(JSON.stringify([code, source.file, pointer, message]), async () => {
      const range = await source.locate?.(pointer);
      // Without lines the pointer is the place.
      const text = range === undefined && pointer !== "" ? `${pointer}: ${message}` : message;
      return new SourceError(code, source.file, text, help, range).diagnostic;
    });
  }

  /** Remembers the part of the source that a schema was read from. */
  remember<Schema extends object>(schema: Schema, place: SourcePlace | undefined): Schema {
    if (place !== undefined) this.#places.set(schema, place);
    return schema;
  }

  /** The part of the source that a schema was read from. */
  placeOf(schema: object): SourcePlace | undefined {
    return this.#places.get(schema);
  }

  /** Everything that was recorded, in the order of the source. */
  async diagnostics(): Promise<Diagnostic[]> {
    const found: Diagnostic[] = [];
    for (const toDiagnostic of this.#entries.values()) found.push(await toDiagnostic());
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

/** The character at a position. */
export function rangeAt(line: number, column: number): Range {
  return { start: { line, column }, end: { line, column: column + 1 } };
}
