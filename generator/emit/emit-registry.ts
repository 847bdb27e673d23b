import type { ToolIndexEntry } from "@toolkiln/runtime";
import type { ToolModel } from "../model/tool-model.js";
import { registryName } from "../model/registry-name.js";
import { toolsetMembers } from "../model/toolset-members.js";
import type { EmitSettings } from "./emit.js";
import { contractType } from "./emit-tool.js";
import type { FileStructure } from "./file-structure.js";
import { codegenEntry, ImportCollector } from "./imports.js";
import { inlineLiteral, literal, stringLiteral } from "./literal.js";
import {
  emitLoaderTable,
  loaders,
  loaderTables,
  tableReferences,
  type LoaderTable,
} from "./loader-tables.js";
import type { Statement } from "./statement.js";
import { literalType, reference, unionOf, type TypeNode } from "./types/type-node.js";

const localNames = [
  "ToolContracts",
  "ToolId",
  "ToolInputs",
  "ToolParams",
  "ToolData",
  "ToolImplementations",
  "index",
  "createToolRegistry",
  "registry",
  "toolsets",
];

/** The registry: the types of all tools, their index, and the way to their implementations. */
export function emitRegistry(models: readonly ToolModel[], settings: EmitSettings): FileStructure {
  const tables = loaderTables(models);
  const imports = new ImportCollector([
    ...localNames,
    ...tables.map(({ name }) => name),
    ...Object.keys(settings.toolsets).map(registryName),
  ]);
  const registryType = reference(imports.type(codegenEntry, "ToolRegistry"), reference("ToolContracts"));
  const statements = [
    contracts(models, settings, imports),
    ...types(imports),
    index(models, imports),
    createToolRegistry(registryType, settings, imports),
    ...tables.map((table) => emitLoaderTable(table, settings)),
    registry(models, tables, registryType, settings, imports),
    ...toolsets(models, settings, imports),
  ];
  return {
    path: "registry.ts",
    source: settings.manifests,
    statements: [...imports.statements(), ...statements],
  };
}

function contracts(
  models: readonly ToolModel[],
  settings: EmitSettings,
  imports: ImportCollector,
): Statement {
  const properties = models.map((model) => ({
    name: model.spec.id,
    type: contractType(model, imports, settings),
    optional: false,
    docs: [],
  }));
  return {
    kind: "interface",
    name: "ToolContracts",
    docs: ["The contract of every tool by its id."],
    type: { kind: "object", properties },
  };
}

function types(imports: ImportCollector): Statement[] {
  const alias = (name: string, type: TypeNode, doc: string): Statement => ({
    kind: "type-alias",
    name,
    docs: [doc],
    type,
  });
  const mapped = (helper: string) =>
    reference(imports.type(codegenEntry, helper), reference("ToolContracts"));
  const keys: TypeNode = { kind: "reference", name: "ToolContracts", operator: "keyof" };
  return [
    alias("ToolId", keys, "The id of a tool."),
    alias("ToolInputs", mapped("InputsOf"), "What a caller sends to each tool."),
    alias("ToolParams", mapped("AllParamsOf"), "What each tool receives."),
    alias("ToolData", mapped("AllDataOf"), "What each tool returns."),
    alias("ToolImplementations", mapped("ImplementationsOf"), "An implementation for every tool."),
  ];
}

function index(models: readonly ToolModel[], imports: ImportCollector): Statement {
  // On one line however long it gets: white space is most of what a process with many tools would read here.
  const entries = models.map(({ spec }) => `    ${inlineLiteral(indexEntry(spec))},\n`);
  const entryType = reference(imports.type(codegenEntry, "ToolIndexEntry"), reference("ToolId"));
  return {
    kind: "function",
    exported: false,
    name: "index",
    docs: ["What listings and filters need to know of each tool."],
    returnType: { kind: "array", items: entryType, readonly: true },
    returns: `[\n${entries.join("")}  ]`,
  };
}

function indexEntry(spec: ToolModel["spec"]): ToolIndexEntry {
  const { id, wireName, name, category, risk, kind, tags, requires, renamedFrom, deprecated } = spec;
  return {
    id,
    wireName,
    name,
    category,
    risk,
    kind,
    ...(tags && { tags }),
    ...(requires && { requires }),
    ...(renamedFrom && { renamedFrom }),
    ...(deprecated !== undefined && { deprecated }),
  };
}

function createToolRegistry(type: TypeNode, settings: EmitSettings, imports: ImportCollector): Statement {
  return {
    kind: "function",
    exported: true,
    name: "createToolRegistry",
    docs: ["Makes a registry of implementations that are chosen by hand."],
    parameter: { name: "implementations", type: reference("ToolImplementations") },
    returnType: type,
    returns: `${imports.value(codegenEntry, "createRegistry")}({ index, ${catalog(settings)}, implementations })`,
  };
}

function registry(
  models: readonly ToolModel[],
  tables: readonly LoaderTable[],
  type: TypeNode,
  settings: EmitSettings,
  imports: ImportCollector,
): Statement {
  const create = imports.value(codegenEntry, "createRegistry");
  return {
    kind: "const",
    exported: true,
    name: "registry",
    docs: ["All tools; each is loaded when it is first used."],
    type,
    initializer:
      tables.length === 0
        ? `createToolRegistry(${loaders(models, settings, "")})`
        : `${create}({\n  index,\n  ${catalog(settings)},\n  parts: ${tableReferences(tables, "  ")},\n})`,
  };
}

function catalog({ importSuffix }: EmitSettings): string {
  return `catalog: () => import(${stringLiteral(`./catalog${importSuffix}`)})`;
}

/** The ids of each toolset, and a registry of each. */
function toolsets(
  models: readonly ToolModel[],
  settings: EmitSettings,
  imports: ImportCollector,
): Statement[] {
  const sets = Object.entries(toolsetMembers(models, settings.toolsets));
  if (sets.length === 0) return [];
  const idsOf = (members: readonly ToolModel[]) => unionOf(members.map(({ spec }) => literalType(spec.id)));
  const properties = sets.map(([name, members]) => ({
    name,
    type: { kind: "array", items: idsOf(members), readonly: true } as const,
    optional: false,
    docs: [],
  }));
  const ids = Object.fromEntries(sets.map(([name, members]) => [name, members.map(({ spec }) => spec.id)]));
  const registryType = imports.type(codegenEntry, "ToolRegistry");
  return [
    {
      kind: "const",
      exported: true,
      name: "toolsets",
      docs: ["The ids of the tools of each toolset."],
      type: { kind: "object", properties },
      initializer: literal(ids),
    },
    ...sets.map(([name, members]): Statement => ({
      kind: "const",
      exported: true,
      name: registryName(name),
      docs: [`The tools of the toolset \`${name}\`.`],
      type: reference(registryType, reference("Pick", reference("ToolContracts"), idsOf(members))),
      initializer: `registry.subset(toolsets[${stringLiteral(name)}])`,
    })),
  ];
}
