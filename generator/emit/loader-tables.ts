import type { ToolModel } from "../model/tool-model.js";
import type { EmitSettings } from "./emit.js";
import { propertyName, stringLiteral } from "./literal.js";
import type { Statement } from "./statement.js";

/** Loaders that stand in one table at most. */
const maxLoaders = 64;

/** A function of the registry that gives the loaders of the tools whose ids begin alike. */
export interface LoaderTable {
  readonly name: string;
  readonly prefix: string;
  readonly tools: readonly ToolModel[];
}

/**
 * Divides the loaders of many tools among several tables; none when one table will do. They are divided by how ids begin,
 * not by number, so that a tool that comes or goes changes its own table and no other.
 */
export function loaderTables(models: readonly ToolModel[]): LoaderTable[] {
  if (models.length <= maxLoaders) return [];
  return divide(models, 1).map((group, index) => ({ name: `part${index + 1}`, ...group }));
}

function divide(models: readonly ToolModel[], length: number): Omit<LoaderTable, "name">[] {
  const groups = new Map<string, ToolModel[]>();
  for (const model of models) {
    const prefix = model.spec.id.slice(0, length);
    const group = groups.get(prefix);
    if (group === undefined) groups.set(prefix, [model]);
    else group.push(model);
  }
  return [...groups].flatMap(([prefix, tools]) =>
    tools.length > maxLoaders ? divide(tools, length + 1) : [{ prefix, tools }],
  );
}

/** The function that is a table. */
export function emitLoaderTable({ name, prefix, tools }: LoaderTable, settings: EmitSettings): Statement {
  return {
    kind: "function",
    exported: false,
    name,
    docs: [`The tools whose ids begin with \`${prefix}\`.`],
    returnType: "Partial<ToolImplementations>",
    returns: loaders(tools, settings, "  "),
  };
}

/** The tables by the beginnings of ids, by which the runtime finds the one that an id is in. */
export function tableReferences(tables: readonly LoaderTable[], indent: string): string {
  const entries = tables.map(({ name, prefix }) => `${propertyName(prefix)}: ${name}`);
  return objectOf(entries, indent);
}

/** An object that imports each tool by its id. */
export function loaders(tools: readonly ToolModel[], settings: EmitSettings, indent: string): string {
  const entries = tools.map(({ spec, names }) => {
    const module = stringLiteral(`${settings.toolsPath}/${names.file}${settings.importSuffix}`);
    return `${propertyName(spec.id)}: () => import(${module})`;
  });
  return objectOf(entries, indent);
}

function objectOf(entries: readonly string[], indent: string): string {
  return `{\n${entries.map((entry) => `${indent}  ${entry},\n`).join("")}${indent}}`;
}
