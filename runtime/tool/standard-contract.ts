import { describeKind, providedValue } from "../validation/describe-value.js";
import { meets, parameterNameOf, pointerTo, valueAt } from "../validation/json-pointer.js";
import { maxCoercionRounds, parseStrings } from "../validation/lenient-input.js";
import { snapshot } from "../validation/snapshot.js";
import { ToolValidationError } from "../validation/tool-validation-error.js";
import type { ToolValidationWarning } from "../validation/tool-validation-warning.js";
import { invalidInput, noErrors, noRules, toStandardResult, unreadableInput } from "./input-check.js";
import type {
  StandardIssue,
  StandardJsonSchemaConverter,
  StandardResult,
  StandardSchema,
  StandardSchemaWithJson,
} from "./standard-schema.js";
import type { InputCheck, InputCheckOptions, MaybePromise, ToolContract } from "./tool-contract.js";
import type { RuleSpec, ToolSpec } from "./tool-spec.js";
import type { Tool, ToolImplementation, ToolRun } from "./tool.js";

/** Errors that one answer carries at most. */
const maxErrors = 20;

/** The contract of a tool whose schema belongs to another library. */
export class StandardContract<Input, Params, Data, Id extends string> implements ToolContract<
  Input,
  Params,
  Data,
  Id
> {
  readonly id: Id;
  readonly spec: ToolSpec<Id>;
  readonly "~standard": StandardSchemaWithJson<Input, Params>["~standard"];
  readonly #input: StandardSchema<Input, Params>;
  readonly #data: StandardSchema<unknown, Data> | undefined;

  constructor(
    spec: ToolSpec<Id>,
    input: StandardSchema<Input, Params>,
    data: StandardSchema<unknown, Data> | undefined,
  ) {
    this.id = spec.id;
    this.spec = Object.freeze(spec);
    this.#input = input;
    this.#data = data;
    this["~standard"] = {
      version: 1,
      vendor: "toolkiln",
      validate: async (value) => toStandardResult(await this.checkInput(value)),
      jsonSchema: tellsJsonSchema(input) ? input["~standard"].jsonSchema : asWritten(spec),
    };
  }

  implement(body: ToolRun<Params, Data> | ToolImplementation<Params, Data>): Tool<Input, Params, Data, Id> {
    return typeof body === "function" ? { contract: this, run: body } : { ...body, contract: this };
  }

  checkInput(
    input: unknown,
    _injected?: object,
    options?: InputCheckOptions,
  ): MaybePromise<InputCheck<Params>> {
    const warnings: ToolValidationWarning[] = [];
    try {
      const copy = snapshot(input);
      if (options?.lenient !== true) return this.#check(copy, warnings, 0);
      return this.#check(parseStrings(copy, [{ pointer: "" }], warnings), warnings, maxCoercionRounds);
    } catch (error) {
      return unreadableInput(error);
    }
  }

  #check(
    input: unknown,
    warnings: ToolValidationWarning[],
    rounds: number,
  ): MaybePromise<InputCheck<Params>> {
    const result = this.#input["~standard"].validate(input);
    return result instanceof Promise
      ? result.then((settled) => this.#judge(input, settled, warnings, rounds), unreadableInput)
      : this.#judge(input, result, warnings, rounds);
  }

  #judge(
    input: unknown,
    result: StandardResult<Params>,
    warnings: ToolValidationWarning[],
    rounds: number,
  ): MaybePromise<InputCheck<Params>> {
    if (result.issues === undefined) return { valid: true, params: result.value, warnings };
    if (rounds > 0) {
      const found = warnings.length;
      const places = result.issues.map((issue) => ({ pointer: pointerOf(issue) }));
      const parsed = parseStrings(input, places, warnings);
      if (warnings.length > found) return this.#check(parsed, warnings, rounds - 1);
    }
    return invalidInput(describeIssues(result.issues, input, this.spec.sensitive));
  }

  matchRules(): readonly RuleSpec[] {
    return noRules;
  }

  checkData(data: unknown): MaybePromise<readonly ToolValidationError[]> {
    const result = this.#data?.["~standard"].validate(data);
    const judge = ({ issues }: StandardResult<Data>) =>
      issues === undefined ? noErrors : describeIssues(issues, data);
    if (result === undefined) return noErrors;
    return result instanceof Promise ? result.then(judge) : judge(result);
  }
}

/** Whether a schema tells its JSON Schema. */
export function tellsJsonSchema<Input, Output>(
  schema: StandardSchema<Input, Output>,
): schema is StandardSchemaWithJson<Input, Output> {
  return "jsonSchema" in schema["~standard"];
}

/** Keywords that draft-07 does not have. */
const newKeywords = /"(?:\$defs|prefixItems|dependent\w+|unevaluated\w+)":/;

/** A JSON Schema that was written beside a schema which tells none, for the dialects that it is right in as it is. */
function asWritten({ id, inputSchema }: ToolSpec): StandardJsonSchemaConverter {
  const input: StandardJsonSchemaConverter["input"] = ({ target }) => {
    const isRight =
      target === "draft-2020-12" || (target === "draft-07" && !newKeywords.test(JSON.stringify(inputSchema)));
    if (isRight) return { ...inputSchema };
    throw new Error(`The JSON Schema of tool '${id}' is written in draft-2020-12, not in '${target}'.`);
  };
  return { input, output: input };
}

/** The issues of another library in our words; the messages are its own, unless they might show what is sensitive. */
function describeIssues(
  issues: readonly StandardIssue[],
  input: unknown,
  sensitive: readonly string[] = [],
): ToolValidationError[] {
  return issues.slice(0, maxErrors).map((issue) => {
    const pointer = pointerOf(issue);
    const parameterName = parameterNameOf(pointer);
    const value = valueAt(input, pointer);
    if (value === undefined && pointer !== "") return ToolValidationError.required(parameterName);
    const isHidden = sensitive.some((pattern) => meets(pointer, pattern));
    return {
      parameterName,
      message: isHidden ? `not valid, got ${describeKind(value)}.` : issue.message,
      errorCode: "invalid_value",
      ...(!isHidden && providedValue(value)),
    };
  });
}

function pointerOf({ path = [] }: StandardIssue): string {
  return path.reduce<string>(
    (pointer, part) => pointerTo(pointer, String(typeof part === "object" ? part.key : part)),
    "",
  );
}
