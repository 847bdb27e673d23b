import type { SharedDefinition } from "../model/shared-definition.js";
import { isDeviceName } from "./tool-names.js";

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
    schema: `${type.charAt(0).toLowerCase()}${type.slice(1)}Schema`,
    validate: `validate${type}`,
    match: `match${type}`,
    fill: `fill${type}`,
  };
}

/** A name for the type of a definition: its words, each with a capital letter. */
export function typeNameOf(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const type = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^[A-Z]/.test(type) ? type : `Type${type}`;
}
