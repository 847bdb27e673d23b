import type { Ajv, CodeKeywordDefinition, KeywordCxt, Name } from "ajv";
import type * as CodegenModule from "ajv/dist/compile/codegen/index.js";
import type * as CompileModule from "ajv/dist/compile/index.js";
import type * as VocabularyModule from "ajv/dist/vocabularies/code.js";
import { isMultipleOf } from "../../codegen/is-multiple-of.js";
import { callReference, duplicateItems, Evaluated, evaluatedOf } from "../../codegen/validation-run.js";

/** The parts of Ajv for writing keywords; each copy of Ajv accepts only its own. */
export interface AjvParts {
  readonly codegen: Pick<typeof CodegenModule, "_" | "not" | "strConcat" | "stringify" | "ValueScopeName">;
  readonly compile: Pick<typeof CompileModule, "SchemaEnv" | "resolveRef">;
  readonly vocabulary: Pick<typeof VocabularyModule, "usePattern">;
}

export type KeywordCode = (cxt: KeywordCxt) => void;

/** Replaces the code of an Ajv keyword; keeps its position and its error messages. */
export function replaceCode(
  ajv: Ajv,
  keyword: string,
  replacement: (original: KeywordCode) => KeywordCode,
): void {
  const definition = ajv.getKeyword(keyword);
  // Older drafts lack some keywords.
  if (typeof definition === "boolean") return;
  if (!("code" in definition)) throw new TypeError(`Ajv's keyword '${keyword}' has no code generator.`);
  const { code }: CodeKeywordDefinition = definition;
  definition.code = replacement(code);
}

type Helper = "Evaluated" | "callReference" | "duplicateItems" | "evaluatedOf" | "isMultipleOf";

const helpers: Readonly<Record<Helper, unknown>> = {
  Evaluated,
  callReference,
  duplicateItems,
  evaluatedOf,
  isMultipleOf,
};

/** The name of a runtime helper in the generated code. */
export function helper({ gen }: KeywordCxt, { codegen }: AjvParts, name: Helper): Name {
  return gen.scopeValue(new codegen.ValueScopeName("import", name), { ref: helpers[name] });
}
