import type { Ajv2020, Options } from "ajv/dist/2020.js";
import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { emptyAjv, newAjv2020 } from "../../json-schema/ajv-library.js";
import { onlyInjected } from "../../json-schema/schema-extensions.js";
import { isSchemaObject, schemaMap } from "../../json-schema/schema-values.js";
import { nameShared, type SharedNames } from "../../names/shared-names.js";
import type { ToolModel } from "../../model/tool-model.js";
import { defaultCode } from "./default-code.js";
import { callableFrom, prepareCondition, prepareSchema } from "./prepare-schema.js";

type Schemas = Readonly<Record<string, JsonSchema>>;

/** What to compile, by the names that its functions are asked for. */
export interface Validators {
  /** Schemas whose validators describe errors, for callers that have the schema. */
  readonly schemas: Schemas;
  /** Schemas whose validators tell everything themselves. */
  readonly selfContained?: Schemas;
  /** Schemas whose validators only say yes or no. */
  readonly conditions?: Schemas;
  /** Definitions that are compiled elsewhere. */
  readonly shared?: readonly SharedNames[];
  /** Where the schemas that other validators call stand in those of whole inputs. */
  readonly pointers?: Readonly<Record<string, string>>;
}

/** Throws when the validators of a tool cannot be emitted. */
export function assertTool(model: ToolModel): void {
  const validators = toolValidators(model);
  assertValidators(validators);
  assertDefaults(model.spec.inputSchema, validators.shared);
}

/** Throws when defaults create too much. Only one that is an object or a list can have others filled in. */
export function assertDefaults(schema: JsonSchemaObject, shared: readonly SharedNames[]): void {
  if (/"default":[[{]/.test(JSON.stringify(schema))) defaultCode(schema, shared);
}

/** What a tool needs validators of. */
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

/** Throws when no validators can be made of schemas. What refers to nothing can be compiled, once lint has passed. */
export function assertValidators(validators: Validators): void {
  if (!refersToItself(validators)) return;
  const prepared = prepareAll(validators);
  if (compiled.has(prepared.key)) return;
  const ajv = compileAll(prepared);
  for (const [name] of prepared.all) ajv.getSchema(name);
  if (compiled.size >= mostCompiled) compiled.clear();
  compiled.add(prepared.key);
}

/** Whether schemas refer to anything but definitions that are compiled elsewhere. */
function refersToItself({ schemas, selfContained, conditions, shared = [] }: Validators): boolean {
  const elsewhere = new Set(shared.map(({ pointer }) => pointer));
  const isOwn = ([name]: readonly [string, unknown]) => !elsewhere.has(`#/$defs/${name}`);
  return Object.values({ ...schemas, ...selfContained, ...conditions }).some(
    (schema) =>
      isSchemaObject(schema) &&
      (schemaMap(schema["$defs"]).some(isOwn) || /"(?:\$ref":"#"|unevaluated)/.test(JSON.stringify(schema))),
  );
}

const compiled = new Set<string>();
const mostCompiled = 200;

type NamedSchemas = readonly (readonly [string, JsonSchema])[];

/** Schemas with nothing in them but what validators need. */
export interface Prepared {
  readonly schemas: NamedSchemas;
  readonly all: NamedSchemas;
  /** The same for validators with the same code. */
  readonly key: string;
}

/** Prepares schemas for Ajv. */
export function prepareAll({
  schemas,
  selfContained,
  conditions,
  shared = [],
  pointers,
}: Validators): Prepared {
  const each = (given: Schemas = {}, prepare: (schema: JsonSchema) => JsonSchema): NamedSchemas =>
    Object.entries(given).map(([name, schema]) => [name, prepare(schema)]);
  const reported = each(schemas, (schema) => prepareSchema(schema, callableFrom(schema, shared)));
  const alone = each(selfContained, (schema) => prepareSchema(schema));
  const asked = each(conditions, (schema) => prepareCondition(schema, callableFrom(schema, shared)));
  return {
    schemas: reported,
    all: [...reported, ...alone, ...asked],
    key: JSON.stringify([reported, alone, asked, pointers]),
  };
}

/** An Ajv that has these schemas and no others. */
export function compileAll({ all, key }: Prepared): Ajv2020 {
  const ajv = bareAjv(key);
  for (const [name, schema] of all) ajv.addSchema(schema, name);
  return ajv;
}

/** Ajv with nothing but the keywords. */
function bareAjv(schemas: string): Ajv2020 {
  // Keeping track of what was evaluated makes the code longer, and few schemas ask for it.
  const kind = schemas.includes('"unevaluated') ? "evaluating" : "plain";
  const ajv = (shared[kind] ??= newAjv2020(options, { unevaluated: kind === "evaluating" }));
  Object.assign(ajv.opts, { dynamicRef: false });
  // One instance serves all tools, but each starts with no schemas and no names, so that no file depends on another.
  emptyAjv(ajv);
  return ajv;
}

const shared: { plain?: Ajv2020; evaluating?: Ajv2020 } = {};

const options: Options = {
  strict: false,
  // NaN and Infinity are no numbers of JSON.
  strictNumbers: true,
  meta: false,
  validateSchema: false,
  logger: false,
  allErrors: true,
  ownProperties: true,
  code: {
    source: true,
    esm: true,
    lines: true,
    optimize: false,
    // Only the text is wanted; without this every validator would be compiled here as well.
    process: () => "return () => true",
  },
};
