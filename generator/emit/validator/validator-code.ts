import type { Ajv2020, Options } from "ajv/dist/2020.js";
import type { JsonSchema } from "@toolkiln/runtime";
import { emptyAjv, newAjv2020, standaloneCode } from "../../json-schema/ajv-library.js";
import { escapeInvisible } from "../escape-invisible.js";
import type { SharedNames } from "../../model/shared-definition.js";
import { tidyModule, type TidyModule, type TidyOptions } from "./ajv-module.js";
import { callableFrom, prepareCondition, prepareSchema } from "./prepare-schema.js";

type Schemas = Readonly<Record<string, JsonSchema>>;

/** What to compile, by the names that its functions are asked for. */
export interface Validators {
  /** Schemas whose validators tell what is wrong, to somebody who has the schema. */
  readonly schemas: Schemas;
  /** Schemas whose validators tell everything themselves. */
  readonly selfContained?: Schemas;
  /** Schemas whose validators only say yes or no. */
  readonly conditions?: Schemas;
  /** Definitions that are compiled elsewhere. */
  readonly shared?: readonly SharedNames[];
  readonly pointers?: TidyOptions["pointers"];
}

/** Compiles schemas to validators that need neither Ajv nor eval where they run. */
export function validatorCode(validators: Validators): TidyModule {
  const { schemas, selfContained = {}, conditions = {}, shared = [], pointers } = validators;
  const prepared = {
    schemas: prepareAll(schemas, (schema) => prepareSchema(schema, callableFrom(schema, shared))),
    selfContained: prepareAll(selfContained, (schema) => prepareSchema(schema)),
    conditions: prepareAll(conditions, (schema) => prepareCondition(schema, callableFrom(schema, shared))),
    pointers,
  };
  // Without their texts many tools ask for the same: an identifier, a path, nothing at all.
  const key = JSON.stringify(prepared);
  const known = written.get(key);
  if (known !== undefined) return known;
  const ajv = bareAjv(key);
  const compiled = [...prepared.schemas, ...prepared.selfContained, ...prepared.conditions];
  for (const [name, schema] of compiled) ajv.addSchema(schema, name);
  const module = standaloneCode(ajv, Object.fromEntries(compiled.map(([name]) => [name, name])));
  const reporting = [...Object.keys(schemas), ...Object.keys(selfContained)];
  const tidy = tidyModule(module, {
    reporting,
    schemas: new Map(prepared.schemas),
    ...(pointers && { pointers }),
  });
  const code = { ...tidy, code: escapeInvisible(tidy.code) };
  if (written.size >= mostWritten) written.clear();
  written.set(key, code);
  return code;
}

const written = new Map<string, TidyModule>();
const mostWritten = 200;

function prepareAll(
  schemas: Schemas,
  prepare: (schema: JsonSchema) => JsonSchema,
): readonly (readonly [string, JsonSchema])[] {
  return Object.entries(schemas).map(([name, schema]) => [name, prepare(schema)]);
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
