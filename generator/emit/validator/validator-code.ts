import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { onlyInjected } from "../../json-schema/schema-extensions.js";
import { isSchemaObject, schemaMap } from "../../json-schema/schema-values.js";
import { nameShared, type SharedNames } from "../../names/shared-names.js";
import type { ToolModel } from "../../model/tool-model.js";
import { compileFunctions, type NamedSchemas } from "./compile-functions.js";
import { defaultCode } from "./default-code.js";
import { callableFrom, prepareCondition, prepareSchema } from "./prepare-schema.js";
import { writeModule, type ValidatorModule } from "./validator-module.js";

type Schemas = Readonly<Record<string, JsonSchema>>;

/** Schemas to compile, by the names of their validators. */
export interface Validators {
  /** Validators with short errors, for callers that have the schema. */
  readonly schemas: Schemas;
  /** Validators that report complete errors. */
  readonly selfContained?: Schemas;
  /** Validators that only return a boolean. */
  readonly conditions?: Schemas;
  /** Definitions that are compiled elsewhere. */
  readonly shared?: readonly SharedNames[];
  /** JSON pointers, in the input schemas, of schemas that other validators call. */
  readonly pointers?: Readonly<Record<string, string>>;
}

/** Throws when the validators of a tool cannot be emitted. */
export function assertTool(model: ToolModel): void {
  const validators = toolValidators(model);
  assertValidators(validators);
  assertDefaults(model.spec.inputSchema, validators.shared);
}

/** Throws when defaults create too many values. Only objects and lists can have defaults inside. */
export function assertDefaults(schema: JsonSchemaObject, shared: readonly SharedNames[]): void {
  if (/"default":[[{]/.test(JSON.stringify(schema))) defaultCode(schema, shared);
}

/** The validators of a tool. */
export function toolValidators({
  spec,
  paramsSchema,
  shared = [],
}: ToolModel): Required<Omit<Validators, "pointers">> {
  const { dataSchema } = spec.result;
  const rules = (spec.rules ?? []).map((rule, index): [string, JsonSchema] => [`rule${index}`, rule.when]);
  return {
    schemas: { params: spec.inputSchema, ...(dataSchema && { data: dataSchema }) },
    selfContained: spec.inject ? { injected: onlyInjected(paramsSchema, spec.inject) } : {},
    conditions: Object.fromEntries(rules),
    shared: shared.map(nameShared),
  };
}

/** Throws when schemas cannot be compiled. After lint, schemas without references always compile. */
export function assertValidators(validators: Validators): void {
  if (hasOwnReferences(validators)) validatorCode(validators);
}

/** Whether schemas have references other than to definitions that are compiled elsewhere. */
function hasOwnReferences({ schemas, selfContained, conditions, shared = [] }: Validators): boolean {
  const elsewhere = new Set(shared.map(({ pointer }) => pointer));
  const isOwn = ([name]: readonly [string, unknown]) => !elsewhere.has(`#/$defs/${name}`);
  return Object.values({ ...schemas, ...selfContained, ...conditions }).some(
    (schema) =>
      isSchemaObject(schema) &&
      (schemaMap(schema["$defs"]).some(isOwn) || /"(?:\$ref":"#"|unevaluated)/.test(JSON.stringify(schema))),
  );
}

/** Compiles schemas to validators that need neither Ajv nor eval where they run. */
export function validatorCode(validators: Validators): ValidatorModule {
  const prepared = prepareAll(validators);
  // Without descriptions, many tools have the same schema: an id, a path, no parameters.
  const known = written.get(prepared.key);
  if (known !== undefined) return known;
  const { conditions = {}, pointers } = validators;
  const reported = new Map(prepared.schemas);
  const compiled = compileFunctions(prepared.all, prepared.key.includes('"unevaluated'));
  const code = writeModule(
    prepared.all.map(([name], index) => ({
      name,
      functions: compiled[index] ?? [],
      countsOnly: Object.hasOwn(conditions, name),
      schema: reported.get(name),
      pointer: pointers?.[name],
    })),
  );
  if (written.size >= maxWritten) written.clear();
  written.set(prepared.key, code);
  return code;
}

const written = new Map<string, ValidatorModule>();
const maxWritten = 200;

/** Schemas with only what validators need; equal keys mean equal code. */
function prepareAll({ schemas, selfContained, conditions, shared = [], pointers }: Validators): {
  readonly schemas: NamedSchemas;
  readonly all: NamedSchemas;
  readonly key: string;
} {
  const each = (given: Schemas = {}, prepare: (schema: JsonSchema) => JsonSchema): NamedSchemas =>
    Object.entries(given).map(([name, schema]) => [name, prepare(schema)]);
  const reported = each(schemas, (schema) => prepareSchema(schema, callableFrom(schema, shared)));
  const complete = each(selfContained, (schema) => prepareSchema(schema));
  const matched = each(conditions, (schema) => prepareCondition(schema, callableFrom(schema, shared)));
  return {
    schemas: reported,
    all: [...reported, ...complete, ...matched],
    key: JSON.stringify([reported, complete, matched, pointers]),
  };
}
