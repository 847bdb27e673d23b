import { realpathSync } from "node:fs";
import { dirname, relative, resolve, sep } from "node:path";
import { isRecord } from "@toolkiln/runtime/json";
import { SourceError, stepsOf, type ImportReport, type SourcePlace } from "../import-report.js";
import { isAddress, parseText, readNamedDocument, readText, type SourceDocument } from "./source-document.js";

/** What a `$ref` points at. */
export interface ReferenceTarget {
  readonly value: unknown;
  readonly place: SourcePlace;
}

/** Files that one document may refer to. */
const maxFiles = 20_000;

/** A document and the files beside and below it that it refers to. Nothing else is read, and nothing is fetched. */
export class SourceFiles {
  readonly main: SourceDocument;
  readonly #files: ReadonlyMap<string, SourceDocument>;
  readonly #paths: ReadonlyMap<unknown, string>;
  readonly #report: ImportReport;

  private constructor(
    main: SourceDocument,
    files: ReadonlyMap<string, SourceDocument>,
    report: ImportReport,
  ) {
    this.main = main;
    this.#files = files;
    this.#paths = new Map([...files].map(([path, document]) => [document, path]));
    this.#report = report;
  }

  static async read(location: string, path: string, report: ImportReport): Promise<SourceFiles> {
    const main = await readNamedDocument(location, path);
    if (isAddress(location)) return new SourceFiles(main, new Map(), report);
    const root = dirname(realpathSync(path));
    const start = realpathSync(path);
    const files = new Map([[start, main]]);
    for (const [file, document] of files) {
      for (const wanted of filesReferredTo(document.value)) {
        const target = insideFolder(root, resolve(dirname(file), wanted));
        if (target === undefined || files.has(target)) continue;
        if (files.size >= maxFiles)
          throw new SourceError("TK1006", location, `The document refers to more than ${maxFiles} files.`);
        const shown = relative(dirname(resolve(path)), target)
          .split(sep)
          .join("/");
        const name = [...location.split(/[\\/]/).slice(0, -1), shown].join("/");
        const found = await readOther(name, target);
        if (found !== undefined) files.set(target, found);
      }
    }
    return new SourceFiles(main, files, report);
  }

  /** What a `$ref` points at; undefined, and reported, when that cannot be known. */
  resolve(reference: string, from: SourcePlace): ReferenceTarget | undefined {
    const hash = reference.indexOf("#");
    const [address, fragment] =
      hash < 0 ? [reference, ""] : [reference.slice(0, hash), reference.slice(hash + 1)];
    const document = address === "" ? from.source : this.#find(address, from);
    if (document === undefined) {
      const message = `\`${reference}\` is outside of the document's folder or cannot be read, so anything is accepted here.`;
      this.#report.lose(from, message, "Copy what it points at beside the document.");
      return undefined;
    }
    const pointer = decode(fragment);
    const value = stepsOf(pointer).reduce<unknown>(
      stepInto,
      "value" in document ? document.value : undefined,
    );
    if (value !== undefined) return { value, place: { source: document, pointer } };
    this.#report.lose(from, `\`${reference}\` points to nothing, so anything is accepted here.`);
    return undefined;
  }

  /** Follows references until there is none; a circle of references leads nowhere. */
  follow(value: unknown, place: SourcePlace): ReferenceTarget {
    let target: ReferenceTarget | undefined = { value, place };
    for (let steps = 0; steps < 50; steps++) {
      const reference = isRecord(target.value) ? target.value["$ref"] : undefined;
      if (typeof reference !== "string") return target;
      target = this.resolve(reference, target.place);
      if (target === undefined) return { value: undefined, place };
    }
    this.#report.lose(place, "The references here only lead to each other.");
    return { value: undefined, place };
  }

  #find(address: string, { source }: SourcePlace): SourceDocument | undefined {
    const path = this.#paths.get(source);
    if (path === undefined || isRemote(address)) return undefined;
    return this.#files.get(resolve(dirname(path), decode(address)));
  }
}

/** A file that a document refers to; what is no document may be referred to by an example. */
async function readOther(name: string, path: string): Promise<SourceDocument | undefined> {
  try {
    return parseText(name, await readText(name, path));
  } catch {
    return undefined;
  }
}

function stepInto(value: unknown, step: string): unknown {
  if (Array.isArray(value)) return value[Number(step)] as unknown;
  return isRecord(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

function filesReferredTo(value: unknown): string[] {
  const found = new Set<string>();
  const seen = new Set<unknown>();
  const visit = (part: unknown): void => {
    if (typeof part !== "object" || part === null || seen.has(part)) return;
    seen.add(part);
    const reference = "$ref" in part ? part.$ref : undefined;
    const [address = ""] = typeof reference === "string" ? reference.split("#") : [];
    if (address !== "" && !isRemote(address)) found.add(decode(address));
    Object.values(part).forEach(visit);
  };
  visit(value);
  return [...found];
}

function isRemote(address: string): boolean {
  return /^([a-z][a-z\d+.-]*:|\/\/)/i.test(address);
}

/** A file inside a folder, links resolved; undefined for one that is not there or elsewhere. */
function insideFolder(root: string, path: string): string | undefined {
  try {
    const real = realpathSync(path);
    return real.startsWith(root + sep) ? real : undefined;
  } catch {
    return undefined;
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
