import { wellKnownKinds, type WellKnownKind } from "@toolkiln/runtime";
import { StructureKind, VariableDeclarationKind, type StatementStructures } from "ts-morph";
import type { ToolModel } from "../model/tool-model.js";
import type { EmitSettings } from "./emit.js";
import type { FileStructure } from "./file-structure.js";
import { codegenEntry, ImportCollector } from "./imports.js";
import { literal, property } from "./literal.js";
import { typeDeclaration, withDefaultsFilledIn } from "./type-declarations.js";

/** The file of one tool: its types, its contract and its base class. */
export async function emitTool(model: ToolModel, settings: EmitSettings): Promise<FileStructure> {
  const { names, spec } = model;
  const imports = new ImportCollector();
  const types = [
    await typeDeclaration(spec.inputSchema, names.input, "What a caller sends."),
    await typeDeclaration(
      withDefaultsFilledIn(model.paramsSchema),
      names.params,
      "What the tool receives: the input with its defaults filled in.",
    ),
    await dataDeclaration(model, imports),
  ];
  const parts = [contract(model, settings, imports), baseClass(model, imports)];
  return {
    path: `tools/${names.file}.ts`,
    source: model.origin.file,
    statements: [imports.declarations(), ...types, ...parts],
  };
}

const dataTypes: Readonly<Record<WellKnownKind, string | undefined>> = {
  text: "TextData",
  diff: "DiffData",
  file_content: "FileContentData",
  file_list: "FileListData",
  table: "TableData",
  image: "ImageData",
  structured: undefined,
};

async function dataDeclaration({ names, spec }: ToolModel, imports: ImportCollector): Promise<string> {
  const comment = "What the tool returns.";
  if (spec.result.dataSchema !== undefined)
    return typeDeclaration(spec.result.dataSchema, names.data, comment);
  const known = wellKnownKinds.find((kind) => kind === spec.kind);
  const type = known && dataTypes[known];
  const target = type === undefined ? "unknown" : imports.type(codegenEntry, type);
  return `/** ${comment} */\nexport type ${names.data} = ${target};`;
}

function contract(
  { names, spec }: ToolModel,
  settings: EmitSettings,
  imports: ImportCollector,
): StatementStructures {
  const module = `./${names.file}.validator${settings.importSuffix}`;
  const members = [
    `      params: module.${names.validateParams},\n`,
    ...(spec.rules === undefined ? [] : [`      rules: module.${names.matchRules},\n`]),
    ...(spec.result.dataSchema === undefined ? [] : [`      data: module.${names.validateData},\n`]),
  ];
  const fields = Object.entries(spec).map(([key, value]) => `  ${property(key, value, 2)},\n`);
  const loader = `  validators: () =>\n    import("${module}").then((module) => ({\n${members.join("")}    })),\n`;
  const type = imports.type(codegenEntry, "ToolContract");
  return {
    kind: StructureKind.VariableStatement,
    isExported: true,
    declarationKind: VariableDeclarationKind.Const,
    docs: [`The contract of \`${spec.id}\`: metadata, a Standard Schema of its input, and \`implement\`.`],
    declarations: [
      {
        name: names.contract,
        type: `${type}<${typeArguments({ names, spec })}>`,
        initializer: `${imports.value(codegenEntry, "defineContract")}({\n${fields.join("")}${loader}})`,
      },
    ],
  };
}

/** Written as text because ts-morph has no structure for an accessor that overrides. */
function baseClass({ names, spec }: ToolModel, imports: ImportCollector): string {
  const base = imports.value(codegenEntry, "ToolBase");
  return [
    `/** Base of a class that implements \`${spec.id}\`. */`,
    `export abstract class ${names.base} extends ${base}<${typeArguments({ names, spec })}> {`,
    `  override get contract(): typeof ${names.contract} {`,
    `    return ${names.contract};`,
    "  }",
    "}",
  ].join("\n");
}

function typeArguments({ names, spec }: Pick<ToolModel, "names" | "spec">): string {
  return `${names.input}, ${names.params}, ${names.data}, ${literal(spec.id)}`;
}
