import { diagnostic, type Diagnostic, type DiagnosticCode, type Range } from "@toolkiln/generator";

/** A source that knows where its parts stand. */
export interface PlacedSource {
  /** A path or address as the user knows it. */
  readonly file: string;
  /** The places of parts by their JSON pointers; parts that have none are left out. */
  locate(pointers: ReadonlySet<string>): ReadonlyMap<string, Range>;
}

/** A part of a source, by its JSON pointer. */
export interface SourcePlace {
  readonly source: PlacedSource;
  readonly pointer: string;
}

interface Entry {
  readonly code: DiagnosticCode;
  readonly place: SourcePlace;
  readonly message: string;
  readonly help?: string;
}

const fileStart: Range = { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } };

/** Most places of one document that are looked up; nobody reads further. */
const mostEntries = 5_000;

/** Collects what an import cannot carry, and remembers which part of the source each schema comes from. */
export class ImportReport {
  readonly #entries = new Map<string, Entry>();
  readonly #places = new WeakMap<object, SourcePlace>();

  /** Records that something of the source is not in the manifest. */
  lose(place: SourcePlace, message: string, help?: string): void {
    this.add("TK8001", place, message, help);
  }

  add(code: DiagnosticCode, place: SourcePlace, message: string, help?: string): void {
    const key = JSON.stringify([code, place.source.file, place.pointer, message]);
    if (this.#entries.size < mostEntries)
      this.#entries.set(key, { code, place, message, ...(help !== undefined && { help }) });
  }

  remember(schema: object, place: SourcePlace): void {
    this.#places.set(schema, place);
  }

  /** The part of the source that a schema was read from. */
  placeOf(schema: object): SourcePlace | undefined {
    return this.#places.get(schema);
  }

  /** Everything that was recorded, with its place in the source. */
  diagnostics(): Diagnostic[] {
    const pointers = new Map<PlacedSource, Set<string>>();
    for (const { place } of this.#entries.values()) {
      const wanted = pointers.get(place.source) ?? new Set();
      pointers.set(place.source, wanted.add(place.pointer));
    }
    const ranges = new Map([...pointers].map(([source, wanted]) => [source, source.locate(wanted)]));
    const found = [...this.#entries.values()].map(({ code, place: { source, pointer }, message, help }) => {
      const range = ranges.get(source)?.get(pointer);
      // Without lines the pointer is the place.
      const text = range === undefined && pointer !== "" ? `${pointer}: ${message}` : message;
      return diagnostic(code, { file: source.file, range: range ?? fileStart }, text, {
        ...(help !== undefined && { help }),
      });
    });
    return found.toSorted(
      (a, b) => a.range.start.line - b.range.start.line || a.range.start.column - b.range.start.column,
    );
  }
}

/** A source that cannot be imported at all. */
export class SourceError extends Error {
  override readonly name = "SourceError";
  readonly diagnostic: Diagnostic;

  constructor(code: DiagnosticCode, file: string, message: string, help?: string, range: Range = fileStart) {
    super(message);
    this.diagnostic = diagnostic(code, { file, range }, message, { ...(help !== undefined && { help }) });
  }
}

/** A part inside a part. */
export function inside(
  { source, pointer }: SourcePlace,
  ...steps: readonly (string | number)[]
): SourcePlace {
  const tail = steps.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`);
  return { source, pointer: pointer + tail.join("") };
}

/** The steps of a JSON pointer. */
export function stepsOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}
