import type { ToolModel } from "../model/tool-model.js";
import type { EmitSettings } from "./emit.js";
import type { FileStructure } from "./file-structure.js";
import { codegenEntry, ImportCollector } from "./imports.js";
import { SharedImports } from "./shared-imports.js";
import { exportedConst, type Statement } from "./statement.js";
import { toolValidators } from "./validator/compile-validators.js";
import { defaultCode } from "./validator/default-code.js";
import { validatorCode } from "./validator/validator-code.js";

/** The file of one tool's validators: Ajv's code, and for each use an export by its full name and as its contract asks for it. */
export function emitValidator(model: ToolModel, settings: EmitSettings): FileStructure {
  const { names, spec, origin } = model;
  const shared = new SharedImports(model.shared, "../shared", settings.importSuffix);
  const validators = toolValidators(model);
  const { code, functions, helpers } = validatorCode(validators);
  const defaults = defaultCode(spec.inputSchema, shared.definitions);
  const imports = new ImportCollector();
  const called = shared.importFunctions(imports, [...helpers, ...(defaults?.called ?? [])]);
  for (const helper of called) imports.value(codegenEntry, helper);
  const exported = (name: string, type: string, initializer: string): Statement =>
    exportedConst(name, imports.type(codegenEntry, type), initializer);
  const validate = (name: string) => functions[name] ?? "undefined";
  const params = defaults
    ? `${imports.value(codegenEntry, "withDefaults")}(${defaults.entry}, ${validate("params")})`
    : validate("params");
  const exports = [
    exported(names.validateParams, "SchemaValidator", params),
    exported("params", "SchemaValidator", names.validateParams),
  ];
  if (spec.result.dataSchema) {
    exports.push(exported(names.validateData, "SchemaValidator", validate("data")));
    exports.push(exported("data", "SchemaValidator", names.validateData));
  }
  if (spec.inject) exports.push(exported("injected", "SchemaValidator", validate("injected")));
  if (spec.rules) {
    const conditions = Object.keys(validators.conditions).map(validate).join(", ");
    const match = `${imports.value(codegenEntry, "matchRules")}([${conditions}])`;
    exports.push(exported(names.matchRules, "RuleMatcher", match));
    exports.push(exported("rules", "RuleMatcher", names.matchRules));
  }
  return validatorFile(`tools/${names.file}`, origin.file, imports, [code, defaults?.code], exports);
}

/** A file of validators: imports, then the code of functions as it is, then what is exported of them. */
export function validatorFile(
  path: string,
  source: string,
  imports: ImportCollector,
  code: readonly (string | undefined)[],
  exports: readonly Statement[],
): FileStructure {
  const functions = code.flatMap((piece): Statement[] =>
    piece === undefined || piece === "" ? [] : [{ kind: "validator-code", code: piece }],
  );
  return {
    path: `${path}.validator.ts`,
    source,
    unchecked: true,
    statements: [...imports.statements(), ...functions, ...exports],
  };
}
