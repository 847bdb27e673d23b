import type { NoServices } from "../context/tool-services.js";
import { validatorOfKind } from "../kinds/kind-validators.js";
import { none } from "../result/none.js";
import { describeSchemaErrors } from "../validation/describe-schema-errors.js";
import { parseStrings, validateLeniently } from "../validation/lenient-input.js";
import type { AnyOutput, CheckedImplementation } from "./returned-data.js";
import type { RuleMatcher, SchemaValidator } from "../validation/schema-validator.js";
import { snapshot } from "../validation/snapshot.js";
import type { ToolValidationError } from "../validation/tool-validation-error.js";
import type { ToolValidationWarning } from "../validation/tool-validation-warning.js";
import { invalidInput, toStandardResult, unreadableInput } from "./input-check.js";
import { adjustInput, adjustmentsOf, injectInto, type InputAdjustments } from "./input-adjustments.js";
import { inDialect, withDefaultsRequired } from "./json-schema-dialect.js";
import type { StandardSchemaWithJson } from "./standard-schema.js";
import type {
  CheckedInput,
  InputCheck,
  InputCheckOptions,
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
  readonly rules?: RuleMatcher | undefined;
  readonly data?: SchemaValidator | undefined;
  /** Judges what the application supplied among the parameters. */
  readonly injected?: SchemaValidator | undefined;
}

/** What generated code hands over: the tool's data and the way to its validators. */
export interface ContractDefinition<Id extends string = string> extends ToolSpec<Id> {
  readonly validators: () => MaybePromise<ContractValidators>;
}

/** Makes the contract of a generated tool. */
export function defineContract<
  Input,
  Params,
  Data,
  Id extends string = string,
  Injected extends object = NothingInjected,
  Services extends object = NoServices,
>(definition: ContractDefinition<Id>): ToolContract<Input, Params, Data, Id, Injected, Services> {
  return new CompiledContract(definition);
}

/** For a check whose caller wants the input without what the application supplies. */
const withoutInjection = Symbol("without injection");

