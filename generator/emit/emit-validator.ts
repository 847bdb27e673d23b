import type { ToolModel } from "../model/tool-model.js";
import type { GeneratorConfig } from "../config.js";
import { codegenEntry, ImportCollector, importSuffix } from "./imports.js";
import { SharedImports } from "./shared-imports.js";
import { declaration, exportedConst, type Statement, type FileStructure } from "./statement.js";
import { defaultCode } from "./validator/default-code.js";
import { toolValidators, validatorCode } from "./validator/validator-code.js";

/** The validator file of one tool: Ajv's code, with each function exported by its full name and by a short one. */
export function emitValidator(model: ToolModel, config: GeneratorConfig): FileStructure {
  const { names, spec, origin } = model;
  const shared = new SharedImports(model.shared, "../shared", importSuffix(config));
  const { code, functions, helpers } = validatorCode(toolValidators(model), shared.definitions);
  const defaults = defaultCode(spec.inputSchema, shared.definitions);
  const imports = new ImportCollector();
  const called = shared.importFunctions(imports, [...helpers, ...(defaults?.called ?? [])]);
  for (const helper of called) imports.value(codegenEntry, helper);
  const functionOf = (name: string) => functions[name] ?? "undefined";
  const exports: Statement[] = [];
  const shortNames: string[] = [];
  const add = (name: string, short: string, initializer: string, type = "SchemaValidator"): void => {
    exports.push(exportedConst(name, imports.type(codegenEntry, type), initializer));
    if (name !== short) shortNames.push(`${name} as ${short}`);
  };
  const params = defaults
    ? `${imports.value(codegenEntry, "withDefaults")}(${defaults.entry}, ${functionOf("params")})`
    : functionOf("params");
  add(names.validateParams, "params", params);
  if (spec.result.dataSchema) add(names.validateData, "data", functionOf("data"));
  if (spec.inject) add("injected", "injected", functionOf("injected"));
  if (spec.rules) {
    const conditions = spec.rules.map((_rule, index) => functionOf(`rule${index}`)).join(", ");
    const match = `${imports.value(codegenEntry, "matchRules")}([${conditions}])`;
    add(names.matchRules, "rules", match, "RuleMatcher");
  }
  exports.push(declaration(`export { ${shortNames.join(", ")} };`));
  return validatorFile(`tools/${names.file}`, origin.file, imports, [code, defaults?.code], exports);
}

/** A validator file: imports, then the functions, then the exports. */
export function validatorFile(
  path: string,
  source: string,
  imports: ImportCollector,
  code: readonly (string | undefined)[],
  exports: readonly Statement[],
): FileStructure {
  const functions = code.flatMap((piece): Statement[] =>
    piece === undefined || piece === "" ? [] : [{ kind: "code", code: `${indented(piece)}\n` }],
  );
  return {
    path: `${path}.validator.ts`,
    source,
    unchecked: true,
    statements: [...imports.statements(), ...functions, ...exports],
  };
}

/** Indents code that has one statement per line: blocks open at a line's end and close at a line's start. */
function indented(code: string): string {
  let depth = 0;
  const lines = code.split("\n").map((line) => {
    if (line.startsWith("}")) depth--;
    const text = line === "" ? "" : "  ".repeat(depth) + line;
    if (line.endsWith("{")) depth++;
    return text;
  });
  return lines.join("\n");
}
