import { none } from "../result/none.js";
import { partsOf } from "../validation/json-pointer.js";
import { snapshot, unreadableInput } from "../validation/snapshot.js";
import type { ToolValidationError } from "../validation/tool-validation-error.js";
import type { AnyToolContract } from "./contract-types.js";
import type { AnyOutput, CheckedImplementation } from "./returned-data.js";
import type { StandardJsonSchemaConverter, StandardResult } from "./standard-schema.js";
import type { InputCheck, InputCheckOptions, MaybePromise } from "./tool-contract.js";
import type { RuleSpec, ToolSpec } from "./tool-spec.js";
import type { AnyTool, ToolImplementation, ToolRun } from "./tool.js";

type Check = InputCheck<unknown>;
type Errors = readonly ToolValidationError[];

/** How a contract validates, whatever its schema library. */
export interface ContractChecks {
  /** Validates a copy of the input; may change it. */
  input(copy: unknown, injected?: object, options?: InputCheckOptions): MaybePromise<Check>;
  data(data: unknown): MaybePromise<Errors>;
  rules(params: unknown): MaybePromise<readonly RuleSpec[]>;
}

/** The contract of a tool. Its factories know the types of the tool. */
export class Contract implements AnyToolContract {
  readonly id: string;
  readonly spec: ToolSpec;
  readonly "~standard": AnyToolContract["~standard"];
  readonly #checks: ContractChecks;

  constructor(spec: ToolSpec, jsonSchema: StandardJsonSchemaConverter, checks: ContractChecks) {
    this.id = spec.id;
    this.spec = Object.freeze(spec);
    this.#checks = checks;
    this["~standard"] = {
      version: 1,
      vendor: "toolkiln",
      validate: async (value) =>
        toStandardResult(await this.checkInput(value, undefined, { injects: false })),
      jsonSchema,
    };
  }

  implement<Returned extends AnyOutput<unknown> = never>(
    body: CheckedImplementation<unknown, Returned, unknown>,
  ): AnyTool;
  implement(body: ToolRun<unknown, unknown> | ToolImplementation<unknown, unknown>): AnyTool {
    return typeof body === "function" ? { contract: this, run: body } : { ...body, contract: this };
  }

  checkInput(input: unknown, injected?: object, options?: InputCheckOptions): MaybePromise<Check> {
    let copy: unknown;
    try {
      copy = snapshot(input);
    } catch (error) {
      return invalidInput(unreadableInput(error));
    }
    return this.#checks.input(copy, injected, options);
  }

  matchRules(params: unknown): MaybePromise<readonly RuleSpec[]> {
    return this.spec.rules === undefined ? none : this.#checks.rules(params);
  }

  checkData(data: unknown): MaybePromise<Errors> {
    return this.#checks.data(data);
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
