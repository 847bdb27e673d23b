import type { NoServices } from "../context/tool-services.js";
import { none } from "../result/none.js";
import { snapshot } from "../validation/snapshot.js";
import type { AnyOutput, CheckedImplementation } from "./returned-data.js";
import type { ToolValidationError } from "../validation/tool-validation-error.js";
import { invalidInput, toStandardResult, unreadableInput } from "./input-check.js";
import { describeIssues, repairInput } from "./standard-issues.js";
import type {
  StandardJsonSchemaConverter,
  StandardResult,
  StandardSchema,
  StandardSchemaWithJson,
} from "./standard-schema.js";
import type {
  InputCheck,
  InputCheckOptions,
  MaybePromise,
  NothingInjected,
  ToolContract,
} from "./tool-contract.js";
import type { RuleSpec, ToolSpec } from "./tool-spec.js";
import type { Tool, ToolImplementation, ToolRun } from "./tool.js";

/** The contract of a tool whose schema belongs to another library. */
export class StandardContract<
  Input,
  Params,
  Data,
  Id extends string,
  Services extends object = NoServices,
> implements ToolContract<Input, Params, Data, Id, NothingInjected, Services> {
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
      jsonSchema: hasJsonSchema(input) ? input["~standard"].jsonSchema : asWritten(spec),
    };
  }

  implement<Returned extends AnyOutput<Data> = never>(
    body: CheckedImplementation<Params, Returned, Data, Services>,
  ): Tool<Input, Params, Data, Id, NothingInjected, Services>;
  implement(
    body: ToolImplementation<Params, Data, Services>,
  ): Tool<Input, Params, Data, Id, NothingInjected, Services>;
  implement(
    body: ToolRun<Params, Data, Services> | ToolImplementation<Params, Data, Services>,
  ): Tool<Input, Params, Data, Id, NothingInjected, Services> {
    return typeof body === "function" ? { contract: this, run: body } : { ...body, contract: this };
  }

  checkInput(
    input: unknown,
    _injected?: object,
    options?: InputCheckOptions,
  ): MaybePromise<InputCheck<Params>> {
    try {
      const copy = snapshot(input);
      const result = this.#input["~standard"].validate(copy);
      const judge = (settled: StandardResult<Params>) =>
        this.#judge(copy, settled, options?.lenient === true);
      return result instanceof Promise ? result.then(judge, unreadableInput) : judge(result);
    } catch (error) {
      return unreadableInput(error);
    }
  }

  #judge(
    input: unknown,
    result: StandardResult<Params>,
    isLenient: boolean,
  ): MaybePromise<InputCheck<Params>> {
    if (result.issues === undefined) return { valid: true, params: result.value, warnings: none, input };
    const { issues } = result;
    const { sensitive } = this.spec;
    return isLenient
      ? repairInput(this.#input, input, issues, sensitive)
      : invalidInput(describeIssues(issues, input, sensitive));
  }

  matchRules(): readonly RuleSpec[] {
    return none;
  }

  checkData(data: unknown): MaybePromise<readonly ToolValidationError[]> {
    const result = this.#data?.["~standard"].validate(data);
    const judge = ({ issues = none }: StandardResult<Data>) => describeIssues(issues, data);
    if (result === undefined) return none;
    return result instanceof Promise ? result.then(judge) : judge(result);
  }
}

/** Whether a schema provides its JSON Schema. */
export function hasJsonSchema<Input, Output>(
  schema: StandardSchema<Input, Output>,
): schema is StandardSchemaWithJson<Input, Output> {
  return "jsonSchema" in schema["~standard"];
}

/** Keywords that draft-07 does not have. */
const newKeywords = /"(?:\$defs|prefixItems|dependent\w+|unevaluated\w+)":/;

/** A JSON Schema that was written beside a schema which provides none, for the dialects that it is valid in. */
function asWritten({ id, inputSchema }: ToolSpec): StandardJsonSchemaConverter {
  const input: StandardJsonSchemaConverter["input"] = ({ target }) => {
    const isRight =
      target === "draft-2020-12" || (target === "draft-07" && !newKeywords.test(JSON.stringify(inputSchema)));
    if (isRight) return { ...inputSchema };
    throw new Error(`The JSON Schema of tool '${id}' is written in draft-2020-12, not in '${target}'.`);
  };
  return { input, output: input };
}
