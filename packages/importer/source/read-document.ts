import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, posix, resolve, sep } from "node:path";
import type { Range } from "@toolkiln/generator";
import { isNode, LineCounter, parseDocument } from "yaml";
import { Part, rangeAt, SourceError, type ImportReport } from "./part.js";

const maxBytes = 64 * 1024 * 1024;

/** Maximum JSON size for line numbers. Parsing more as YAML is too slow; pointers are reported instead. */
const maxLocated = 2 * 1024 * 1024;

/** Deeper values are rejected; YAML aliases can make a value circular. */
const maxDepth = 1_000;

export function isAddress(location: string): boolean {
  return /^https?:\/\//i.test(location);
}

/** The files that a document may reference, in or below its folder. Each is opened once. */
interface Files {
  readonly report: ImportReport;
  /** Undefined for a URL, which cannot reference files. */
  readonly folder: string | undefined;
  readonly opened: Map<string, Part>;
}

/** Reads JSON or YAML from a file, or from a URL in one fetch. `shown` is the user's input. */
export async function readDocument(shown: string, path: string, report: ImportReport): Promise<Part> {
  const isRemote = isAddress(path);
  try {
    const bytes = isRemote ? await fetchBytes(shown, path) : readBytes(shown, path);
    const folder = isRemote ? undefined : realpathSync(dirname(path));
    return parsePart(shown, path, bytes, { report, folder, opened: new Map() });
  } catch (error) {
    if (error instanceof SourceError || error instanceof RangeError) throw error;
    const what = isRemote ? "The address cannot be fetched" : "The file cannot be read";
    throw new SourceError("TK1001", shown, `${what}: ${reasonOf(error)}.`);
  }
}

async function fetchBytes(shown: string, address: string): Promise<Uint8Array> {
  const { ok, status, body } = await fetch(address, { signal: AbortSignal.timeout(60_000) });
  if (!ok || body === null) throw new Error(`the server answered ${status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    checkSize(shown, size);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function readBytes(shown: string, path: string): Uint8Array {
  checkSize(shown, statSync(path).size);
  return readFileSync(path);
}

function checkSize(shown: string, size: number): void {
  const message = `The document has ${size} bytes or more; at most ${maxBytes} are read.`;
  if (size > maxBytes) throw new SourceError("TK1004", shown, message);
}

/** Parses a document with references inside it or to nearby files. */
function parsePart(shown: string, path: string, bytes: Uint8Array, files: Files): Part {
  const text = decodeText(shown, bytes);
  let parsed: ReturnType<typeof parseYaml> | undefined;
  const toYaml = () => (parsed ??= parseYaml(shown, text));
  // YAML can start with a brace, too.
  const json = /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
  const locate = (pointer: string): Range | undefined =>
    json !== undefined && text.length > maxLocated ? undefined : toYaml().locate(pointer);
  const find = (reference: string, from: Part): Part | undefined => {
    const [file = "", pointer = ""] = reference.split("#");
    const root = file === "" ? document : openBeside(decode(file), shown, path, files);
    const target = root?.get(...stepsOf(decode(pointer)));
    if (target?.value !== undefined) return target;
    const reason = root === undefined ? "is no file in the folder of the document" : "points to nothing";
    from.lose(`\`${reference}\` ${reason}, so what it describes is left out.`);
    return undefined;
  };
  const source = { file: shown, report: files.report, locate, resolve: find };
  const value = json ?? toYaml().value();
  if (isTooDeep(value))
    throw new SourceError("TK1005", shown, `Values are nested deeper than ${maxDepth} levels.`);
  const document: Part = new Part(source, value);
  return document;
}

function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth >= maxDepth || Object.values(value).some((item) => isTooDeep(item, depth + 1));
}

/** Opens a referenced file, unless symlinks or `..` lead out of the folder. */
function openBeside(file: string, shown: string, path: string, files: Files): Part | undefined {
  const target = resolve(dirname(path), file);
  if (files.folder === undefined || isAbsolute(file) || !existsSync(target)) return undefined;
  const real = realpathSync(target);
  if (!real.startsWith(files.folder + sep) || !statSync(real).isFile()) return undefined;
  const name = posix.join(posix.dirname(shown), file);
  const part = files.opened.get(real) ?? parsePart(name, real, readBytes(name, real), files);
  files.opened.set(real, part);
  return part;
}

function decodeText(shown: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new SourceError("TK1001", shown, "The file is not UTF-8 text.", "Save it as UTF-8.");
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseYaml(shown: string, text: string) {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, uniqueKeys: true, logLevel: "silent" });
  const rangeOf = (offset: number): Range => {
    const { line, col } = lineCounter.linePos(offset);
    return rangeAt(line, col);
  };
  const [error] = document.errors;
  if (error !== undefined) {
    const message = `${(error.message.split(/ at line |\n/)[0] ?? "").trim()}.`;
    throw new SourceError("TK1002", shown, message, undefined, rangeOf(error.pos[0]));
  }
  const locate = (pointer: string): Range | undefined => {
    const steps = stepsOf(pointer);
    const numbered = steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
    const node: unknown = document.getIn(numbered, true) ?? document.getIn(steps, true);
    return isNode(node) && node.range ? rangeOf(node.range[0]) : undefined;
  };
  const value = (): unknown => {
    try {
      return document.toJS({ maxAliasCount: 100 });
    } catch (reason) {
      throw new SourceError("TK1007", shown, `The document cannot be read: ${reasonOf(reason)}.`);
    }
  };
  return { locate, value };
}

function stepsOf(pointer: string): string[] {
  const steps = pointer.split("/").slice(1);
  return steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function reasonOf(error: unknown): string {
  const { code } = error instanceof Error && "code" in error ? error : { code: undefined };
  if (code === "ENOENT") return "it does not exist";
  if (code === "EISDIR") return "it is a folder";
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");
}
