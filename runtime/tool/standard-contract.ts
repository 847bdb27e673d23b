import { none } from "../result/none.js";
import { describeKind, providedValue } from "../validation/describe-value.js";
import { meetsAny, parameterNameOf, pointerTo, valueAt } from "../validation/json-pointer.js";
import { snapshot, unreadableInput } from "../validation/snapshot.js";
import { maxErrors, ToolValidationError } from "../validation/tool-validation-error.js";
import { ToolValidationWarning } from "../validation/tool-validation-warning.js";
import { Contract, invalidInput } from "./contract.js";
import type {
  StandardIssue,
  StandardJsonSchemaConverter,
  StandardResult,
  StandardSchema,
} from "./standard-schema.js";
import type { InputCheck, InputCheckOptions, MaybePromise } from "./tool-contract.js";
import type { ToolSpec } from "./tool-spec.js";

interface StandardSchemas {
  readonly input: StandardSchema;
  readonly data?: StandardSchema;
}

/** The contract of a tool with a schema of another library. */
export class StandardContract extends Contract {
  readonly #schemas: StandardSchemas;

  constructor(spec: ToolSpec, jsonSchema: StandardJsonSchemaConverter, schemas: StandardSchemas) {
    super(spec, jsonSchema);
    this.#schemas = schemas;
  }

  override checkCopy(
    copy: unknown,
    _injected?: object,
    options?: InputCheckOptions,
  ): MaybePromise<InputCheck<unknown>> {
    // Nested strings are left to the coercion of the schema's library.
    const isParsed = options?.lenient === true && typeof copy === "string";
    const warnings = isParsed ? [ToolValidationWarning.coerced("")] : none;
    const refuse = (error: unknown): InputCheck<unknown> => invalidInput(unreadableInput(error));
    try {
      const input = isParsed ? snapshot(JSON.parse(copy)) : copy;
      const judge = (result: StandardResult<unknown>): InputCheck<unknown> =>
        result.issues === undefined
          ? { valid: true, params: result.value, warnings, input }
          : invalidInput(...describeIssues(result.issues, input, this.spec.sensitive));
      const result = this.#schemas.input["~standard"].validate(input);
      return result instanceof Promise ? result.then(judge, refuse) : judge(result);
    } catch (error) {
      return refuse(error);
    }
  }

  override checkData(data: unknown): MaybePromise<readonly ToolValidationError[]> {
    const judge = ({ issues = none }: StandardResult<unknown>) => describeIssues(issues, data);
    const result = this.#schemas.data?.["~standard"].validate(data) ?? { value: data };
    return result instanceof Promise ? result.then(judge) : judge(result);
  }
}

/** Converts another library's issues; replaces messages that might contain sensitive values. */
function describeIssues(
  issues: readonly StandardIssue[],
  input: unknown,
  sensitive?: readonly string[],
): ToolValidationError[] {
  return issues.slice(0, maxErrors).map(({ path = [], message }) => {
    const names = path.map((part) => String(typeof part === "object" ? part.key : part));
    const pointer = names.reduce(pointerTo, "");
    const parameterName = parameterNameOf(pointer);
    const value = valueAt(input, pointer);
    if (value === undefined && pointer !== "") return ToolValidationError.required(parameterName);
    const isHidden = meetsAny(pointer, sensitive);
    return {
      parameterName,
      message: isHidden ? `not valid, got ${describeKind(value)}.` : message,
      errorCode: "invalid_value",
      ...(!isHidden && providedValue(value)),
    };
  });
}
