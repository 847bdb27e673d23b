import type { ToolIndexEntry } from "@toolkiln/runtime/vocabulary";
import type { ToolModel } from "../model/tool-model.js";
import { registryName } from "../names/tool-names.js";
import { toolsetMembers } from "../toolset-members.js";
import type { EmitSettings } from "./emit.js";
import { contractType } from "./emit-tool.js";
import type { FileStructure } from "./file-structure.js";
import { codegenEntry, ImportCollector } from "./imports.js";
import { inlineLiteral, literal, propertyName, stringLiteral } from "./literal.js";
import {
  emitLoaderTable,
  loaders,
  loaderTables,
  tableReferences,
  type LoaderTable,
} from "./loader-tables.js";
import { exportedConst, typeAlias, type Statement } from "./statement.js";

const localNames = [
  "ToolContracts",
  "ToolId",
  "ToolInputs",
  "ToolParams",
  "ToolData",
  "ToolImplementations",
  "index",
  "uses",
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
  const registryType = `${imports.type(codegenEntry, "ToolRegistry")}<ToolContracts>`;
  const statements = [
    contracts(models, settings, imports),
    ...types(imports),
    index(models, imports),
    ...uses(models),
    createToolRegistry(registryType, models, settings, imports),
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
  const members = models.map(
    (model) => [propertyName(model.spec.id), namedContract(model, imports, settings)] as const,
  );
  return {
    kind: "interface",
    name: "ToolContracts",
    docs: ["The contract of every tool by its id."],
    members: members.length > 0 ? members : [["[key: string]", "never"]],
  };
}

/** The type of a contract, with the name that models see where it is not the id. */
function namedContract(model: ToolModel, imports: ImportCollector, settings: EmitSettings): string {
  const { id, wireName } = model.spec;
  const type = contractType(model, imports, settings);
  if (wireName === id) return type;
  return `${type} & ${imports.type(codegenEntry, "WireName")}<${stringLiteral(wireName)}>`;
}

function types(imports: ImportCollector): Statement[] {
  const mapped = (helper: string) => `${imports.type(codegenEntry, helper)}<ToolContracts>`;
  return [
    typeAlias("ToolId", "keyof ToolContracts", "The id of a tool."),
    typeAlias("ToolInputs", mapped("InputsOf"), "What a caller sends to each tool."),
    typeAlias("ToolParams", mapped("AllParamsOf"), "What each tool receives."),
    typeAlias("ToolData", mapped("AllDataOf"), "What each tool returns."),
    typeAlias("ToolImplementations", mapped("ImplementationsOf"), "An implementation for every tool."),
  ];
}

function index(models: readonly ToolModel[], imports: ImportCollector): Statement {
  // On one line however long it gets: white space is most of what a process with many tools would read here.
  const entries = models.map(({ spec }) => `    ${inlineLiteral(indexEntry(spec))},\n`);
  return {
    kind: "function",
    exported: false,
    name: "index",
    docs: ["What listings and filters need to know of each tool."],
    returnType: `readonly ${imports.type(codegenEntry, "ToolIndexEntry")}<ToolId>[]`,
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

/** The services of each tool that uses some, which the executor compares with those that it is given. */
function uses(models: readonly ToolModel[]): Statement[] {
  const table = models.flatMap(({ spec }) =>
    spec.uses === undefined ? [] : [[spec.id, spec.uses] as const],
  );
  if (table.length === 0) return [];
  return [
    {
      kind: "const",
      exported: false,
      name: "uses",
      docs: ["The services that each tool uses."],
      type: "{ readonly [id: string]: readonly string[] }",
      initializer: literal(Object.fromEntries(table)),
    },
  ];
}

function registryFields(models: readonly ToolModel[], settings: EmitSettings): string[] {
  return ["index", ...(models.some(({ spec }) => spec.uses) ? ["uses"] : []), catalog(settings)];
}

function createToolRegistry(
  type: string,
  models: readonly ToolModel[],
  settings: EmitSettings,
  imports: ImportCollector,
): Statement {
  const fields = [...registryFields(models, settings), "implementations"];
  return {
    kind: "function",
    exported: true,
    name: "createToolRegistry",
    docs: ["Makes a registry of implementations that are chosen by hand."],
    parameter: { name: "implementations", type: "ToolImplementations" },
    returnType: type,
    returns: `${imports.value(codegenEntry, "createRegistry")}({ ${fields.join(", ")} })`,
  };
}

function registry(
  models: readonly ToolModel[],
  tables: readonly LoaderTable[],
  type: string,
  settings: EmitSettings,
  imports: ImportCollector,
): Statement {
  const create = imports.value(codegenEntry, "createRegistry");
  const fields = [...registryFields(models, settings), `parts: ${tableReferences(tables, "  ")}`];
  const value =
    tables.length === 0
      ? `createToolRegistry(${loaders(models, settings, "")})`
      : `${create}({\n  ${fields.join(",\n  ")},\n})`;
  return exportedConst("registry", type, value, "All tools; each is loaded when it is first used.");
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
  const idsOf = (name: string) => `(typeof toolsets)[${stringLiteral(name)}][number]`;
  const lists = sets.map(([name, members]) => `  ${propertyName(name)}: ${idList(members)};\n`);
  const ids = Object.fromEntries(sets.map(([name, members]) => [name, members.map(({ spec }) => spec.id)]));
  const registryType = imports.type(codegenEntry, "ToolRegistry");
  return [
    exportedConst("toolsets", `{\n${lists.join("")}}`, literal(ids), "The ids of the tools of each toolset."),
    ...sets.map(([name]): Statement => {
      const value = `registry.subset(toolsets[${stringLiteral(name)}])`;
      const registry = exportedConst(
        registryName(name),
        registryType,
        value,
        `The tools of the toolset \`${name}\`.`,
      );
      return { ...registry, typeArguments: [`Pick<ToolContracts, ${idsOf(name)}>`] };
    }),
  ];
}

/** The type of a list of some ids, one a line when they are many. */
function idList(members: readonly ToolModel[]): string {
  const ids = members.map(({ spec }) => stringLiteral(spec.id));
  if (ids.length < 2) return `readonly ${ids[0] ?? "never"}[]`;
  if (ids.length < 6) return `readonly (${ids.join(" | ")})[]`;
  return `readonly (${ids.map((id) => `\n    | ${id}`).join("")}\n  )[]`;
}
