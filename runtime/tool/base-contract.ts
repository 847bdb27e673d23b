import { partsOf } from "../validation/json-pointer.js";
import type { ToolValidationError } from "../validation/tool-validation-error.js";
import type { AnyOutput, CheckedImplementation } from "./returned-data.js";
import type {
  StandardJsonSchemaConverter,
  StandardResult,
  StandardSchemaWithJson,
} from "./standard-schema.js";
import type {
  CheckedInput,
  InputCheck,
  InputCheckOptions,
  MaybePromise,
  ToolContract,
} from "./tool-contract.js";
import type { RuleSpec, ToolSpec } from "./tool-spec.js";
import type { Tool, ToolImplementation, ToolRun } from "./tool.js";

/** The common part of contracts, whatever the validator. */
export abstract class BaseContract<
  Input,
  Params,
  Data,
  Id extends string,
  Injected extends object,
  Services extends object,
> implements ToolContract<Input, Params, Data, Id, Injected, Services> {
  readonly id: Id;
  readonly spec: ToolSpec<Id>;
  readonly "~standard": StandardSchemaWithJson<Input, CheckedInput<Input, Params, Injected>>["~standard"];

  constructor(spec: ToolSpec<Id>, jsonSchema: StandardJsonSchemaConverter) {
    this.id = spec.id;
    this.spec = Object.freeze(spec);
    this["~standard"] = {
      version: 1,
      vendor: "toolkiln",
      validate: async (value) =>
        toStandardResult(await this.checkInput(value, undefined, { injects: false })),
      jsonSchema,
    };
  }

  implement<Returned extends AnyOutput<Data> = never>(
    body: CheckedImplementation<Params, Returned, Data, Services>,
  ): Tool<Input, Params, Data, Id, Injected, Services>;
  implement(
    body: ToolRun<Params, Data, Services> | ToolImplementation<Params, Data, Services>,
  ): Tool<Input, Params, Data, Id, Injected, Services> {
    return typeof body === "function" ? { contract: this, run: body } : { ...body, contract: this };
  }

  abstract checkInput(
    input: unknown,
    injected?: object,
    options?: InputCheckOptions,
  ): MaybePromise<InputCheck<Params>>;
  abstract matchRules(params: Params): MaybePromise<readonly RuleSpec[]>;
  abstract checkData(data: unknown): MaybePromise<readonly ToolValidationError[]>;
}

/** An invalid input. */
export function invalidInput(...errors: readonly ToolValidationError[]): InputCheck<never> {
  return { valid: false, errors };
}

/** A check as a Standard Schema result; `Output` is the parameters without injected values. */
function toStandardResult<Output>(checked: InputCheck<unknown>): StandardResult<Output> {
  if (checked.valid) return { value: checked.params as Output };
  const issues = checked.errors.map(({ message, parameterName }) => ({
    message,
    path: partsOf(/^(?:\/|$)/.test(parameterName) ? parameterName : `/${parameterName}`),
  }));
  return { issues };
}
