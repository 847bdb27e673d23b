import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, posix, resolve, sep } from "node:path";
import type { Range } from "@toolkiln/generator";
import { errorReason } from "@toolkiln/generator/node-host";
import { partsOf } from "@toolkiln/runtime/json";
import { isNode, LineCounter, parseDocument } from "yaml";
import type { SourceFile } from "../imported-tool.js";
import { Part, rangeAt, SourceError, type Source } from "./part.js";

const maxBytes = 64 * 1024 * 1024;

/** Larger JSON gets JSON pointers instead of line numbers, because parsing it as YAML is too slow. */
const maxLengthForLines = 2 * 1024 * 1024;

export const isUrl = (location: string): boolean => /^https?:\/\//i.test(location);

/** Reads JSON or YAML from a file or a URL. A file may reference others in or below its folder. */
export async function readDocument({ label, path, report }: SourceFile): Promise<Part> {
  const opened = new Map<string, Part>();
  const parse = (file: string, bytes: Uint8Array): Part => {
    const document = parseText({ file, report, resolve: find }, bytes);
    opened.set(file, document);
    return document;
  };
  const open = (file: string): Part | undefined => {
    const isKnown = opened.has(file) || isUrl(path);
    const real = isKnown ? undefined : siblingFile(path, posix.relative(posix.dirname(label), file));
    return real === undefined ? opened.get(file) : parse(file, readBytes(file, real));
  };
  const find = (reference: string, from: Part): Part | undefined => {
    const { file } = from.source;
    const [url = "", fragment = ""] = reference.split("#").map(decode);
    const root = open(url === "" ? file : posix.join(posix.dirname(file), url));
    const target = root?.get(...partsOf(fragment));
    if (target?.value !== undefined) return target;
    const reason = root === undefined ? "is not a file in the folder of the document" : "points to nothing";
    from.warn(`\`${reference}\` ${reason}, so its value is left out.`);
    return undefined;
  };
  try {
    return parse(label, isUrl(path) ? await fetchBytes(label, path) : readBytes(label, path));
  } catch (error) {
    if (error instanceof SourceError || error instanceof RangeError) throw error;
    throw new SourceError(label, `The file cannot be read: ${reasonOf(error)}.`, "TK1001");
  }
}

/** The path of an existing file, unless symlinks or `..` lead out of the folder. */
function siblingFile(path: string, name: string): string | undefined {
  const target = resolve(dirname(path), name);
  if (!existsSync(target)) return undefined;
  const real = realpathSync(target);
  return real.startsWith(realpathSync(dirname(path)) + sep) && statSync(real).isFile() ? real : undefined;
}

async function fetchBytes(label: string, url: string): Promise<Uint8Array> {
  const { ok, status, body } = await fetch(url, { signal: AbortSignal.timeout(60_000) });
  if (!ok || body === null) throw new Error(`the server answered ${status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    checkSize(label, size);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function readBytes(label: string, path: string): Uint8Array {
  checkSize(label, statSync(path).size);
  return readFileSync(path);
}

function checkSize(label: string, size: number): void {
  const message = `The document has ${size} bytes or more; the limit is ${maxBytes}.`;
  if (size > maxBytes) throw new SourceError(label, message, "TK1004");
}

function parseText(source: Source, bytes: Uint8Array): Part {
  const text = attempt(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  if (text === undefined) throw new SourceError(source.file, "The file is not UTF-8 text.", "TK1001");
  let yaml: ReturnType<typeof parseYaml> | undefined;
  const toYaml = () => (yaml ??= parseYaml(source.file, text));
  // YAML can start with a brace, too.
  const json = /^\s*[[{]/.test(text) ? attempt(() => JSON.parse(text) as unknown) : undefined;
  const hasLines = json === undefined || text.length <= maxLengthForLines;
  const locate: Source["locate"] = (path) => (hasLines ? toYaml().locate(path) : undefined);
  return new Part({ ...source, locate }, json ?? toYaml().value);
}

function parseYaml(file: string, text: string) {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, logLevel: "silent", prettyErrors: false });
  const rangeOf = (offset: number): Range => rangeAt(lineCounter.linePos(offset));
  const [error] = document.errors;
  if (error !== undefined)
    throw new SourceError(file, `${error.message}.`, "TK1002", undefined, rangeOf(error.pos[0]));
  const locate = (path: readonly string[]): Range | undefined => {
    const numbered = path.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
    const node: unknown = document.getIn(numbered, true) ?? document.getIn(path, true);
    return isNode(node) && node.range ? rangeOf(node.range[0]) : undefined;
  };
  try {
    return { locate, value: document.toJS({ maxAliasCount: 100 }) as unknown };
  } catch (reason) {
    if (reason instanceof RangeError) throw reason;
    throw new SourceError(file, `The document cannot be read: ${reasonOf(reason)}.`, "TK1007");
  }
}

const decode = (text: string): string => attempt(() => decodeURIComponent(text)) ?? text;

export function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

export const reasonOf = (error: unknown): string => errorReason(error).replace(/\.$/, "");
