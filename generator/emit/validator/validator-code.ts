import type { JsonSchema, JsonSchemaObject } from "@toolkiln/runtime";
import { selectParameters } from "../../json-schema/schema-extensions.js";
import type { SharedDefinition, ToolModel } from "../../model/tool-model.js";
import { compileFunctions, type AjvFunction } from "./compile-functions.js";
import { defaultCode } from "./default-code.js";
import { prepareSchema } from "./prepare-schema.js";
import { escapeInvisible } from "../literal.js";
import {
  countErrors,
  noPath,
  pathAsArgument,
  pathInContext,
  reportErrors,
  reportShortErrors,
  shorterBlocks,
  shorterConditions,
  shorterContext,
} from "./function-rules.js";
import { removeParentheses, printTokens, rewrite, tokenize, type Token } from "./rewrite-code.js";

/** A module of validators, without imports and exports. */
export interface ValidatorModule {
  readonly code: string;
  /** The function behind each export. */
  readonly functions: Readonly<Record<string, string>>;
  /** Runtime helpers and shared functions that the code calls. */
  readonly helpers: readonly string[];
}

export interface Validator {
  readonly name: string;
  readonly schema: JsonSchema;
  /** What it reports: errors without details that the schema contains, complete errors, or only a boolean. */
  readonly kind: "short" | "complete" | "condition";
  /** For a function that other validators call: the JSON pointer of its schema in their schemas. */
  readonly pointer?: string;
}

export interface CompiledValidator extends Validator {
  /** Its own function is the last one. */
  readonly functions: readonly AjvFunction[];
}

type Shared = readonly SharedDefinition[];

/** Throws when the validators of a tool cannot be emitted. */
export function assertTool(model: ToolModel): void {
  const { shared = [] } = model;
  assertValidators(toolValidators(model), shared);
  assertDefaults(model.spec.inputSchema, shared);
}

/** Throws when defaults create too many values, which only object and list defaults can. */
export function assertDefaults(schema: JsonSchemaObject, shared: Shared): void {
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
export function assertValidators(validators: readonly Validator[], shared: Shared): void {
  const referring = validators.filter(({ schema }) => JSON.stringify(schema).includes('"$ref":"#'));
  // Preparing replaces references to shared definitions, which are compiled elsewhere.
  const prepared = referring.map((each) => prepareSchema(each, shared));
  if (JSON.stringify(prepared).includes('"$ref":"#')) validatorCode(validators, shared);
}

/** Compiles schemas to validators that need neither Ajv nor eval where they run; `shared` is compiled elsewhere. */
export function validatorCode(validators: readonly Validator[], shared: Shared): ValidatorModule {
  const prepared = validators.map((each) => ({ ...each, schema: prepareSchema(each, shared) }));
  // Descriptions are removed, so many tools have equal schemas: only an id, only a path, or no parameters.
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

/** Writes a module with shorter versions of the functions that Ajv wrote. */
function writeModule(validators: readonly CompiledValidator[]): ValidatorModule {
  const tidied = validators.map(tidyFunctions);
  const isUsed = (name: string): boolean =>
    tidied.some((functions) => functions.some((code) => uses(code, name)));
  const all = validators.flatMap(({ functions }) => functions);
  const constants = [...new Map(all.flatMap((each) => [...each.constants]))].filter(([name]) => isUsed(name));
  const helpers = new Set([...all.flatMap((each) => each.helpers), ...["fail", "failAll"].filter(isUsed)]);
  const parts = [
    constants.map(([name, code]) => `const ${name} = ${code};`).join("\n"),
    ...tidied.flat().map((code) => printTokens(code).trim()),
  ];
  return {
    code: escapeInvisible(parts.join("\n\n").trim()),
    functions: Object.fromEntries(
      validators.map(({ name, functions }) => [name, functions.at(-1)?.name ?? ""]),
    ),
    helpers: [...helpers].toSorted(),
  };
}

/** Whether code uses a name, and not only as a property. */
function uses(code: readonly Token[], name: string): boolean {
  return code.some(({ text }, index) => text === name && code[index - 1]?.text !== ".");
}

function tidyFunctions({ functions, kind, schema, pointer }: CompiledValidator): Token[][] {
  const isRecursive = JSON.stringify(schema).includes('"$ref":"#"');
  return functions.map(({ name, code, renamed }, index) => {
    const isOwn = index === functions.length - 1;
    const ownPath = pointer !== undefined ? pathAsArgument : isRecursive ? pathInContext : noPath;
    const reported = isOwn && kind === "short" ? reportShortErrors(schema, pointer) : reportErrors;
    const steps = [
      [...shorterContext, ...shorterConditions, ...renamed],
      isOwn ? ownPath : pathInContext,
      kind === "condition" ? countErrors(name) : reported,
    ];
    const rewritten = steps.reduce(rewrite, tokenize(code));
    return rewrite(removeParentheses(rewritten), shorterBlocks);
  });
}
