import type { ToolIndexEntry } from "@toolkiln/runtime/vocabulary";
import type { ToolModel } from "../model/tool-model.js";
import { registryName } from "../names/tool-names.js";
import { toolsetMembers } from "../toolset-members.js";
import type { GeneratorConfig } from "../config.js";
import { codegenEntry, ImportCollector, importSuffix, moduleSpecifier } from "./imports.js";
import { inlineLiteral, literal, propertyName, stringLiteral } from "./literal.js";
import {
  callOf,
  declaration,
  exportedConst,
  genericType,
  typeAlias,
  type Statement,
  type FileStructure,
} from "./statement.js";

const localNames = (
  "ToolContracts ToolId ToolInputs ToolParams ToolData ToolImplementations index uses createToolRegistry registry " +
  "toolsets"
).split(" ");

interface RegistryParts {
  readonly models: readonly ToolModel[];
  readonly config: GeneratorConfig;
  readonly imports: ImportCollector;
}

/** The registry: the types of all tools, their index, and loaders for implementations. */
export function emitRegistry(models: readonly ToolModel[], config: GeneratorConfig): FileStructure {
  const imports = new ImportCollector([
    ...localNames,
    ...Object.keys(config.toolsets ?? {}).map(registryName),
  ]);
  const registryType = `${imports.type(codegenEntry, "ToolRegistry")}<ToolContracts>`;
  const parts = { models, config, imports };
  const statements = [
    contracts(parts),
    ...types(imports),
    index(parts),
    ...uses(parts),
    createToolRegistry(registryType, parts),
    registry(registryType, parts),
    ...toolsets(parts),
  ];
  return {
    path: "registry.ts",
    source: config.manifests,
    statements: [...imports.statements(), ...statements],
  };
}

function contracts(parts: RegistryParts): Statement {
  const members = parts.models.map(
    (model) => `  ${propertyName(model.spec.id)}: ${contractType(model, parts)};\n`,
  );
  const body = members.length > 0 ? members.join("") : "  [key: string]: never;\n";
  return declaration(`export type ToolContracts = {\n${body}};`, "The contract of every tool by its id.");
}

/** The type of a contract; includes the wire name when it differs from the id. */
function contractType({ names, spec }: ToolModel, { config, imports }: RegistryParts): string {
  const module = `./tools/${names.file}${importSuffix(config)}`;
  const type = `typeof ${imports.type(module, names.contract)}`;
  if (spec.wireName === spec.id) return type;
  return `${type} & ${imports.type(codegenEntry, "WireName")}<${stringLiteral(spec.wireName)}>`;
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

function index({ models, imports }: RegistryParts): Statement {
  // One line per entry: otherwise the registry of a project with many tools would be mostly white space.
  const entries = models.map(({ spec }) => inlineLiteral(indexEntry(spec)));
  const type = `readonly ${imports.type(codegenEntry, "ToolIndexEntry")}<ToolId>[]`;
  const value = callOf(`${imports.value(codegenEntry, "toolIndex")}<ToolId>`, entries, "  ");
  const docs = "What listings and filters need to know about each tool.";
  return declaration(`function index(): ${type} {\n  return ${value};\n}`, docs);
}

/** The fields of the index; `undefined` ones are not written. */
function indexEntry(spec: ToolModel["spec"]): Record<keyof ToolIndexEntry, unknown> {
  const { id, wireName, name, category, risk, kind, tags, requires, renamedFrom, deprecated } = spec;
  return { id, wireName, name, category, risk, kind, tags, requires, renamedFrom, deprecated };
}

/** The services that each tool uses; the executor checks that they are provided. */
function uses({ models }: RegistryParts): Statement[] {
  const table = models.flatMap(({ spec }) =>
    spec.uses === undefined ? [] : [[spec.id, spec.uses] as const],
  );
  if (table.length === 0) return [];
  const value = literal(Object.fromEntries(table));
  const code = `const uses: { readonly [id: string]: readonly string[] } = ${value};`;
  return [declaration(code, "The services that each tool uses.")];
}

function createToolRegistry(type: string, { models, config, imports }: RegistryParts): Statement {
  const uses = models.some(({ spec }) => spec.uses) ? "uses, " : "";
  const catalog = `catalog: () => import(${stringLiteral(`./catalog${importSuffix(config)}`)})`;
  const create = imports.value(codegenEntry, "createRegistry");
  const code = `export function createToolRegistry(implementations: ToolImplementations): ${type} {
  return ${create}({ index, ${uses}${catalog}, implementations });
}`;
  return declaration(code, "Creates a registry from the given implementations.");
}

function registry(type: string, { models, config }: RegistryParts): Statement {
  const loaders = models.map(({ spec, names }) => {
    const module = stringLiteral(moduleSpecifier(config.out, `${config.tools}/${names.file}`, config));
    return `  ${propertyName(spec.id)}: () => import(${module}),\n`;
  });
  const value = `createToolRegistry({\n${loaders.join("")}})`;
  return exportedConst("registry", type, value, "All tools; each is loaded when it is first used.");
}

function toolsets({ models, config, imports }: RegistryParts): Statement[] {
  const sets = Object.entries(toolsetMembers(models, config.toolsets));
  if (sets.length === 0) return [];
  const idsOf = (name: string) => `(typeof toolsets)[${stringLiteral(name)}][number]`;
  const lists = sets.map(([name, members]) => `  ${propertyName(name)}: ${idList(members)};\n`);
  const ids = Object.fromEntries(sets.map(([name, members]) => [name, members.map(({ spec }) => spec.id)]));
  const registryType = imports.type(codegenEntry, "ToolRegistry");
  return [
    exportedConst("toolsets", `{\n${lists.join("")}}`, literal(ids), "The ids of the tools of each toolset."),
    ...sets.map(([name]): Statement => {
      const value = `registry.subset(toolsets[${stringLiteral(name)}])`;
      const used = `export const ${registryName(name)}:  = ${value}`.length;
      const type = genericType(registryType, [`Pick<ToolContracts, ${idsOf(name)}>`], used);
      return exportedConst(registryName(name), type, value, `The tools of the toolset \`${name}\`.`);
    }),
  ];
}

/** The type of a list of ids, one per line when there are many. */
function idList(members: readonly ToolModel[]): string {
  const ids = members.map(({ spec }) => stringLiteral(spec.id));
  if (ids.length < 2) return `readonly ${ids[0] ?? "never"}[]`;
  if (ids.length < 6) return `readonly (${ids.join(" | ")})[]`;
  return `readonly (${ids.map((id) => `\n    | ${id}`).join("")}\n  )[]`;
}
