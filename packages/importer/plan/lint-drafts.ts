import { analyze, memoryHost, type Diagnostic, type ToolNames } from "@toolkiln/generator";
import type { GeneratorConfig } from "@toolkiln/generator/config";
import { isMap, isNode, isSeq, LineCounter, parseDocument } from "yaml";
import type { ImportedTool } from "../imported-tool.js";
import { dropProperty } from "../schema/convert-schema.js";
import { placeOf, type MutableObject, type Part, type Path } from "../source/part.js";
import type { PlanOptions } from "./import-plan.js";

/** A file to write, as data that can still be repaired. */
export interface Draft {
  readonly path: string;
  readonly value: MutableObject;
  readonly write: () => string;
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
export async function lintDrafts<ToolDraft extends Draft & { readonly tool: ImportedTool }>(
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
      const texts = new Map([...shared, ...left].map((draft) => [draft.path, draft.write()]));
      const { models, diagnostics } = await analyze(memoryHost(new Map([...others, ...texts])), config);
      const errors = [...shared, ...left].flatMap((draft) => findErrors(draft, texts, diagnostics));
      const causes = causesOf(errors, shared);
      // From the end, so that array indexes stay valid.
      const failed = causes.toReversed().filter((one) => round === maxRounds || !repair(one));
      left = left.filter((draft) => {
        const concerns = (one: DraftError): boolean => one.draft === draft || shared.includes(one.draft);
        const { place } = draft.tool;
        const reason = failed.find(concerns)?.error.message;
        const names = models.find(({ origin }) => origin.file === draft.path)?.names;
        if (reason !== undefined)
          place.source.report.add("TK8002", place, `The tool was left out: ${reason}`);
        else if (causes.some(concerns)) return true;
        else if (names !== undefined) passed.set(draft, names);
        return false;
      });
    }
  }
  return passed;
}

/** The errors to repair first: an error in a definition causes others in everything that references it. */
function causesOf(errors: readonly DraftError[], shared: readonly Draft[]): readonly DraftError[] {
  const inShared = errors.filter(({ draft }) => shared.includes(draft));
  const inTargets = inShared.filter(({ path }) => path.at(-1) !== "$ref");
  return [inTargets, inShared].find((some) => some.length > 0) ?? errors;
}

interface DraftError {
  readonly draft: Draft;
  readonly error: Diagnostic;
  readonly path: Path;
  readonly isKey: boolean;
}

function findErrors(
  draft: Draft,
  texts: ReadonlyMap<string, string>,
  diagnostics: readonly Diagnostic[],
): DraftError[] {
  const own = diagnostics.filter(({ file, severity }) => file === draft.path && severity === "error");
  if (own.length === 0) return [];
  const lineCounter = new LineCounter();
  const { contents } = parseDocument(texts.get(draft.path) ?? "", { lineCounter });
  return own.map((error) => {
    const { line, column } = error.range.start;
    const offset = (lineCounter.lineStarts[line - 1] ?? 0) + column - 1;
    return { draft, error, ...pathAt(contents, offset) };
  });
}

/** Drops what lint rejects, so the schema accepts more. Returns false if the error is not in a schema. */
function repair({ draft: { value }, error, path, isKey }: DraftError): boolean {
  const schemas = schemasOn(path, value).filter(({ rest }) => !isKey || rest.length > 0);
  const innermost = schemas.at(-1);
  // Dropping keywords cannot turn parameters into an object.
  if (innermost === undefined || error.code === "TK3026") return false;
  const { schema, place, rest } = innermost;
  const [keyword, index] = rest;
  const { required } = schema;
  let change: string;
  if (keyword === "required" && typeof index === "number" && Array.isArray(required)) {
    change = `\`${String(required[index])}\` is not required in the manifest.`;
    schema["required"] = required.toSpliced(index, 1);
  } else if (keyword === "properties" && typeof index === "string") {
    change = `The property \`${index}\` was dropped.`;
    dropProperty(schema, index);
  } else if (typeof keyword === "string") {
    // A repair of this round may have dropped it already.
    if (schema[keyword] === undefined) return true;
    change = `\`${keyword}\` was dropped.`;
    delete schema[keyword];
  } else {
    if (schemas.length === 1 && path[0] === "schema") return false;
    change = "Anything is accepted here in the manifest.";
    for (const name of Object.keys(schema)) if (name !== "description") delete schema[name];
  }
  place.warn(`${error.message} ${change}`, error.help);
  return true;
}

/** The source schemas along a path, outermost first, each with the rest of the path. */
function schemasOn(path: Path, root: MutableObject) {
  const found: { readonly schema: MutableObject; readonly place: Part; readonly rest: Path }[] = [];
  let value: unknown = root;
  for (let index = 0; index <= path.length && typeof value === "object" && value !== null; index++) {
    const schema = value as MutableObject;
    const place = placeOf(schema);
    if (place !== undefined) found.push({ schema, place, rest: path.slice(index) });
    value = schema[path[index] ?? ""];
  }
  return found;
}

/** The path to the innermost part of a node that contains an offset, and whether that is a key. */
function pathAt(node: unknown, offset: number): Pick<DraftError, "path" | "isKey"> {
  // Parts are in source order, so the last one that begins before the offset contains it.
  const begins = (part: unknown): boolean => isNode(part) && (part.range?.[0] ?? Infinity) <= offset;
  const pair = isMap(node) ? node.items.findLast(({ key }) => begins(key)) : undefined;
  const index = isSeq(node) ? node.items.findLastIndex(begins) : -1;
  if (pair === undefined && index < 0) return { path: [], isKey: false };
  const step = pair === undefined ? index : String(pair.key);
  const value = pair === undefined && isSeq(node) ? node.items[index] : pair?.value;
  if (!begins(value)) return { path: [step], isKey: true };
  const { path, isKey } = pathAt(value, offset);
  return { path: [step, ...path], isKey };
}
