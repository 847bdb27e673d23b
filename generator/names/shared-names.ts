import type { SharedDefinition } from "../model/shared-definition.js";
import { camelCase, isDeviceName, pascalCase } from "./tool-names.js";

/** The names of a shared definition in generated code. */
export function nameShared(name: string): Omit<SharedDefinition, "name" | "pointer" | "place"> {
  const type = typeNameOf(name);
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

/** The type name of a definition, in PascalCase. */
function typeNameOf(name: string): string {
  const type = pascalCase(name);
  return /^[A-Z]/.test(type) ? type : `Type${type}`;
}
