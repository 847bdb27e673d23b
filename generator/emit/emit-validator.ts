import { StructureKind, VariableDeclarationKind, type StatementStructures } from "ts-morph";
import type { JsonSchema } from "@toolkiln/runtime";
import type { ToolModel } from "../model/tool-model.js";
import type { FileStructure } from "./file-structure.js";
import { codegenEntry, ImportCollector } from "./imports.js";
import { validatorCode } from "./validator-code.js";

/** The file of one tool's validators: Ajv's code, and one annotated export for each use. */
export function emitValidator({ names, spec, origin }: ToolModel): FileStructure {
  const rules = (spec.rules ?? []).map((rule, index): [string, JsonSchema] => [`rule${index}`, rule.when]);
  const { dataSchema } = spec.result;
  const { code, functions, helpers } = validatorCode({
    params: spec.inputSchema,
    ...Object.fromEntries(rules),
    ...(dataSchema && { data: dataSchema }),
  });
  const imports = new ImportCollector();
  for (const helper of helpers) imports.value(codegenEntry, helper);
  const validator = imports.type(codegenEntry, "SchemaValidator");
  const exports = [
    exported(names.validateParams, validator, functions["params"]),
    ...(dataSchema ? [exported(names.validateData, validator, functions["data"])] : []),
  ];
  if (rules.length > 0) {
    const conditions = rules.map(([name]) => functions[name]).join(", ");
    const match = `${imports.value(codegenEntry, "matchRules")}([${conditions}])`;
    exports.push(exported(names.matchRules, imports.type(codegenEntry, "RuleMatcher"), match));
  }
  return {
    path: `tools/${names.file}.validator.ts`,
    source: origin.file,
    unchecked: true,
    statements: [imports.declarations(), code, ...exports],
  };
}

function exported(name: string, type: string, initializer: string | undefined): StatementStructures {
  return {
    kind: StructureKind.VariableStatement,
    isExported: true,
    declarationKind: VariableDeclarationKind.Const,
    declarations: [{ name, type, initializer: initializer ?? "undefined" }],
  };
}
