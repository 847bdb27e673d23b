import type { SharedDefinition } from "../model/shared-definition.js";
import { camelCase, isDeviceName, pascalCase } from "./tool-names.js";

/** The names of a shared definition in generated code. */
export interface SharedNames {
  readonly file: string;
  readonly pointer: string;
  readonly type: string;
  /** The type with its defaults filled in, where it has any. */
  readonly filledType: string;
  readonly schema: string;
  readonly validate: string;
  readonly match: string;
  readonly fill: string;
}

export function nameShared({ name, type }: Pick<SharedDefinition, "name" | "type">): SharedNames {
  const words = type.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, "-").toLowerCase();
  return {
    file: isDeviceName(words) ? `${words}-type` : words,
    pointer: `#/$defs/${name}`,
    type,
    filledType: `${type}Params`,
    schema: `${camelCase(type)}Schema`,
    validate: `validate${type}`,
    match: `match${type}`,
    fill: `fill${type}`,
  };
}

/** The type name of a definition, in PascalCase. */
export function typeNameOf(name: string): string {
  const type = pascalCase(name);
  return /^[A-Z]/.test(type) ? type : `Type${type}`;
}
