import type { JsonSchema } from "@toolkiln/runtime";
import { escapeInvisible } from "../literal.js";
import type { AjvFunction } from "./compile-functions.js";
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

/** A validator to generate. */
export interface Validator {
  readonly name: string;
  readonly schema: JsonSchema;
  /** What it reports: errors without what callers find in the schema, complete errors, or only a boolean. */
  readonly kind: "short" | "complete" | "condition";
  /** For a function that other validators call: the JSON pointer of its schema in the input schemas. */
  readonly pointer?: string;
}

export interface CompiledValidator extends Validator {
  /** Its own function is the last one. */
  readonly functions: readonly AjvFunction[];
}

/** Writes a module with shorter versions of the functions that Ajv wrote. */
export function writeModule(validators: readonly CompiledValidator[]): ValidatorModule {
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
