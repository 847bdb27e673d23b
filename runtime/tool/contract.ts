import { none } from "../result/none.js";
import { partsOf } from "../validation/json-pointer.js";
import { snapshot, unreadableInput } from "../validation/snapshot.js";
import type { ToolValidationError } from "../validation/tool-validation-error.js";
import type { AnyToolContract, InputCheck, InputCheckOptions, MaybePromise } from "./tool-contract.js";
import type { AnyOutput, CheckedImplementation } from "./returned-data.js";
import type { StandardJsonSchemaConverter, StandardResult } from "./standard-schema.js";
import type { RuleSpec, ToolSpec } from "./tool-spec.js";
import type { AnyTool, ToolImplementation, ToolRun } from "./tool.js";

type Check = InputCheck<unknown>;
type Errors = readonly ToolValidationError[];

/** The contract of a tool, whatever its schema library. Only its factories know the types of the tool. */
export abstract class Contract implements AnyToolContract {
  readonly id: string;
  readonly spec: ToolSpec;
  readonly "~standard": AnyToolContract["~standard"];

  constructor(spec: ToolSpec, jsonSchema: StandardJsonSchemaConverter) {
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

  /** Validates a copy of the input; may change it. */
  abstract checkCopy(copy: unknown, injected?: object, options?: InputCheckOptions): MaybePromise<Check>;

  abstract checkData(data: unknown): MaybePromise<Errors>;

  implement<Returned extends AnyOutput<unknown> = never>(
    implementation: CheckedImplementation<unknown, Returned, unknown>,
  ): AnyTool;
  implement(implementation: ToolRun<unknown, unknown> | ToolImplementation<unknown, unknown>): AnyTool {
    return typeof implementation === "function"
      ? { contract: this, run: implementation }
      : { ...implementation, contract: this };
  }

  checkInput(input: unknown, injected?: object, options?: InputCheckOptions): MaybePromise<Check> {
    let copy: unknown;
    try {
      copy = snapshot(input);
    } catch (error) {
      return invalidInput(unreadableInput(error));
    }
    return this.checkCopy(copy, injected, options);
  }

  matchRules(_params: unknown): MaybePromise<readonly RuleSpec[]> {
    return none;
  }
}

export function invalidInput(...errors: Errors): InputCheck<never> {
  return { valid: false, errors };
}

function toStandardResult(checked: Check): StandardResult<unknown> {
  if (checked.valid) return { value: checked.params };
  const issues = checked.errors.map(({ message, parameterName }) => ({
    message,
    path: partsOf(/^(?:\/|$)/.test(parameterName) ? parameterName : `/${parameterName}`),
  }));
  return { issues };
}
