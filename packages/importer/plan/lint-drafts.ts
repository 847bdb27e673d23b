import { analyze, memoryHost, type Diagnostic, type ToolNames } from "@toolkiln/generator";
import type { GeneratorConfig } from "@toolkiln/generator/config";
import { isMap, isNode, isSeq, LineCounter, parseDocument } from "yaml";
import type { ImportedTool } from "../imported-tool.js";
import { dropProperty } from "../schema/convert-schema.js";
import { placeOf, type MutableObject, type Part } from "../source/part.js";
import { draftText, type Draft } from "./file-text.js";
import type { PlanOptions } from "./import-plan.js";

export interface ToolDraft extends Draft {
  readonly tool: ImportedTool;
}

/** Maximum repair rounds: one repair can reveal the next error. */
const maxRounds = 8;
/** Manifests per lint run. Each run reads the shared definitions again. */
const batchSize = 150;

/**
 * Lints drafts as the generator would, with shared definitions and the project's other files. Invalid keywords are
 * dropped and reported at their place in the source; a tool that cannot be repaired is skipped. Returns the names of
 * those that pass.
 */
export async function lintDrafts(
  drafts: readonly ToolDraft[],
  shared: readonly Draft[],
  others: ReadonlyMap<string, string>,
  config: GeneratorConfig,
  onProgress?: PlanOptions["onProgress"],
): Promise<Map<ToolDraft, ToolNames>> {
  const passed = new Map<ToolDraft, ToolNames>();
  for (let start = 0; start < drafts.length; start += batchSize) {
    onProgress?.(start, drafts.length);
    let left = drafts.slice(start, start + batchSize);
    for (let round = 0; left.length > 0; round++) {
      const written = [...shared, ...left].map((draft) => [draft, draftText(draft)] as const);
      const texts = new Map([...others, ...written.map(([{ path }, text]) => [path, text] as const)]);
      const { models, diagnostics } = await analyze(memoryHost(texts), config);
      const errors = written.flatMap(([draft, text]) => findErrors(draft, text, diagnostics));
      // A reference may be invalid only because of an error in its target.
      const causes = errors.filter(({ path }) => path.at(-1) !== "$ref");
      // From the end, so that array indexes stay valid.
      const failed = (causes.length > 0 ? causes : errors)
        .toReversed()
        .filter((one) => round === maxRounds || !repair(one));
      left = left.filter((draft) => {
        const concerns = (one: DraftError): boolean => one.draft === draft || shared.includes(one.draft);
        const reason = failed.find(concerns)?.error.message;
        const names = models.find(({ origin }) => origin.file === draft.path)?.names;
        if (reason !== undefined) draft.tool.place.report("TK8002", `The tool was left out: ${reason}`);
        else if (errors.some(concerns)) return true;
        else if (names !== undefined) passed.set(draft, names);
        return false;
      });
    }
  }
  return passed;
}

interface DraftError extends ReturnType<typeof locate> {
  readonly draft: Draft;
  readonly error: Diagnostic;
}

function findErrors(draft: Draft, text: string, diagnostics: readonly Diagnostic[]): DraftError[] {
  const own = diagnostics.filter(({ file, severity }) => file === draft.path && severity === "error");
  const lineCounter = new LineCounter();
  const contents = own.length === 0 ? undefined : parseDocument(text, { lineCounter }).contents;
  return own.map((error) => {
    const { line, column } = error.range.start;
    const offset = (lineCounter.lineStarts[line - 1] ?? 0) + column - 1;
    return { draft, error, ...locate(draft.value, contents, offset) };
  });
}

/** The path to an offset, the innermost schema of the source on it, and the rest of the path. */
function locate(root: unknown, contents: unknown, offset: number) {
  const begins = (part: unknown): boolean => isNode(part) && (part.range?.[0] ?? Infinity) <= offset;
  const path: (string | number)[] = [];
  let [node, value] = [contents, root];
  let found: { readonly schema: MutableObject; readonly place: Part; readonly depth: number } | undefined;
  while (typeof value === "object" && value !== null) {
    const place = placeOf(value);
    if (place !== undefined) found = { schema: value as MutableObject, place, depth: path.length };
    // Parts are in source order, so the last one that begins before the offset contains it.
    const entry = entriesOf(node).findLast((parts) => parts.some(begins));
    if (entry === undefined) break;
    const step = typeof entry[0] === "number" ? entry[0] : String(entry[0]);
    path.push(step);
    // The offset may be in the key.
    if (!begins(entry[1])) break;
    [node, value] = [entry[1], (value as MutableObject)[step]];
  }
  return { path, found, rest: path.slice(found?.depth) };
}

function entriesOf(node: unknown): (readonly [key: unknown, value: unknown])[] {
  if (isMap(node)) return node.items.map(({ key, value }) => [key, value]);
  return isSeq(node) ? [...node.items.entries()] : [];
}

/** Drops what lint rejects, so the schema accepts more. Returns false if the error is not in a schema. */
function repair({ error, path, found, rest: [keyword, index] }: DraftError): boolean {
  const isWhole = path.length === 1 && keyword === undefined;
  // Dropping keywords cannot turn parameters into an object.
  if (found === undefined || isWhole || error.code === "TK3026") return false;
  const { schema, place } = found;
  const { required } = schema;
  let change: string;
  if (keyword === "required" && typeof index === "number" && Array.isArray(required)) {
    change = `\`${String(required[index])}\` is not required in the manifest.`;
    schema["required"] = required.toSpliced(index, 1);
  } else if (keyword === "properties" && typeof index === "string") {
    change = `The property \`${index}\` was dropped.`;
    dropProperty(schema, index);
  } else if (keyword !== undefined) {
    // A repair of this round may have dropped it already.
    if (schema[keyword] === undefined) return true;
    change = `\`${keyword}\` was dropped.`;
    delete schema[keyword];
  } else {
    change = "Anything is accepted here in the manifest.";
    for (const name of Object.keys(schema)) if (name !== "description") delete schema[name];
  }
  place.warn(`${error.message} ${change}`, error.help);
  return true;
}
