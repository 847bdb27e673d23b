import { wellKnownKinds } from "@toolkiln/runtime/kinds";
import type { ToolModel } from "../model/tool-model.js";
import { servicesFile, type GeneratorConfig } from "../config.js";
import { pascalCase } from "../names/tool-names.js";
import { codegenEntry, ImportCollector, importSuffix, moduleSpecifier } from "./imports.js";
import { property, stringLiteral } from "./literal.js";
import { SharedImports } from "./shared-imports.js";
import {
  declaration,
  exportedConst,
  genericType,
  typeAlias,
  type Statement,
  type FileStructure,
} from "./statement.js";
import { toolTypes } from "./tool-types.js";

/** The file of one tool: its types, its contract and its base class. */
export function emitTool(model: ToolModel, config: GeneratorConfig): FileStructure {
  const { names, spec } = model;
  const shared = new SharedImports(model.shared, "../shared", importSuffix(config));
  const types = toolTypes(model, shared);
  const declared = types.flatMap((statement) => ("name" in statement ? [statement.name] : []));
  const imports = new ImportCollector([...declared, names.data, names.contract, names.base]);
  shared.importTypes(imports);
  const typeArguments = [names.input, names.params, names.data, stringLiteral(spec.id)];
  if (spec.inject !== undefined) typeArguments.push(names.injected);
  else if (spec.uses !== undefined) typeArguments.push(imports.type(codegenEntry, "NothingInjected"));
  if (spec.uses !== undefined) {
    const file = servicesFile(config).replace(/\.[^./]+$/, "");
    const servicesModule = moduleSpecifier(`${config.out}/tools`, file, config);
    const used = spec.uses.map((name) => stringLiteral(name)).join(" | ");
    typeArguments.push(`Pick<${imports.type(servicesModule, "Services")}, ${used}>`);
  }
  const statements = [
    ...types,
    ...typeWithoutSchema(model, imports),
    contract(importSharedSchemas(model, shared, imports), config, imports, typeArguments),
    baseClass(model, imports, typeArguments),
  ];
  return {
    path: `tools/${names.file}.ts`,
    source: model.origin.file,
    statements: [...imports.statements(), ...statements],
  };
}

/** The data type of a tool without a data schema: that of its built-in kind, or `unknown`. */
function typeWithoutSchema({ names, spec }: ToolModel, imports: ImportCollector): Statement[] {
  if (spec.result.dataSchema !== undefined) return [];
  const isTyped = spec.kind !== "structured" && wellKnownKinds.some((name) => name === spec.kind);
  const type = isTyped ? imports.type(codegenEntry, `${pascalCase(spec.kind)}Data`) : "unknown";
  return [typeAlias(names.data, type, "What the tool returns.")];
}

function importSharedSchemas(model: ToolModel, shared: SharedImports, imports: ImportCollector): ToolModel {
  if (model.shared === undefined) return model;
  const { inputSchema, result, rules } = model.spec;
  const { dataSchema } = result;
  const spec = {
    ...model.spec,
    inputSchema: shared.schema(inputSchema, imports),
    result: { ...result, ...(dataSchema && { dataSchema: shared.schema(dataSchema, imports) }) },
    ...(rules && { rules: rules.map((rule) => ({ ...rule, when: shared.schema(rule.when, imports) })) }),
  };
  return { ...model, spec };
}

function contract(
  { names, spec }: ToolModel,
  config: GeneratorConfig,
  imports: ImportCollector,
  typeArguments: readonly string[],
): Statement {
  const module = stringLiteral(`./${names.file}.validator${importSuffix(config)}`);
  const fields = Object.entries(spec)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `  ${property(key, value, 2)},\n`);
  const loader = `  validators: () => import(${module}),\n`;
  const title = `The contract of \`${spec.id}\`: metadata, a Standard Schema of its input, and \`implement\`.`;
  const value = `${imports.value(codegenEntry, "defineContract")}({\n${fields.join("")}${loader}})`;
  const docs = [
    title,
    ...(spec.deprecated === undefined ? [] : [{ tag: "deprecated", text: spec.deprecated } as const]),
  ];
  const used = `export const ${names.contract}:  = defineContract({`.length;
  const type = genericType(imports.type(codegenEntry, "ToolContract"), typeArguments, used);
  return exportedConst(names.contract, type, value, ...docs);
}

function baseClass(
  { names, spec }: ToolModel,
  imports: ImportCollector,
  typeArguments: readonly string[],
): Statement {
  const start = `export abstract class ${names.base} extends `;
  const base = genericType(imports.value(codegenEntry, "ToolBase"), typeArguments, start.length + 2);
  const lines = [
    `${start}${base} {`,
    `  override get contract(): typeof ${names.contract} {`,
    `    return ${names.contract};`,
    "  }",
    "}",
  ];
  return declaration(lines.join("\n"), `Base of a class that implements \`${spec.id}\`.`);
}
