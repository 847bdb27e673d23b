import { nameTool } from "../model/tool-names.js";
import type { FileState } from "./freshness.js";

/** A tool whose files go, and one nearly the same whose files come. */
export interface RenamedTool {
  readonly from: string;
  readonly to: string;
}

/** Tools of an output folder whose files a run deletes. */
export function goneTools(states: readonly FileState[], folder: string): string[] {
  return toolFiles(states, folder, "orphaned").map(({ id }) => id);
}

/** Tools that look as if they had got another id: of each that goes, the one that comes and resembles it most. */
export function renamedTools(states: readonly FileState[], folder: string): RenamedTool[] {
  const going = toolFiles(states, folder, "orphaned");
  const come = going.length === 0 ? [] : toolFiles(states, folder, "missing");
  if (going.length * come.length > mostPairs) return [];
  const coming = come.map(({ id, state }) => ({ id, words: wordsWithoutNames(state.wanted ?? "", id) }));
  const renamed: RenamedTool[] = [];
  for (const { id: from, state } of going) {
    const words = wordsWithoutNames(state.found ?? "", from);
    const [best] = coming
      .filter(({ id }) => renamed.every(({ to }) => to !== id))
      .map(({ id, words: others }) => ({ id, likeness: likenessOf(words, others) }))
      .filter(({ likeness }) => likeness >= nearlyTheSame)
      .toSorted((a, b) => b.likeness - a.likeness);
    if (best !== undefined) renamed.push({ from, to: best.id });
  }
  return renamed;
}

/** The part of its words that a renamed tool keeps; two tools about files share less. */
const nearlyTheSame = 0.9;

/** Pairs of tools that are compared; with more, the whole project has become another one. */
const mostPairs = 400;

function toolFiles(
  states: readonly FileState[],
  folder: string,
  status: FileState["status"],
): { readonly id: string; readonly state: FileState }[] {
  return states.flatMap((state) => {
    const id = state.path.startsWith(`${folder}/tools/`)
      ? /^([a-z0-9-]+)\.ts$/.exec(state.path.slice(folder.length + "/tools/".length))?.[1]
      : undefined;
    return id === undefined || state.status !== status ? [] : [{ id, state }];
  });
}

/** The words of a tool's file without its header and without the names that follow from its id. */
function wordsWithoutNames(text: string, id: string): string[] {
  const { contract, input } = nameTool(id);
  const pascal = input.replace(/Input$/, "");
  const title = pascal.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, " ");
  const names = [id, id.replaceAll("-", "_"), contract, pascal, title];
  const body = text.slice(text.indexOf("\n"));
  return names.reduce((plain, name) => plain.replaceAll(name, ""), body).match(/[\p{L}\p{N}]+/gu) ?? [];
}

function likenessOf(words: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of words) {
    const amount = left.get(word) ?? 0;
    if (amount === 0) continue;
    left.set(word, amount - 1);
    shared++;
  }
  return shared / Math.max(words.length, others.length, 1);
}
