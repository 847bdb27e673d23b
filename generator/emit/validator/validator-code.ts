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
  const prepared = prepareAll(validators);
  // Without their texts many tools ask for the same: an identifier, a path, nothing at all.
  const known = written.get(prepared.key);
  if (known !== undefined) return known;
  const ajv = compile(prepared);
  const names = prepared.all.map(([name]) => name);
  const { schemas, selfContained = {}, pointers } = validators;
  const tidy = tidyModule(standaloneCode(ajv, Object.fromEntries(names.map((name) => [name, name]))), {
    reporting: [...Object.keys(schemas), ...Object.keys(selfContained)],
    schemas: new Map(prepared.schemas),
    ...(pointers && { pointers }),
  });
  const code = { ...tidy, code: escapeInvisible(tidy.code) };
  if (written.size >= mostWritten) written.clear();
  written.set(prepared.key, code);
  return code;
}

/** Throws when no validators can be made of schemas. */
export function assertValidators(validators: Validators): void {
  const prepared = prepareAll(validators);
  if (compiled.has(prepared.key)) return;
  const ajv = compile(prepared);
  for (const [name] of prepared.all) ajv.getSchema(name);
  if (compiled.size >= mostWritten) compiled.clear();
  compiled.add(prepared.key);
}

type NamedSchemas = readonly (readonly [string, JsonSchema])[];

interface Prepared {
  readonly schemas: NamedSchemas;
  readonly all: NamedSchemas;
  /** The same for validators with the same code. */
  readonly key: string;
}

function prepareAll({ schemas, selfContained, conditions, shared = [], pointers }: Validators): Prepared {
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

function compile({ all, key }: Prepared): Ajv2020 {
  const ajv = bareAjv(key);
  for (const [name, schema] of all) ajv.addSchema(schema, name);
  return ajv;
}

const written = new Map<string, TidyModule>();
const compiled = new Set<string>();
const mostWritten = 200;

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
