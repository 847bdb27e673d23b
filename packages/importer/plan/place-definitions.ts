import type { Host } from "@toolkiln/generator";
import type { GeneratorConfig } from "@toolkiln/generator/config";
import { isRecord } from "@toolkiln/runtime/json";
import { parseDocument } from "yaml";
import type { ImportedSource, MutableObject } from "../imported-tool.js";
import type { Draft } from "./lint-manifests.js";
import { yamlText } from "./manifest-text.js";

/** Values of one file; the generator reads files of 60,000 parts, and a value with its key and marks has up to five. */
const maxValues = 10_000;

/**
 * Decides which file holds each definition: one for all, or several where the generator would refuse one as too large.
 * Definitions of an earlier import stay as they are, and tools of this one refer to them.
 */
export async function placeDefinitions(
  { definitions, tools, report }: ImportedSource,
  { manifests }: GeneratorConfig,
  host: Host,
): Promise<Draft[]> {
  const [first] = tools;
  if (definitions === undefined || first === undefined) return [];
  const homes = new Map<string, string>();
  let number = 1;
  for (; ; number++) {
    const path = numbered(definitions.path, number);
    const bytes = await host.readFile(`${manifests}/${path}`);
    if (bytes === undefined) break;
    for (const name of definedIn(bytes)) homes.set(name, path);
  }
  const groups = group(definitions.schemas, definitions.path, number, homes);
  for (const { schema, result } of tools)
    for (const part of [schema, result]) moveReferences(part, (name) => homes.get(name) ?? definitions.path);
  return [...groups].map(([path, $defs]) => {
    // Files of definitions lie beside each other.
    const seenFrom = (name: string): string => {
      const home = homes.get(name) ?? path;
      return home === path ? "" : home.slice(home.lastIndexOf("/") + 1);
    };
    moveReferences($defs, seenFrom);
    const place = report.placeOf($defs) ?? { source: first.place.source, pointer: "" };
    const value = { $defs };
    const comment = ` Definitions that tools imported from ${place.source.file} share.`;
    return { path: `${manifests}/${path}`, value, place, write: () => yamlText(value, comment) };
  });
}

function definedIn(bytes: Uint8Array): string[] {
  const value: unknown = parseDocument(new TextDecoder().decode(bytes)).toJS();
  return isRecord(value) && isRecord(value["$defs"]) ? Object.keys(value["$defs"]) : [];
}

/** New definitions by the files that are to hold them. */
function group(
  schemas: MutableObject,
  path: string,
  firstNumber: number,
  homes: Map<string, string>,
): Map<string, MutableObject> {
  const groups = new Map<string, MutableObject>();
  let number = firstNumber;
  let values = 0;
  for (const [name, schema] of Object.entries(schemas)) {
    if (homes.has(name)) continue;
    const size = countValues(schema);
    if (values > 0 && values + size > maxValues) [number, values] = [number + 1, 0];
    values += size;
    const home = numbered(path, number);
    groups.set(home, { ...groups.get(home), [name]: schema });
    homes.set(name, home);
  }
  return groups;
}

function numbered(path: string, number: number): string {
  return number === 1 ? path : path.replace(/(?=\.\w+$)/, `-${number}`);
}

function countValues(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce<number>((sum, inner) => sum + countValues(inner), 1);
}

/** Lets references point into the file that has the definition. */
function moveReferences(value: unknown, homeOf: (name: string) => string): void {
  if (typeof value !== "object" || value === null) return;
  const holder = value as MutableObject;
  for (const [key, inner] of Object.entries(holder)) {
    const name =
      key === "$ref" && typeof inner === "string" ? /#\/\$defs\/(\w+)$/.exec(inner)?.[1] : undefined;
    if (name === undefined) moveReferences(inner, homeOf);
    else holder[key] = `${homeOf(name)}#/$defs/${name}`;
  }
}
