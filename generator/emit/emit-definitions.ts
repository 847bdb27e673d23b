import type { GeneratorConfig } from "../config.js";
import { validatorFile } from "./emit-validator.js";
import { codegenEntry, ImportCollector, importSuffix } from "./imports.js";
import { literal } from "./literal.js";
import { definitionValidators, type EmittedDefinition } from "./shared-by-tools.js";
import { SharedImports } from "./shared-imports.js";
import { exportedConst, type Statement, type FileStructure } from "./statement.js";
import { ownMembers, type PlainSchema } from "./types/plain-schema.js";
import { describeProperty } from "./types/describe-schema.js";
import { SchemaTypes } from "./types/schema-types.js";
import { TypeNames } from "./types/type-names.js";
import { defaultCode, fillsDefaults } from "./validator/default-code.js";
import { validatorCode } from "./validator/validator-code.js";

/** The files of one shared definition: its type and schema, and the functions that validators call. */
export function emitDefinition(shared: EmittedDefinition, config: GeneratorConfig): FileStructure[] {
  return [emitDeclarations(shared, config), emitFunctions(shared, config) ?? []].flat();
}

function emitDeclarations(shared: EmittedDefinition, config: GeneratorConfig): FileStructure {
  const { schema, definition: names, allShared } = shared;
  const references = new SharedImports(allShared, ".", importSuffix(config));
  const { $defs: _others, ...own } = schema;
  const docs = describeProperty([{ schema: own, filled: true }]);
  const typeOf = (name: string, filled: boolean): PlainSchema =>
    new SchemaTypes(schema, name, new TypeNames(name, new Set([name])), references).rootType(filled);
  const type = typeOf(names.type, false);
  const statements: Statement[] = [{ kind: "type", name: names.type, docs, type }];
  if (fillsDefaults(schema, schema)) {
    const filled = typeOf(names.filledType, true);
    const more = ownMembers(filled, type);
    const declared = more ? { type: more, extends: names.type } : { type: filled };
    const summary = [`\`${names.type}\` with its defaults filled in.`];
    statements.push({ kind: "type", name: names.filledType, docs: summary, ...declared });
  }
  const imports = new ImportCollector([names.schema, names.type, names.filledType]);
  references.importTypes(imports, [names.type, names.filledType]);
  const value = literal(own, 0, `export const ${names.schema}: JsonSchema = ;`.length);
  const schemaType = imports.type(codegenEntry, "JsonSchema");
  statements.push(exportedConst(names.schema, schemaType, value, `The JSON Schema of \`${names.type}\`.`));
  return {
    path: `shared/${names.file}.ts`,
    source: names.place.file,
    statements: [...imports.statements(), ...statements],
  };
}

function emitFunctions(shared: EmittedDefinition, config: GeneratorConfig): FileStructure | undefined {
  const { schema, definition: names, allShared, needsDefaults } = shared;
  const references = new SharedImports(allShared, ".", importSuffix(config));
  const { code, functions, helpers } = validatorCode(definitionValidators(shared), references.definitions);
  const defaults = needsDefaults ? defaultCode(schema, references.definitions) : undefined;
  const imports = new ImportCollector();
  const exported = (name: string, type: string, initializer: string | undefined): Statement[] =>
    initializer === undefined ? [] : [exportedConst(name, type, initializer)];
  const { reported, matched } = functions;
  const validatorType = (reported ?? matched) ? imports.type(codegenEntry, "SchemaValidator") : "";
  const exports = [
    ...exported(names.validate, validatorType, reported),
    ...exported(names.match, validatorType, matched),
    ...exported(names.fill, "(data: unknown) => void", defaults?.entry),
  ];
  if (exports.length === 0) return undefined;
  const own = new Set([names.validate, names.match, names.fill]);
  const foreign = [...helpers, ...(defaults?.called ?? [])].filter((name) => !own.has(name));
  for (const helper of references.importFunctions(imports, foreign)) imports.value(codegenEntry, helper);
  const path = `shared/${names.file}`;
  return validatorFile(path, names.place.file, imports, [code, defaults?.code], exports);
}
