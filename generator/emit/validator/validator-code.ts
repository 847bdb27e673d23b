import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { selectParameters } from "../../json-schema/schema-extensions.js";
import { isSchemaObject, schemaMap } from "../../json-schema/schema-values.js";
import type { SharedDefinition, ToolModel } from "../../model/tool-model.js";
import { compileFunctions } from "./compile-functions.js";
import { defaultCode } from "./default-code.js";
import { prepareSchema } from "./prepare-schema.js";
import { writeModule, type Validator, type ValidatorModule } from "./validator-module.js";

/** Throws when the validators of a tool cannot be emitted. */
export function assertTool(model: ToolModel): void {
  const { shared = [] } = model;
  assertValidators(toolValidators(model), shared);
  assertDefaults(model.spec.inputSchema, shared);
}

/** Throws when defaults create too many values. Only objects and lists can have defaults inside. */
export function assertDefaults(schema: JsonSchemaObject, shared: readonly SharedDefinition[]): void {
  if (/"default":[[{]/.test(JSON.stringify(schema))) defaultCode(schema, shared);
}

/** The validators of a tool; those of its rules are called `rule0`, `rule1` and so on. */
export function toolValidators({ spec, paramsSchema }: ToolModel): Validator[] {
  const { dataSchema } = spec.result;
  const validators: Validator[] = [{ name: "params", schema: spec.inputSchema, kind: "short" }];
  if (dataSchema) validators.push({ name: "data", schema: dataSchema, kind: "short" });
  if (spec.inject)
    validators.push({
      name: "injected",
      schema: selectParameters(paramsSchema, spec.inject, "injected"),
      kind: "complete",
    });
  const rules = (spec.rules ?? []).map(({ when }, index) => ({
    name: `rule${index}`,
    schema: when,
    kind: "condition" as const,
  }));
  return [...validators, ...rules];
}

/** Throws when schemas cannot be compiled. After lint, schemas without references always compile. */
export function assertValidators(
  validators: readonly Validator[],
  shared: readonly SharedDefinition[],
): void {
  if (validators.some(({ schema }) => hasOwnReferences(schema, shared))) validatorCode(validators, shared);
}

/** Whether a schema has references other than to definitions that are compiled elsewhere. */
function hasOwnReferences(schema: JsonSchema, shared: readonly SharedDefinition[]): boolean {
  if (!isSchemaObject(schema)) return false;
  const elsewhere = new Set(shared.map(({ pointer }) => pointer));
  return (
    schemaMap(schema["$defs"]).some(([name]) => !elsewhere.has(`#/$defs/${name}`)) ||
    /"(?:\$ref":"#"|unevaluated)/.test(JSON.stringify(schema))
  );
}

/** Compiles schemas to validators that need neither Ajv nor eval where they run; `shared` is compiled elsewhere. */
export function validatorCode(
  validators: readonly Validator[],
  shared: readonly SharedDefinition[],
): ValidatorModule {
  const prepared = validators.map((each) => ({ ...each, schema: prepareSchema(each, shared) }));
  // Without descriptions, many tools have the same schema: an id, a path, no parameters.
  const key = JSON.stringify(prepared);
  const known = written.get(key);
  if (known !== undefined) return known;
  const code = writeModule(compileFunctions(prepared, key.includes('"unevaluated')));
  if (written.size >= maxWritten) written.clear();
  written.set(key, code);
  return code;
}

const written = new Map<string, ValidatorModule>();
const maxWritten = 200;
