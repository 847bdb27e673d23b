import { none } from "../result/none.js";
import { describeKind, providedValue } from "../validation/describe-value.js";
import { meetsAny, parameterNameOf, pointerTo, valueAt } from "../validation/json-pointer.js";
import { snapshot, unreadableInput } from "../validation/snapshot.js";
import { maxErrors, ToolValidationError } from "../validation/tool-validation-error.js";
import { ToolValidationWarning } from "../validation/tool-validation-warning.js";
import { BaseContract, invalidInput } from "./base-contract.js";
import type {
  StandardIssue,
  StandardJsonSchemaConverter,
  StandardResult,
  StandardSchema,
  StandardSchemaWithJson,
} from "./standard-schema.js";
import type { InputCheck, InputCheckOptions, MaybePromise, NothingInjected } from "./tool-contract.js";
import type { RuleSpec, ToolSpec } from "./tool-spec.js";

/** The contract of a tool with a schema of another library. */
export class StandardContract<
  Input,
  Params,
  Data,
  Id extends string,
  Services extends object,
> extends BaseContract<Input, Params, Data, Id, NothingInjected, Services> {
  readonly #input: StandardSchema<Input, Params>;
  readonly #data: StandardSchema<unknown, Data> | undefined;

  constructor(
    spec: ToolSpec<Id>,
    input: StandardSchema<Input, Params>,
    data: StandardSchema<unknown, Data> | undefined,
  ) {
    super(spec, hasJsonSchema(input) ? input["~standard"].jsonSchema : asWritten(spec));
    this.#input = input;
    this.#data = data;
  }

  override checkInput(
    input: unknown,
    _injected?: object,
    options?: InputCheckOptions,
  ): MaybePromise<InputCheck<Params>> {
    try {
      const copy = snapshot(input);
      if (options?.lenient !== true || typeof copy !== "string") return this.#check(copy, none);
      return this.#check(snapshot(JSON.parse(copy)), [ToolValidationWarning.coerced("")]);
    } catch (error) {
      return invalidInput(unreadableInput(error));
    }
  }

  #check(input: unknown, warnings: readonly ToolValidationWarning[]): MaybePromise<InputCheck<Params>> {
    const result = this.#input["~standard"].validate(input);
    const judge = (settled: StandardResult<Params>): InputCheck<Params> =>
      settled.issues === undefined
        ? { valid: true, params: settled.value, warnings, input }
        : invalidInput(...describeIssues(settled.issues, input, this.spec.sensitive));
    if (!(result instanceof Promise)) return judge(result);
    return result.then(judge, (error: unknown) => invalidInput(unreadableInput(error)));
  }

  override matchRules(): readonly RuleSpec[] {
    return none;
  }

  override checkData(data: unknown): MaybePromise<readonly ToolValidationError[]> {
    const result = this.#data?.["~standard"].validate(data);
    const judge = ({ issues = none }: StandardResult<Data>) => describeIssues(issues, data);
    if (result === undefined) return none;
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

/** Whether a schema provides its JSON Schema. */
export function hasJsonSchema<Input, Output>(
  schema: StandardSchema<Input, Output>,
): schema is StandardSchemaWithJson<Input, Output> {
  return "jsonSchema" in schema["~standard"];
}

/** The `inputSchema` of a tool with a schema that has no JSON Schema. */
function asWritten({ id, inputSchema }: ToolSpec): StandardJsonSchemaConverter {
  const convert: StandardJsonSchemaConverter["input"] = ({ target }) => {
    if (target === "draft-2020-12") return { ...inputSchema };
    throw new Error(`The JSON Schema of tool '${id}' is written in draft-2020-12, not in '${target}'.`);
  };
  return { input: convert, output: convert };
}
