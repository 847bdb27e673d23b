import { analyze, memoryHost, type Diagnostic, type ToolNames } from "@toolkiln/generator";
import type { GeneratorConfig } from "@toolkiln/generator/config";
import { formatManifest, writeManifest } from "@toolkiln/generator/format";
import { isRecord, valueAlong } from "@toolkiln/runtime/json";
import { Document, isMap, visit } from "yaml";
import type { ImportedTool } from "../imported-tool.js";
import { dropProperty } from "../schema/convert-schema.js";
import { placeOf, type MutableObject } from "../source/part.js";

/** A file to write, as data that can still be repaired. */
export type Draft = { readonly path: string; readonly value: MutableObject; readonly comment: string };
export type ToolDraft = Draft & { readonly tool: ImportedTool };

export const manifestSuffix = ".tool.yaml";

/** Writes a draft as YAML: short, flat values on one line, and a manifest in canonical form. */
export function draftText({ path, value, comment }: Draft): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  if (isMap(document.contents)) document.contents.commentBefore = comment;
  visit(document, {
    Collection(key, node) {
      const text = key === null ? "" : JSON.stringify(node);
      if (text !== "" && text.length < 100 && !/^.[^]*\{|\\n/.test(text)) node.flow = true;
    },
  });
  const text = writeManifest(document);
  return (path.endsWith(manifestSuffix) ? formatManifest(text) : undefined) ?? text;
}

/** Maximum repair rounds: one repair can reveal the next error. */
const maxRounds = 8;
/** Manifests per lint run. Each run reads the shared definitions again. */
const batchSize = 150;

/** Lints drafts as the generator would, and drops and reports what is invalid. Returns the tools that pass. */
export async function lintDrafts(
  drafts: readonly ToolDraft[],
  shared: readonly Draft[],
  others: ReadonlyMap<string, string>,
  config: GeneratorConfig,
  onProgress?: (done: number, total: number) => void,
): Promise<Map<ToolDraft, ToolNames>> {
  const passed = new Map<ToolDraft, ToolNames>();
  for (let start = 0; start < drafts.length; start += batchSize) {
    onProgress?.(start, drafts.length);
    let left = drafts.slice(start, start + batchSize);
    for (let round = 0; left.length > 0; round++) {
      const all = [...shared, ...left];
      // Indented JSON is valid YAML with one value per line, so the line of an error gives its path.
      const texts = all.map(({ path, value }) => [path, JSON.stringify(value, undefined, 1)] as const);
      const { models, diagnostics } = await analyze(memoryHost(new Map([...others, ...texts])), config);
      const errors = all.flatMap((draft) => findErrors(draft, diagnostics));
      // A reference may be invalid only because of an error in its target.
      const causes = errors.filter(({ path }) => path.at(-1) !== "$ref");
      // From the end, so that array indexes stay valid.
      const failed = (causes.length > 0 ? causes : errors)
        .toReversed()
        // A name in `required` may have several errors: after the first repair, its index is that of the next name.
        .filter(({ path }, index, all) => path.at(-2) !== "required" || path !== all[index - 1]?.path)
        .filter((one) => round === maxRounds || !repair(one));
      left = left.filter((draft) => {
        const concerns = (one: DraftError): boolean => one.draft === draft || shared.includes(one.draft);
        const reason = failed.find(concerns)?.error.message;
        const names = models.find(({ origin }) => origin.file === draft.path)?.names;
        if (reason !== undefined)
          draft.tool.place.warn(`The tool was left out: ${reason}`, undefined, "TK8002");
        else if (errors.some(concerns)) return true;
        else if (names !== undefined) passed.set(draft, names);
        return false;
      });
    }
  }
  return passed;
}

type DraftError = ReturnType<typeof findErrors>[number];

function findErrors(draft: Draft, diagnostics: readonly Diagnostic[]) {
  const own = diagnostics.filter(({ file, severity }) => file === draft.path && severity === "error");
  const paths = own.length === 0 ? [] : linePaths(draft.value);
  return own.map((error) => ({ draft, error, path: paths[error.range.start.line - 1] ?? [] }));
}

/** The path of the value on each line of indented JSON. */
function linePaths(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  const members = Object.entries(typeof value === "object" ? (value ?? {}) : {});
  const present = members.filter(([, member]) => member !== undefined);
  const inner = present.flatMap(([key, member]) => linePaths(member, [...path, key]));
  return inner.length === 0 ? [path] : [path, ...inner, path];
}

/** Drops what lint rejects, so the schema accepts more. Returns false if nothing can be dropped. */
function repair({ draft, error, path }: DraftError): boolean {
  const values = [draft.value, ...path.map((_, index) => valueAlong(draft.value, path.slice(0, index + 1)))];
  // A line starts with the key, unless it is an array item.
  const isKey = error.range.start.column === path.length + 1 && !Array.isArray(values.at(-2));
  const depth = values.findLastIndex((value, index) => placeOf(value) && !(isKey && index === path.length));
  const schema = values[depth];
  const place = placeOf(schema);
  const [keyword, name = ""] = path.slice(depth);
  // Only these keys of a manifest can be dropped.
  const isNeeded = depth === 0 ? !/^(name|tags|executionSummary)$/.test(keyword ?? "") : path.length < 2;
  // TK3026: the parameters are not an object. Dropping keywords cannot fix that.
  if (!isRecord(schema) || place === undefined || isNeeded || error.code === "TK3026") return false;
  const { required } = schema;
  let change = "The manifest accepts any value here.";
  if (keyword === "required" && name !== "" && Array.isArray(required)) {
    change = `\`${JSON.stringify(required[Number(name)])}\` is not required in the manifest.`;
    schema["required"] = required.toSpliced(Number(name), 1);
  } else if (keyword === "properties" && name !== "") {
    change = `The property \`${name}\` was dropped.`;
    dropProperty(schema, name);
  } else if (keyword === undefined) {
    for (const name of Object.keys(schema)) if (name !== "description") delete schema[name];
  } else {
    // A repair of this round may have dropped it already.
    if (schema[keyword] === undefined) return true;
    change = `\`${keyword}\` was dropped.`;
    delete schema[keyword];
  }
  place.warn(`${error.message} ${change}`, error.help);
  return true;
}
