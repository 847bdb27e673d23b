import type { JsonSchema, JsonSchemaObject } from "../tool/json-schema.js";
import { sensitivePointers } from "../tool/schema-extensions.js";
import { describeSchemaErrors } from "../validation/describe-schema-errors.js";
import { parseStrings, validateLeniently } from "../validation/lenient-input.js";
import { snapshot, UnreadableInputError } from "../validation/snapshot.js";
import type { ToolValidationError } from "../validation/tool-validation-error.js";
import { ToolValidationResult } from "../validation/tool-validation-result.js";
import type { ToolValidationWarning } from "../validation/tool-validation-warning.js";
import { compileSchema } from "./compile-schema.js";

/** How a validator treats input. */
export interface ToolValidatorOptions {
  /** Parse strings that hold JSON where another type is expected; every such change is a warning. */
  readonly lenient?: boolean;
}

/** Validates against schemas that are known only at run time. Needs `new Function`, which generated tools do not. */
export class ToolValidator {
  readonly #lenient: boolean;

  constructor(options: ToolValidatorOptions = {}) {
    this.#lenient = options.lenient === true;
  }

  /** Validates parameters; throws only when the schema itself cannot be used. */
  validateAgainstSchema(parameters: unknown, schema: JsonSchema): ToolValidationResult {
    const validate = compileSchema(schema);
    const warnings: ToolValidationWarning[] = [];
    let input: unknown;
    try {
      input = snapshot(parameters);
    } catch (error) {
      const message = error instanceof UnreadableInputError ? error.message : "The input could not be read.";
      return ToolValidationResult.invalid({ parameterName: "", message, errorCode: "unreadable_input" });
    }
    if (this.#lenient) input = parseStrings(input, [{ pointer: "", types: ["object"] }], warnings);
    let isValid = validate(input);
    if (!isValid && this.#lenient) [isValid, input] = validateLeniently(validate, schema, input, warnings);
    if (isValid) return ToolValidationResult.validWithWarnings(...warnings);
    const sensitive = sensitivePointers(schema);
    return ToolValidationResult.invalid(
      ...describeSchemaErrors(validate.errors ?? [], input, { schema, sensitive }),
    );
  }

  /** Validates one value under the name of its parameter. */
  validateParameter(
    parameterName: string,
    value: unknown,
    property: JsonSchema,
  ): readonly ToolValidationError[] {
    const schema: JsonSchemaObject = {
      type: "object",
      properties: { [parameterName]: property },
      required: [parameterName],
      // References inside of the property are meant from its own root.
      ...(typeof property === "object" && property["$defs"] !== undefined && { $defs: property["$defs"] }),
    };
    return this.validateAgainstSchema({ [parameterName]: value }, schema).errors;
  }
}
