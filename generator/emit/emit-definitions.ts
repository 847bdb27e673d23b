import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { localReference } from "../json-schema/local-reference.js";
import { isSchemaObject } from "../json-schema/schema-values.js";
import { compareTexts } from "../model/compare-texts.js";
import { nameShared, type SharedDefinition, type SharedNames } from "../model/shared-definition.js";
import type { ToolModel } from "../model/tool-model.js";
import type { EmitSettings } from "./emit.js";
import type { FileStructure } from "./file-structure.js";
import { codegenEntry, ImportCollector } from "./imports.js";
import { literal } from "./literal.js";
import { SharedImports } from "./shared-imports.js";
import type { Statement } from "./statement.js";
import { ownMembers } from "./types/own-members.js";
import type { PlainSchema } from "./types/plain-schema.js";
import { describeProperty } from "./types/describe-property.js";
import { SchemaTypes } from "./types/schema-types.js";
import { TypeNames } from "./types/type-names.js";
import { defaultCode } from "./validator/default-code.js";
import { fillsDefaults } from "./validator/fills-defaults.js";
import { callableFrom } from "./validator/prepare-schema.js";
import { validatorCode } from "./validator/validator-code.js";

/** A shared definition with everything that its files are made of. */
export interface EmittedDefinition {
  readonly names: SharedNames;
  readonly definition: SharedDefinition;
  /** The definition with those that it refers to, and others of one of its tools. */
  readonly schema: JsonSchemaObject;
  /** All shared definitions of the tool that its schema is taken from. */
  readonly others: readonly SharedDefinition[];
  readonly isReported: boolean;
  readonly isMatched: boolean;
  readonly isFilled: boolean;
}

/** The definitions that tools share, in the order of their names, and what the tools use of each. */
export function sharedByTools(models: readonly ToolModel[]): EmittedDefinition[] {
  const found = new Map<string, EmittedDefinition>();
  for (const { spec, shared = [] } of models) {
    const names = shared.map(nameShared);
    const roots = [spec.inputSchema, spec.result.dataSchema].filter((schema) => schema !== undefined);
    const conditions = (spec.rules ?? []).map(({ when }) => when);
    const usedBy = (schemas: readonly JsonSchemaObject[], { pointer }: SharedNames): boolean =>
      schemas.some(
        (root) => callableFrom(root, names).length > 0 && localReference(root, pointer) !== undefined,
      );
    for (const [position, definition] of shared.entries()) {
      const own = names[position] ?? nameShared(definition);
      const root = [...roots, ...conditions].find((each) => localReference(each, own.pointer) !== undefined);
      if (root === undefined) continue;
      const known = found.get(own.file);
      found.set(own.file, {
        names: own,
        definition,
        schema: withDefinitions(localReference(root, own.pointer), root),
        others: shared,
        isReported: known?.isReported === true || usedBy(roots, own),
        isMatched: known?.isMatched === true || usedBy(conditions, own),
        isFilled: known?.isFilled === true || localReference(spec.inputSchema, own.pointer) !== undefined,
      });
    }
  }
  return [...found.values()].toSorted((a, b) => compareTexts(a.names.file, b.names.file));
}

function withDefinitions(schema: JsonSchema | undefined, { $defs }: JsonSchemaObject): JsonSchemaObject {
  if (isSchemaObject(schema)) return { ...schema, $defs };
  return schema === false ? { not: {} } : {};
}

/** The files of one shared definition: its type and schema, and the functions that validators call. */
export function emitDefinition(shared: EmittedDefinition, settings: EmitSettings): FileStructure[] {
  const validator = emitFunctions(shared, settings);
  return [emitDeclarations(shared, settings), ...(validator === undefined ? [] : [validator])];
}

function emitDeclarations(shared: EmittedDefinition, settings: EmitSettings): FileStructure {
  const { names, schema, definition, others } = shared;
  const references = new SharedImports(others, ".", settings.importSuffix);
  const { $defs: _others, ...own } = schema;
  const docs = describeProperty([{ schema: own, filled: true }]);
  const typeOf = (name: string, filled: boolean): PlainSchema =>
    new SchemaTypes(schema, name, new TypeNames(name, new Set([name])), references).rootType(filled);
  const type = typeOf(names.type, false);
  const statements: Statement[] = [{ kind: "type", name: names.type, docs, type }];
  if (fillsDefaults(schema, schema)) {
    const filled = typeOf(names.filledType, true);
    const own = ownMembers(filled, type);
    const declared = own ? { type: own, extends: names.type } : { type: filled };
    const received = [`\`${names.type}\` with its defaults filled in.`];
    statements.push({ kind: "type", name: names.filledType, docs: received, ...declared });
  }
  const imports = new ImportCollector([names.schema, names.type, names.filledType]);
  references.importTypes(imports, [names.type, names.filledType]);
  statements.push({
    kind: "const",
    exported: true,
    name: names.schema,
    docs: [`The JSON Schema of \`${names.type}\`.`],
    type: imports.type(codegenEntry, "JsonSchema"),
    initializer: literal(own, 0, `export const ${names.schema}: JsonSchema = ;`.length),
  });
  return {
    path: `shared/${names.file}.ts`,
    source: definition.place.file,
    statements: [...imports.statements(), ...statements],
  };
}

function emitFunctions(shared: EmittedDefinition, settings: EmitSettings): FileStructure | undefined {
  const { names, schema, definition, others, isReported, isMatched, isFilled } = shared;
  const references = new SharedImports(others, ".", settings.importSuffix);
  const { code, functions, helpers } = validatorCode({
    schemas: isReported ? { reported: schema } : {},
    conditions: isMatched ? { matched: schema } : {},
    shared: references.definitions,
    pointers: { reported: names.pointer },
  });
  const defaults = isFilled ? defaultCode(schema, references.definitions) : undefined;
  const imports = new ImportCollector();
  const exported = (name: string, type: string, initializer: string | undefined): Statement[] =>
    initializer === undefined ? [] : [{ kind: "const", exported: true, name, docs: [], type, initializer }];
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
  const pieces = [code, defaults?.code ?? ""].filter((piece) => piece !== "");
  return {
    path: `shared/${names.file}.validator.ts`,
    source: definition.place.file,
    unchecked: true,
    statements: [
      ...imports.statements(),
      ...pieces.map((piece) => ({ kind: "validator-code", code: piece }) as const),
      ...exports,
    ],
  };
}
