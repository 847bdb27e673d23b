import { StructureKind, VariableDeclarationKind, type StatementStructures } from "ts-morph";
import type { ToolIndexEntry } from "@toolkiln/runtime";
import type { ToolModel } from "../model/tool-model.js";
import type { EmitSettings } from "./emit.js";
import type { FileStructure } from "./file-structure.js";
import { codegenEntry, ImportCollector } from "./imports.js";
import { literal, propertyName } from "./literal.js";

/** The registry: the types of all tools, their index, and the way to their implementations. */
export function emitRegistry(models: readonly ToolModel[], settings: EmitSettings): FileStructure {
  const imports = new ImportCollector();
  const statements = [
    contracts(models, settings, imports),
    ...types(imports),
    index(models, imports),
    createToolRegistry(settings, imports),
    registry(models, settings),
  ];
  return {
    path: "registry.ts",
    source: settings.manifests,
    statements: [imports.declarations(), ...statements],
  };
}

function contracts(
  models: readonly ToolModel[],
  settings: EmitSettings,
  imports: ImportCollector,
): StatementStructures {
  return {
    kind: StructureKind.Interface,
    isExported: true,
    name: "ToolContracts",
    docs: ["The contract of every tool by its id."],
    properties: models.map(({ spec, names }) => {
      const name = imports.type(`./tools/${names.file}${settings.importSuffix}`, names.contract);
      return { name: propertyName(spec.id), type: `typeof ${name}` };
    }),
  };
}

function types(imports: ImportCollector): StatementStructures[] {
  const alias = (name: string, type: string, doc: string): StatementStructures => ({
    kind: StructureKind.TypeAlias,
    isExported: true,
    name,
    type,
    docs: [doc],
  });
  const mapped = (helper: string) => `${imports.type(codegenEntry, helper)}<ToolContracts>`;
  return [
    alias("ToolId", "keyof ToolContracts", "The id of a tool."),
    alias("ToolInputs", mapped("InputsOf"), "What a caller sends to each tool."),
    alias("ToolParams", mapped("AllParamsOf"), "What each tool receives."),
    alias("ToolData", mapped("AllDataOf"), "What each tool returns."),
    alias("ToolImplementations", mapped("ImplementationsOf"), "An implementation for every tool."),
  ];
}

function index(models: readonly ToolModel[], imports: ImportCollector): StatementStructures {
  const entries = models.map(({ spec }) => {
    const { id, wireName, name, category, risk, kind, tags, requires, renamedFrom, deprecated } = spec;
    const entry: { [Key in keyof ToolIndexEntry]: ToolIndexEntry[Key] | undefined } = {
      id,
      wireName,
      name,
      category,
      risk,
      kind,
      tags,
      requires,
      renamedFrom,
      deprecated,
    };
    return `  ${literal(entry, 2)},\n`;
  });
  return {
    kind: StructureKind.VariableStatement,
    declarationKind: VariableDeclarationKind.Const,
    docs: ["What listings and filters need to know of each tool."],
    declarations: [
      {
        name: "index",
        type: `readonly ${imports.type(codegenEntry, "ToolIndexEntry")}<ToolId>[]`,
        initializer: `[\n${entries.join("")}]`,
      },
    ],
  };
}

function createToolRegistry(settings: EmitSettings, imports: ImportCollector): StatementStructures {
  const create = imports.value(codegenEntry, "createRegistry");
  const type = imports.type(codegenEntry, "ToolRegistry");
  return {
    kind: StructureKind.Function,
    isExported: true,
    name: "createToolRegistry",
    docs: ["Makes a registry of implementations that are chosen by hand."],
    parameters: [{ name: "implementations", type: "ToolImplementations" }],
    returnType: `${type}<ToolContracts>`,
    statements: [
      `return ${create}({ index, catalog: () => import("./catalog${settings.importSuffix}"), implementations });`,
    ],
  };
}

function registry(models: readonly ToolModel[], settings: EmitSettings): StatementStructures {
  const loaders = models.map(
    ({ spec, names }) =>
      `  ${propertyName(spec.id)}: () => import("${settings.toolsPath}/${names.file}${settings.importSuffix}"),\n`,
  );
  return {
    kind: StructureKind.VariableStatement,
    isExported: true,
    declarationKind: VariableDeclarationKind.Const,
    docs: ["All tools; each is loaded when it is first used."],
    declarations: [
      {
        name: "registry",
        type: "ToolRegistry<ToolContracts>",
        initializer: `createToolRegistry({\n${loaders.join("")}})`,
      },
    ],
  };
}
