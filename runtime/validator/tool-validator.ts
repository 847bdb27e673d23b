import type { JsonSchema, JsonSchemaObject } from "../tool/json-schema.js";
import { sensitivePointers } from "../tool/schema-extensions.js";
import { describeSchemaErrors } from "../validation/describe-schema-errors.js";
import { snapshot, unreadableInput } from "../validation/snapshot.js";
import type { ToolValidationError } from "../validation/tool-validation-error.js";
import { ToolValidationResult } from "../validation/tool-validation-result.js";
import { compileSchema } from "./compile-schema.js";

/** Validates against schemas known only at run time. Needs `new Function`, unlike generated tools. */
export class ToolValidator {
  /** Validates parameters; throws only for an invalid schema. */
  validateAgainstSchema(parameters: unknown, schema: JsonSchema): ToolValidationResult {
    const validate = compileSchema(schema);
    let input: unknown;
    try {
      input = snapshot(parameters);
    } catch (error) {
      return ToolValidationResult.invalid(unreadableInput(error));
    }
    if (validate(input)) return ToolValidationResult.valid();
    const sensitive = sensitivePointers(schema);
    return ToolValidationResult.invalid(
      ...describeSchemaErrors(validate.errors, input, { schema, sensitive }),
    );
  }

  /** Validates one value under the name of its parameter. */
  validateParameter(name: string, value: unknown, property: JsonSchema): readonly ToolValidationError[] {
    const schema: JsonSchemaObject = {
      type: "object",
      properties: { [name]: property },
      required: [name],
      // References in the property are relative to its own root.
      ...(typeof property === "object" && property["$defs"] !== undefined && { $defs: property["$defs"] }),
    };
    return this.validateAgainstSchema({ [name]: value }, schema).errors;
  }
}
