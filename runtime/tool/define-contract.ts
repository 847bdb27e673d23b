import { validatorOfKind } from "../kinds/kind-validators.js";
import { describeSchemaErrors } from "../validation/describe-schema-errors.js";
import type { RuleMatcher, SchemaValidator } from "../validation/schema-validator.js";
import { snapshot, UnreadableInputError } from "../validation/snapshot.js";
import type { ToolValidationError, ToolValidationWarning } from "../validation/tool-validation-error.js";
import type { StandardResult, StandardSchemaWithJson } from "./standard-schema.js";
import type {
  CheckedInput,
  InputCheck,
  MaybePromise,
  NothingInjected,
  ToolContract,
} from "./tool-contract.js";
import type { RuleSpec, ToolSpec } from "./tool-spec.js";
import type { Tool, ToolImplementation, ToolRun } from "./tool.js";

/** The compiled schemas of one tool. */
export interface ContractValidators {
  /** Fills in defaults on the object it is given. */
  readonly params: SchemaValidator;
  readonly rules?: RuleMatcher;
  readonly data?: SchemaValidator;
}

/** What generated code hands over: the tool's data and the way to its validators. */
export interface ContractDefinition<Id extends string = string> extends ToolSpec<Id> {
  readonly validators: () => Promise<ContractValidators>;
}

const noRules: readonly RuleSpec[] = Object.freeze([]);
const noWarnings: readonly ToolValidationWarning[] = Object.freeze([]);
const noErrors: readonly ToolValidationError[] = Object.freeze([]);

/** Makes the contract of a generated tool. */
export function defineContract<
  Input,
  Params,
  Data,
  Id extends string = string,
  Injected extends object = NothingInjected,
>(definition: ContractDefinition<Id>): ToolContract<Input, Params, Data, Id, Injected> {
  return new CompiledContract(definition);
}

class CompiledContract<
  Input,
  Params,
  Data,
  Id extends string,
  Injected extends object,
> implements ToolContract<Input, Params, Data, Id, Injected> {
  readonly id: Id;
  readonly spec: ToolSpec<Id>;
  readonly #load: () => Promise<ContractValidators>;
  #validators: ContractValidators | undefined;

  constructor({ validators, ...spec }: ContractDefinition<Id>) {
    this.id = spec.id;
    this.spec = spec;
    this.#load = validators;
  }

  get "~standard"(): StandardSchemaWithJson<Input, CheckedInput<Params, Injected>>["~standard"] {
    const jsonSchema = () => ({ ...this.spec.inputSchema });
    return {
      version: 1,
      vendor: "toolkiln",
      validate: async (value) => toStandardResult(await this.#check(value)),
      jsonSchema: { input: jsonSchema, output: jsonSchema },
    };
  }

  implement(
    body: ToolRun<Params, Data> | ToolImplementation<Params, Data>,
  ): Tool<Input, Params, Data, Id, Injected> {
    return typeof body === "function" ? { contract: this, run: body } : { ...body, contract: this };
  }

  checkInput(input: unknown, _injected?: object): MaybePromise<InputCheck<Params>> {
    return this.#check(input);
  }

  #check<Checked>(input: unknown): MaybePromise<InputCheck<Checked>> {
    const validators = this.#validators;
    return validators === undefined
      ? this.#loaded().then((loaded) => check<Checked>(loaded.params, input))
      : check<Checked>(validators.params, input);
  }

  matchRules(params: Params): MaybePromise<readonly RuleSpec[]> {
    const { rules } = this.spec;
    if (rules === undefined) return noRules;
    const matching = ({ rules: match }: ContractValidators) => {
      const matches = match?.(params) ?? [];
      return rules.filter((_, index) => matches[index]);
    };
    return this.#validators === undefined ? this.#loaded().then(matching) : matching(this.#validators);
  }

  checkData(data: unknown): MaybePromise<readonly ToolValidationError[]> {
    const checking = ({ data: validate = validatorOfKind(this.spec.kind) }: ContractValidators) =>
      validate === undefined || validate(data) ? noErrors : describeSchemaErrors(validate.errors ?? [], data);
    return this.#validators === undefined ? this.#loaded().then(checking) : checking(this.#validators);
  }

  async #loaded(): Promise<ContractValidators> {
    return (this.#validators ??= await this.#load());
  }
}

function check<Checked>(validate: SchemaValidator, input: unknown): InputCheck<Checked> {
  let params: unknown;
  try {
    params = snapshot(input);
  } catch (error) {
    return { valid: false, errors: [unreadable(error)] };
  }
  // The validator and the type come from one schema: what it accepts is what the type says.
  if (validate(params)) return { valid: true, params: params as Checked, warnings: noWarnings };
  return { valid: false, errors: describeSchemaErrors(validate.errors ?? [], input) };
}

function unreadable(error: unknown): ToolValidationError {
  const message = error instanceof UnreadableInputError ? error.message : "The input could not be read.";
  return { parameterName: "", message, errorCode: "unreadable_input" };
}

function toStandardResult<Output>(checked: InputCheck<Output>): StandardResult<Output> {
  if (checked.valid) return { value: checked.params };
  return {
    issues: checked.errors.map(({ message, parameterName }) => ({
      message,
      path: parameterName.startsWith("/") ? parameterName.split("/").slice(1) : [parameterName],
    })),
  };
}
