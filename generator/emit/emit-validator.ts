import type { JsonSchema } from "@toolkiln/runtime";
import { onlyInjected } from "../json-schema/schema-extensions.js";
import { nameShared, type SharedNames } from "../model/shared-definition.js";
import type { ToolModel } from "../model/tool-model.js";
import type { EmitSettings } from "./emit.js";
import type { FileStructure } from "./file-structure.js";
import { codegenEntry, ImportCollector } from "./imports.js";
import { SharedImports } from "./shared-imports.js";
import type { Statement } from "./statement.js";
import { defaultCode } from "./validator/default-code.js";
import { assertValidators, validatorCode, type Validators } from "./validator/validator-code.js";

/** The file of one tool's validators: Ajv's code, and for each use an export by its full name and as its contract asks for it. */
export function emitValidator(model: ToolModel, settings: EmitSettings): FileStructure {
  const { names, spec, origin } = model;
  const shared = new SharedImports(model.shared, "../shared", settings.importSuffix);
  const validators = validatorsOf(model, shared.definitions);
  const { code, functions, helpers } = validatorCode(validators);
  const defaults = defaultCode(spec.inputSchema, shared.definitions);
  const imports = new ImportCollector();
  const called = shared.importFunctions(imports, [...helpers, ...(defaults?.called ?? [])]);
  for (const helper of called) imports.value(codegenEntry, helper);
  const exported = (name: string, type: string, initializer: string): Statement => ({
    kind: "const",
    exported: true,
    name,
    docs: [],
    type: imports.type(codegenEntry, type),
    initializer,
  });
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
  const pieces = defaults ? [code, defaults.code] : [code];
  return {
    path: `tools/${names.file}.validator.ts`,
    source: origin.file,
    unchecked: true,
    statements: [
      ...imports.statements(),
      ...pieces.map((piece) => ({ kind: "validator-code", code: piece }) as const),
      ...exports,
    ],
  };
}

/** Throws when the validators of a tool cannot be emitted. */
export function assertValidator(model: ToolModel): void {
  const shared = (model.shared ?? []).map(nameShared);
  assertValidators(validatorsOf(model, shared));
  defaultCode(model.spec.inputSchema, shared);
}

function validatorsOf({ spec, paramsSchema }: ToolModel, shared: readonly SharedNames[]) {
  const { dataSchema } = spec.result;
  const rules = (spec.rules ?? []).map((rule, index): [string, JsonSchema] => [`rule${index}`, rule.when]);
  return {
    schemas: { params: spec.inputSchema, ...(dataSchema && { data: dataSchema }) },
    selfContained: spec.inject ? { injected: onlyInjected(paramsSchema, spec.inject) } : {},
    conditions: Object.fromEntries(rules),
    shared,
  } satisfies Validators;
}
