import { open } from "node:fs/promises";
import type { Range } from "@toolkiln/generator";
import { isNode, LineCounter, parseDocument, type Document } from "yaml";
import { SourceError, stepsOf, type PlacedSource } from "../import-report.js";
import { jsonPlaces } from "./json-places.js";

/** A parsed document that knows where its parts stand. */
export interface SourceDocument extends PlacedSource {
  readonly value: unknown;
}

/** Bytes of one document. */
const maxBytes = 64 * 1024 * 1024;

/** Values inside each other; schemas are read recursively. */
const maxDepth = 250;

/** Whether a source is an address rather than a file. */
export function isAddress(location: string): boolean {
  return /^https?:\/\//i.test(location);
}

/** Reads the document that the user named: a file, or an address that is fetched once. */
export async function readNamedDocument(location: string, path: string): Promise<SourceDocument> {
  const text = isAddress(location) ? await fetchText(location) : await readText(location, path);
  return parseText(location, text);
}

/** Reads a file as text; `shown` is what the user calls it. */
export async function readText(shown: string, path: string): Promise<string> {
  const file = await open(path, "r").catch((error: unknown) => {
    throw new SourceError("TK1001", shown, `The file cannot be read: ${reasonOf(error)}.`);
  });
  try {
    const { size } = await file.stat();
    if (size > maxBytes) throw tooLarge(shown, size);
    return decode(shown, await file.readFile());
  } catch (error) {
    if (error instanceof SourceError) throw error;
    throw new SourceError("TK1001", shown, `The file cannot be read: ${reasonOf(error)}.`);
  } finally {
    await file.close();
  }
}

async function fetchText(address: string): Promise<string> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(60_000) });
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength;
      if (size > maxBytes) throw tooLarge(address, size);
      chunks.push(chunk);
    }
    return decode(address, Buffer.concat(chunks));
  } catch (error) {
    if (error instanceof SourceError) throw error;
    throw new SourceError("TK1001", address, `The address cannot be fetched: ${reasonOf(error)}.`);
  }
}

function decode(shown: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new SourceError("TK1001", shown, "The file is not UTF-8 text.", "Save it as UTF-8.");
  }
}

/** Parses JSON or YAML. */
export function parseText(shown: string, text: string): SourceDocument {
  const document = /^\s*[[{]/.test(text)
    ? (parseJson(shown, text) ?? parseYaml(shown, text))
    : parseYaml(shown, text);
  if (isTooDeep(document.value)) {
    const message = `The document nests values more than ${maxDepth} levels deep, or contains itself.`;
    throw new SourceError("TK1005", shown, message);
  }
  return document;
}

function parseJson(shown: string, text: string): SourceDocument | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return { file: shown, value, locate: (pointers) => jsonPlaces(text, pointers) };
  } catch {
    // A YAML document may begin with a brace, too; its parser has the better message.
    return undefined;
  }
}

function parseYaml(shown: string, text: string): SourceDocument {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, uniqueKeys: true, logLevel: "silent" });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line, col: column } = lineCounter.linePos(error.pos[0]);
    const start = { line, column };
    const range = { start, end: { line, column: column + 1 } };
    throw new SourceError(
      "TK1002",
      shown,
      `${(error.message.split(/ at line |\n/)[0] ?? "").trim()}.`,
      undefined,
      range,
    );
  }
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    return { file: shown, value, locate: (pointers) => yamlPlaces(document, lineCounter, pointers) };
  } catch (thrown) {
    throw new SourceError("TK1007", shown, `The document cannot be read: ${reasonOf(thrown)}.`);
  }
}

function yamlPlaces(
  document: Document,
  lines: LineCounter,
  pointers: ReadonlySet<string>,
): Map<string, Range> {
  const places = new Map<string, Range>();
  for (const pointer of pointers) {
    const steps = stepsOf(pointer).map((step) => (/^\d+$/.test(step) ? Number(step) : step));
    const node: unknown = document.getIn(steps, true) ?? document.getIn(stepsOf(pointer), true);
    if (!isNode(node) || !node.range) continue;
    const { line, col: column } = lines.linePos(node.range[0]);
    places.set(pointer, { start: { line, column }, end: { line, column: column + 1 } });
  }
  return places;
}

/** Level by level, so that no depth exhausts the stack. A value that contains itself has no last level. */
function isTooDeep(root: unknown): boolean {
  let level: readonly unknown[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return true;
    // Anchors make one value stand in many places; once a level is enough.
    level = [
      ...new Set(
        level.flatMap((value) => (typeof value === "object" && value !== null ? Object.values(value) : [])),
      ),
    ];
  }
  return false;
}

function tooLarge(shown: string, bytes: number): SourceError {
  return new SourceError("TK1004", shown, `The document has ${bytes} bytes; at most ${maxBytes} are read.`);
}

/** What an error says, without the address of a file of ours. */
export function reasonOf(error: unknown): string {
  const { code } = error instanceof Error && "code" in error ? error : { code: undefined };
  if (code === "ENOENT") return "it does not exist";
  if (code === "EISDIR") return "it is a folder";
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");
}
