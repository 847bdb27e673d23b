import { analyze, memoryHost, type Diagnostic, type ToolNames } from "@toolkiln/generator";
import type { GeneratorConfig } from "@toolkiln/generator/config";
import { isMap, isNode, isSeq, LineCounter, parseDocument } from "yaml";
import type { ImportedTool } from "../imported-tool.js";
import { dropProperty } from "../schema/convert-schema.js";
import { placeOf, type MutableObject, type Part, type Path } from "../source/part.js";
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

interface DraftError {
  readonly draft: Draft;
  readonly error: Diagnostic;
  readonly path: Path;
  readonly isKey: boolean;
}

function findErrors(draft: Draft, text: string, diagnostics: readonly Diagnostic[]): DraftError[] {
  const own = diagnostics.filter(({ file, severity }) => file === draft.path && severity === "error");
  const lineCounter = new LineCounter();
  const contents = own.length === 0 ? undefined : parseDocument(text, { lineCounter }).contents;
  return own.map((error) => {
    const { line, column } = error.range.start;
    const offset = (lineCounter.lineStarts[line - 1] ?? 0) + column - 1;
    return { draft, error, ...pathAt(contents, offset) };
  });
}

/** The path to the innermost part of a node that contains an offset, and whether that is a key. */
function pathAt(node: unknown, offset: number): Pick<DraftError, "path" | "isKey"> {
  // Parts are in source order, so the last one that begins before the offset contains it.
  const begins = (part: unknown): boolean => isNode(part) && (part.range?.[0] ?? Infinity) <= offset;
  const entries: [unknown, unknown][] = isMap(node) ? node.items.map(({ key, value }) => [key, value]) : [];
  if (isSeq(node)) entries.push(...node.items.map((item, index): [unknown, unknown] => [index, item]));
  const entry = entries.findLast(([key, value]) => begins(isNode(key) ? key : value));
  if (entry === undefined) return { path: [], isKey: false };
  const [key, value] = entry;
  const step = typeof key === "number" ? key : String(key);
  if (!begins(value)) return { path: [step], isKey: true };
  const { path, isKey } = pathAt(value, offset);
  return { path: [step, ...path], isKey };
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
