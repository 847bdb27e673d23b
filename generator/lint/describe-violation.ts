import type { ErrorObject } from "ajv/dist/2020.js";
import { describeTyped, oneOf, quoted } from "./describe-value.js";

const typeNames: Readonly<Record<string, string | undefined>> = {
  string: "a string",
  integer: "an integer",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  null: "null",
};

/** An Ajv error as the end of a sentence about the value. */
export function describeViolation(error: ErrorObject, root: unknown): string {
  const inside = error.instancePath === "" ? "" : ` at ${error.instancePath}`;
  const value: unknown = error.data ?? root;
  switch (error.keyword) {
    case "type": {
      const types = [error.params["type"] as string | string[]].flat();
      const wanted = types.map((type) => typeNames[type] ?? type).join(" or ");
      return `is ${describeTyped(error.data)}${inside}; expected ${wanted}`;
    }
    case "enum":
      return `is not one of ${oneOf(error.params["allowedValues"] as unknown[])}${inside}`;
    case "const":
      return `is not ${quoted(error.params["allowedValue"])}${inside}`;
    case "required":
      return `lacks \`${String(error.params["missingProperty"])}\`${inside}`;
    case "additionalProperties":
    case "unevaluatedProperties":
      return `has the unknown property \`${String(error.params["additionalProperty"] ?? error.params["unevaluatedProperty"])}\`${inside}`;
    case "pattern":
      return `does not match the pattern ${quoted(error.params["pattern"])}${inside}`;
    case "format":
      return `is not a valid ${String(error.params["format"])}${inside}`;
    case "anyOf":
    case "oneOf":
      return `(${quoted(value)}) matches ${error.params["passingSchemas"] ? "more than one" : "none"} of the alternatives${inside}`;
    default:
      return `${error.message ?? "is not valid"}${inside}`;
  }
}
