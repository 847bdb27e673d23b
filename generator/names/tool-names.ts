import type { GeneratorConfig } from "../config.js";
import type { ToolNames, SharedDefinition } from "../model/tool-model.js";

/** Lowercase words joined by hyphens. */
export const idPattern: RegExp = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** Whether a text is a valid tool id. */
export const isId = (text: string): boolean => idPattern.test(text);

export function isDeviceName(name: string): boolean {
  return /^(con|prn|aux|nul|com[0-9]|lpt[0-9])$/.test(name);
}

/** Reserved words: not valid as a constant. */
const reservedWords = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends " +
    "false finally for function if implements import in instanceof interface let new null package private protected " +
    "public return static super switch this throw true try typeof undefined var void while with yield"
  ).split(" "),
);

export function nameTool(id: string): ToolNames {
  const pascal = pascalCase(id);
  const camel = camelCase(id);
  return {
    file: id,
    contract: reservedWords.has(camel) ? `${camel}Tool` : camel,
    input: `${pascal}Input`,
    params: `${pascal}Params`,
    data: `${pascal}Data`,
    injected: `${pascal}Injected`,
    base: `${pascal}ToolBase`,
    validateParams: `validate${pascal}Params`,
    matchRules: `match${pascal}Rules`,
    validateData: `validate${pascal}Data`,
  };
}

/** The name that models see: the manifest's `wireName`, or the id, converted as configured. */
export function wireNameOf(
  own: unknown,
  id: string,
  { wireNames = "id" }: Pick<GeneratorConfig, "wireNames">,
): string {
  if (typeof own === "string" && own !== "") return own;
  return wireNames === "snake" ? id.replaceAll("-", "_") : id;
}

/** An id in title case: `file-read` becomes `File Read`. */
export const titleOf = (id: string): string => id.split("-").map(capitalize).join(" ");

/** Converts a name to PascalCase. */
export function pascalCase(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map(capitalize)
    .join("");
}

/** Converts a name to camelCase. */
export function camelCase(name: string): string {
  const pascal = pascalCase(name);
  return pascal.charAt(0).toLowerCase() + pascal.slice(1);
}

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The registry name of a toolset in generated code: `read-only` becomes `readOnlyRegistry`. */
export const registryName = (toolset: string): string => `${camelCase(toolset)}Registry`;

/** The names of a shared definition in generated code. */
export function nameShared(name: string): Omit<SharedDefinition, "name" | "pointer" | "place"> {
  const pascal = pascalCase(name);
  const type = /^[A-Z]/.test(pascal) ? pascal : `Type${pascal}`;
  const words = type.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, "-").toLowerCase();
  return {
    file: isDeviceName(words) ? `${words}-type` : words,
    type,
    filledType: `${type}Params`,
    schema: `${camelCase(type)}Schema`,
    validate: `validate${type}`,
    match: `match${type}`,
    fill: `fill${type}`,
  };
}