class CompiledContract<
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
  readonly #load: () => MaybePromise<ContractValidators>;
  readonly #adjustments: InputAdjustments | undefined;
  #validators: ContractValidators | undefined;
  #loading: Promise<ContractValidators> | undefined;

  constructor({ validators, ...spec }: ContractDefinition<Id>) {
    this.id = spec.id;
    this.spec = Object.freeze(spec);
    this.#load = validators;
    this.#adjustments = adjustmentsOf(spec);
    this["~standard"] = {
      version: 1,
      vendor: "toolkiln",
      validate: async (value) => toStandardResult(await this.#check(value, withoutInjection, undefined)),
      jsonSchema: {
        input: ({ target }) => inDialect(spec.inputSchema, target),
        output: ({ target }) => inDialect(withDefaultsRequired(spec.inputSchema), target),
      },
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

  checkInput(
    input: unknown,
    injected?: object,
    options?: InputCheckOptions,
  ): MaybePromise<InputCheck<Params>> {
    return this.#check(input, injected, options);
  }

  #check<Checked>(
    input: unknown,
    injected: object | undefined | typeof withoutInjection,
    options: InputCheckOptions | undefined,
  ): MaybePromise<InputCheck<Checked>> {
    const loaded = this.#validators ?? this.#loaded();
    return "params" in loaded
      ? this.#checkWith(loaded, input, injected, options)
      : this.#checkLate(loaded, input, injected, options);
  }

  async #checkLate<Checked>(
    loading: Promise<ContractValidators>,
    input: unknown,
    injected: object | undefined | typeof withoutInjection,
    options: InputCheckOptions | undefined,
  ): Promise<InputCheck<Checked>> {
    let held: unknown;
    try {
      // What the caller does to the input while validators are loaded is not part of it.
      held = snapshot(input);
    } catch (error) {
      return unreadableInput(error);
    }
    return this.#checkWith(await loading, held, injected, options);
  }

  #checkWith<Checked>(
    validators: ContractValidators,
    input: unknown,
    injected: object | undefined | typeof withoutInjection,
    options: InputCheckOptions | undefined,
  ): InputCheck<Checked> {
    let params: unknown;
    try {
      params = snapshot(input);
    } catch (error) {
      return unreadableInput(error);
    }
    if (this.#adjustments !== undefined || options?.lenient === true) {
      return this.#adjustAndCheck(validators, params, injected, options);
    }
    // The validator and the type come from one schema: what it accepts is what the type says.
    if (validators.params(params)) return { valid: true, params: params as Checked, warnings: none };
    return this.#refuse(validators.params, params);
  }

  /** Checks an input that may have old names, need injected values or hold JSON in strings. */
  #adjustAndCheck<Checked>(
    { params: validate, injected: validateInjected }: ContractValidators,
    sent: unknown,
    injected: object | undefined | typeof withoutInjection,
    options: InputCheckOptions | undefined,
  ): InputCheck<Checked> {
    let params = sent;
    const isLenient = options?.lenient === true;
    const adjustments = this.#adjustments;
    const warnings: ToolValidationWarning[] = [];
    if (isLenient) params = parseStrings(params, [{ pointer: "", types: ["object"] }], warnings);
    const refused = adjustments === undefined ? [] : adjustInput(params, adjustments, warnings);
    if (refused.length > 0) return invalidInput(refused);
    let isValid = validate(params);
    if (!isValid && isLenient)
      [isValid, params] = validateLeniently(validate, this.spec.inputSchema, params, warnings);
    if (!isValid) return this.#refuse(validate, params);
    if (adjustments !== undefined && injected !== withoutInjection) {
      const errors = injectInto(params, adjustments.injected, injected, validateInjected);
      if (errors.length > 0) return invalidInput(errors);
    }
    return { valid: true, params: params as Checked, warnings };
  }

  #refuse(validate: SchemaValidator, params: unknown): InputCheck<never> {
    const { inputSchema: schema, sensitive } = this.spec;
    return invalidInput(describeSchemaErrors(validate.errors ?? [], params, { schema, sensitive }));
  }

  matchRules(params: Params): MaybePromise<readonly RuleSpec[]> {
    const { rules } = this.spec;
    if (rules === undefined) return none;
    const matching = ({ rules: match }: ContractValidators) => {
      const matches = match?.(params) ?? [];
      return rules.filter((_, index) => matches[index]);
    };
    const loaded = this.#validators ?? this.#loaded();
    return "params" in loaded ? matching(loaded) : loaded.then(matching);
  }

  checkData(data: unknown): MaybePromise<readonly ToolValidationError[]> {
    const loaded = this.#validators ?? this.#loaded();
    return "params" in loaded ? this.#checkData(loaded, data) : this.#checkDataLate(loaded, data);
  }

  async #checkDataLate(
    loading: Promise<ContractValidators>,
    data: unknown,
  ): Promise<readonly ToolValidationError[]> {
    return this.#checkData(await loading, data);
  }

  #checkData({ data: validate }: ContractValidators, data: unknown): readonly ToolValidationError[] {
    if (validate === undefined || validate(data)) return none;
    return describeSchemaErrors(validate.errors ?? [], data, { schema: this.spec.result.dataSchema });
  }

  /** Loads once, however many calls wait: loaders of TypeScript may hand out a module before it is finished. */
  #loaded(): MaybePromise<ContractValidators> {
    if (this.#loading !== undefined) return this.#loading;
    const loading = this.#load();
    if (!("then" in loading)) return this.#keep(loading);
    return (this.#loading = Promise.resolve(loading).then(
      (module) => this.#keep(module),
      (error: unknown) => {
        this.#loading = undefined;
        throw error;
      },
    ));
  }

  /** Copies the validators, because a plain object is faster to read than a module. */
  #keep({
    params,
    rules,
    data = validatorOfKind(this.spec.kind),
    injected,
  }: ContractValidators): ContractValidators {
    return (this.#validators = { params, rules, data, injected });
  }
}
