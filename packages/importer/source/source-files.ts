import { realpathSync } from "node:fs";
import { dirname, posix, relative, resolve, sep } from "node:path";
import { SourceError, type ImportReport } from "./import-report.js";
import { Part, stepsOf, type PartSource } from "./part.js";
import { isAddress, readDocument, type SourceDocument } from "./source-document.js";

/** Files that one document may refer to. */
const maxFiles = 20_000;

/** Reads a document and the files beside and below it that it refers to. Nothing else is read, and nothing is fetched. */
export async function readFiles(shown: string, path: string, report: ImportReport): Promise<Part> {
  const main = await readDocument(shown, path);
  const parts = new Map<string, Part>();
  const add = (file: string, document: SourceDocument): Part => {
    const find = (address: string): Part | undefined => parts.get(resolve(dirname(file), decode(address)));
    const part = new Part(toSource(document, report, find), document.value);
    parts.set(file, part);
    return part;
  };
  if (isAddress(path)) return add(path, main);
  const start = realpathSync(path);
  const root = add(start, main);
  for (const [file, { value }] of parts) {
    for (const address of filesReferredTo(value)) {
      const target = insideFolder(dirname(start), resolve(dirname(file), address));
      if (target === undefined || parts.has(target)) continue;
      if (parts.size >= maxFiles)
        throw new SourceError("TK1006", shown, `The document refers to more than ${maxFiles} files.`);
      const name = posix.join(posix.dirname(shown), ...relative(dirname(start), target).split(sep));
      // What is no document may be referred to by an example.
      const document = await readDocument(name, target).catch(() => undefined);
      if (document !== undefined) add(target, document);
    }
  }
  return root;
}

/** A document whose references lead into itself and to the files that `find` knows. */
function toSource(
  document: SourceDocument,
  report: ImportReport,
  find: (address: string) => Part | undefined,
): PartSource {
  const source: PartSource = {
    ...document,
    report,
    resolve: (reference, from) => {
      const [address = "", ...fragment] = reference.split("#");
      const target =
        address === "" ? new Part(source, document.value) : isRemote(address) ? undefined : find(address);
      if (target === undefined) {
        const message = `\`${reference}\` is outside of the document's folder or cannot be read, so what it describes is left out.`;
        from.lose(message, "Copy what it points at beside the document.");
        return undefined;
      }
      const found = target.get(...stepsOf(decode(fragment.join("#"))));
      if (found.value !== undefined) return found;
      from.lose(`\`${reference}\` points to nothing, so what it describes is left out.`);
      return undefined;
    },
  };
  return source;
}

function filesReferredTo(root: unknown): Set<string> {
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
  visit(root);
  return found;
}

function isRemote(address: string): boolean {
  return /^([a-z][a-z\d+.-]*:|\/\/)/i.test(address);
}

/** A file inside a folder, links resolved; undefined for one that is not there or elsewhere. */
function insideFolder(folder: string, path: string): string | undefined {
  try {
    const real = realpathSync(path);
    return real.startsWith(folder + sep) ? real : undefined;
  } catch {
    return undefined;
  }
}

/** A part of an address without its percent signs. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
