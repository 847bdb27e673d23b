import { analyze, memoryHost, type Diagnostic, type Position, type ToolNames } from "@toolkiln/generator";
import type { GeneratorConfig } from "@toolkiln/generator/config";
import { isPair, isScalar, isSeq, LineCounter, parseDocument, visit } from "yaml";
import { dropProperty } from "../schema/convert-schema.js";
import { placeOf, type ImportReport, type MutableObject, type Part } from "../source/part.js";
import type { PlanOptions } from "./import-plan.js";

/** A file to write, as data that can still be repaired. */
export interface Draft {
  readonly path: string;
  readonly value: MutableObject;
  readonly place: Part;
  readonly write: () => string;
}

interface LintSettings {
  readonly config: GeneratorConfig;
  readonly report: ImportReport;
  /** Project files that are not tool manifests, by path. */
  readonly others: ReadonlyMap<string, string>;
  readonly shared: readonly Draft[];
  readonly onProgress: PlanOptions["onProgress"] | undefined;
}

/** Maximum repair rounds: one repair can reveal the next error. */
const maxRounds = 8;
/** Manifests per lint run. Each run reads the shared definitions again. */
const batchSize = 150;

/**
 * Lints drafts as the generator would. Invalid keywords are dropped and reported at their place in the source; a tool
 * that cannot be repaired is skipped. Returns the names of those that pass.
 */
export async function lintDrafts<One extends Draft>(
  drafts: readonly One[],
  { config, report, others, shared, onProgress }: LintSettings,
): Promise<Map<One, ToolNames>> {
  const passed = new Map<One, ToolNames>();
  for (let start = 0; start < drafts.length; start += batchSize) {
    onProgress?.(start, drafts.length);
    let left = drafts.slice(start, start + batchSize);
    for (let round = 0; left.length > 0 && round <= maxRounds; round++) {
      const texts = new Map([...shared, ...left].map((draft) => [draft.path, draft.write()]));
      const { models, diagnostics } = await analyze(memoryHost(new Map([...others, ...texts])), config);
      const repairAll = (draft: Draft): Repaired => {
        const errors = diagnostics.filter(
          ({ file, severity }) => file === draft.path && severity === "error",
        );
        return repairDraft(draft, errors, round === maxRounds);
      };
      // Invalid definitions cause errors in the tools that use them, so repair them first.
      const definitions = shared.map(repairAll);
      if (definitions.includes("repaired")) continue;
      left = left.filter((draft) => {
        const state = definitions.find((one) => one !== "right") ?? repairAll(draft);
        const names = models.find(({ origin }) => origin.file === draft.path)?.names;
        if (state === "right" && names !== undefined) passed.set(draft, names);
        if (typeof state === "object")
          report.add("TK8002", draft.place, `The tool was left out: ${state.message}`);
        return state === "repaired";
      });
    }
  }
  return passed;
}

/** No errors, all repaired, or an error that cannot be repaired. */
type Repaired = "right" | "repaired" | Diagnostic;

function repairDraft(draft: Draft, errors: readonly Diagnostic[], isLast: boolean): Repaired {
  if (errors.length === 0) return "right";
  const pathAt = pathFinder(draft.write());
  const paths = errors.map((error) => ({ error, ...pathAt(error.range.start) }));
  // From the end, so that array indexes stay valid.
  return paths.toReversed().find((one) => isLast || !repair(draft, one))?.error ?? "repaired";
}

type Path = readonly (string | number)[];

interface LocatedError {
  readonly error: Diagnostic;
  readonly path: Path;
  readonly isKey: boolean;
}

/** Drops what lint rejects, so the schema accepts more. Returns false if the error is not in a schema. */
function repair({ value }: Draft, { error, path, isKey }: LocatedError): boolean {
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
  place.lose(`${error.message} ${change}`, error.help);
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

/** Finds the path to the innermost part of a file that contains a position, and whether that is a key. */
function pathFinder(text: string) {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  return ({ line, column }: Position): Omit<LocatedError, "error"> => {
    const offset = (lineCounter.lineStarts[line - 1] ?? 0) + column - 1;
    let chain: readonly unknown[] = [];
    let isKey = false;
    visit(document, {
      // Parts follow each other, so the last one that begins before the position contains it.
      Node(key, node, ancestors) {
        if ((node.range?.[0] ?? Infinity) > offset) return;
        chain = [...ancestors, node];
        isKey = key === "key";
      },
    });
    const path = chain.flatMap((part, index): Path => {
      if (isPair(part)) return [isScalar(part.key) ? String(part.key.value) : ""];
      return isSeq(part) && index + 1 < chain.length ? [part.items.indexOf(chain[index + 1])] : [];
    });
    return { path, isKey };
  };
}
