import { createReadStream } from "node:fs";
import type { Range } from "@toolkiln/generator";
import type { ts } from "ts-morph";
import { isNode, LineCounter, parseDocument } from "yaml";
import { rangeAt, SourceError, type PlacedSource } from "./import-report.js";
import { stepsOf } from "./part.js";

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

/** Reads JSON or YAML from a file, or from an address, which is fetched once. `shown` is what the user calls it. */
export async function readDocument(shown: string, path: string): Promise<SourceDocument> {
  const text = await readText(shown, path);
  const document = (/^\s*[[{]/.test(text) && parseJson(shown, text)) || parseYaml(shown, text);
  if (!isTooDeep(document.value)) return document;
  const message = `The document nests values more than ${maxDepth} levels deep, or contains itself.`;
  throw new SourceError("TK1005", shown, message);
}

async function readText(shown: string, path: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    const stream = isAddress(path) ? await fetchBody(path) : createReadStream(path);
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > maxBytes) break;
      chunks.push(chunk);
    }
  } catch (error) {
    const what = isAddress(path) ? "The address cannot be fetched" : "The file cannot be read";
    throw new SourceError("TK1001", shown, `${what}: ${reasonOf(error)}.`);
  }
  if (size > maxBytes) {
    const message = `The document has ${size} bytes or more; at most ${maxBytes} are read.`;
    throw new SourceError("TK1004", shown, message);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new SourceError("TK1001", shown, "The file is not UTF-8 text.", "Save it as UTF-8.");
  }
}

async function fetchBody(address: string): Promise<AsyncIterable<Uint8Array>> {
  const { ok, status, body } = await fetch(address, { signal: AbortSignal.timeout(60_000) });
  if (!ok || body === null) throw new Error(`the server answered ${status}`);
  return body;
}

function parseJson(shown: string, text: string): SourceDocument | undefined {
  try {
    const value: unknown = JSON.parse(text);
    let places: ReturnType<typeof jsonPlaces> | undefined;
    return { file: shown, value, locate: async (pointer) => (await (places ??= jsonPlaces(text)))(pointer) };
  } catch {
    // A YAML document may begin with a brace, too; its parser has the better message.
    return undefined;
  }
}

/** Finds parts of a JSON text. TypeScript's parser takes a second for documents that cost a YAML parser a minute. */
async function jsonPlaces(text: string): Promise<(pointer: string) => Range | undefined> {
  const { ts } = await import("ts-morph");
  const file = ts.parseJsonText("source.json", text);
  const stepInto = (node: ts.Node | undefined, step: string): ts.Node | undefined => {
    if (node && ts.isArrayLiteralExpression(node)) return node.elements[Number(step)];
    if (!node || !ts.isObjectLiteralExpression(node)) return undefined;
    const members = node.properties.filter(ts.isPropertyAssignment);
    return members.findLast(({ name }) => ts.isStringLiteral(name) && name.text === step)?.initializer;
  };
  return (pointer) => {
    const node = stepsOf(pointer).reduce<ts.Node | undefined>(stepInto, file.statements[0]?.expression);
    return node && rangeIn(file, node.getStart(file));
  };
}

/** Where an offset into a file of TypeScript or JSON lies. */
export function rangeIn(file: ts.SourceFile, offset: number): Range {
  const { line, character } = file.getLineAndCharacterOfPosition(offset);
  return rangeAt(line + 1, character + 1);
}

function parseYaml(shown: string, text: string): SourceDocument {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, logLevel: "silent" });
  const at = (offset: number): Range => rangeAt(lines.linePos(offset).line, lines.linePos(offset).col);
  const [error] = document.errors;
  if (error !== undefined) {
    const message = `${(error.message.split(/ at line |\n/)[0] ?? "").trim()}.`;
    throw new SourceError("TK1002", shown, message, undefined, at(error.pos[0]));
  }
  const locate = async (pointer: string): Promise<Range | undefined> => {
    const steps = stepsOf(pointer);
    const numbered = steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
    const node: unknown = document.getIn(numbered, true) ?? document.getIn(steps, true);
    return isNode(node) && node.range ? at(node.range[0]) : undefined;
  };
  try {
    return { file: shown, value: document.toJS({ maxAliasCount: 100 }) as unknown, locate };
  } catch (thrown) {
    throw new SourceError("TK1007", shown, `The document cannot be read: ${reasonOf(thrown)}.`);
  }
}

/** Level by level, so that no depth exhausts the stack. A value that contains itself has no last level. */
function isTooDeep(root: unknown): boolean {
  let level = new Set([root]);
  for (let depth = 0; level.size > 0; depth++) {
    if (depth > maxDepth) return true;
    // Anchors make one value stand in many places; once a level is enough.
    const objects = [...level].filter((value) => typeof value === "object" && value !== null);
    level = new Set(objects.flatMap((value) => Object.values(value) as unknown[]));
  }
  return false;
}

/** What an error says, without the address of a file of ours. */
export function reasonOf(error: unknown): string {
  const { code } = error instanceof Error && "code" in error ? error : { code: undefined };
  if (code === "ENOENT") return "it does not exist";
  if (code === "EISDIR") return "it is a folder";
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");
}
