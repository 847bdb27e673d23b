import { none } from "../result/none.js";
import { partsOf } from "../validation/json-pointer.js";
import { snapshot, unreadableInput } from "../validation/snapshot.js";
import type { ToolValidationError } from "../validation/tool-validation-error.js";
import type { ToolValidationWarning } from "../validation/tool-validation-warning.js";
import type { AnyToolContract } from "./contract-types.js";
import type { JsonSchemaObject } from "./json-schema.js";
import type { AnyOutput, CheckedImplementation } from "./returned-data.js";
import type { StandardJsonSchemaConverter, StandardResult } from "./standard-schema.js";
import type { InputCheck, InputCheckOptions, MaybePromise } from "./tool-contract.js";
import type { RuleSpec, ToolSpec } from "./tool-spec.js";
import type { AnyTool, ToolImplementation, ToolRun } from "./tool.js";

type Check = InputCheck<unknown>;
type Errors = readonly ToolValidationError[];

/** How a contract validates, whatever its schema library. */
export interface ContractChecks {
  /** Validates a copy of the input; may add defaults to it. */
  input(copy: unknown): MaybePromise<Check>;
  data(data: unknown): MaybePromise<Errors>;
  rules?(params: unknown): MaybePromise<readonly RuleSpec[]>;
  /** Parses JSON strings of the input where the schema expects another type; warns of each. */
  parse(input: unknown, schema: JsonSchemaObject, warnings: ToolValidationWarning[]): unknown;
  /** Absent for the many tools that need none, so that their calls pay nothing. */
  readonly adjustments?: InputAdjustments | undefined;
}

/** Changes to an input besides validation; both return errors. */
export interface InputAdjustments {
  /** Renames old parameters, warns of deprecated ones and rejects those that only the application may set. */
  adjust(input: unknown, warnings: ToolValidationWarning[]): Errors;
  /** Adds injected values to validated parameters. */
  inject(params: unknown, supplied: object | undefined): Errors;
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
    return this.#checks.adjustments === undefined && options?.lenient !== true
      ? this.#checks.input(copy)
      : this.#adjustAndCheck(copy, injected, options);
  }

  /** Checks an input with old names, injected values or JSON in strings. */
  #adjustAndCheck(
    copy: unknown,
    injected: object | undefined,
    { lenient = false, injects = true }: InputCheckOptions = {},
  ): MaybePromise<Check> {
    const checks = this.#checks;
    const { adjustments } = checks;
    const warnings: ToolValidationWarning[] = [];
    const input = lenient ? checks.parse(copy, { type: "object" }, warnings) : copy;
    const refused = adjustments?.adjust(input, warnings) ?? none;
    if (refused.length > 0) return invalidInput(...refused);
    const finish = (checked: Check): Check => {
      if (!checked.valid) return checked;
      const errors = (injects && adjustments?.inject(checked.params, injected)) || none;
      return errors.length > 0 ? invalidInput(...errors) : { ...checked, warnings };
    };
    const retry = (checked: Check): MaybePromise<Check> => {
      if (checked.valid || !lenient) return finish(checked);
      return whenReady(checks.input(checks.parse(input, this.spec.inputSchema, warnings)), finish);
    };
    return whenReady(checks.input(input), retry);
  }

  matchRules(params: unknown): MaybePromise<readonly RuleSpec[]> {
    return this.#checks.rules?.(params) ?? none;
  }

  checkData(data: unknown): MaybePromise<Errors> {
    return this.#checks.data(data);
  }
}

/** Continues with a value, at once if it is no promise. */
export function whenReady<Value, Next>(
  value: MaybePromise<Value>,
  proceed: (value: Value) => MaybePromise<Next>,
): MaybePromise<Next> {
  return value instanceof Promise ? value.then(proceed) : proceed(value);
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
