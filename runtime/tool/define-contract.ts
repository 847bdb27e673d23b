import type { NoServices } from "../context/tool-services.js";
import { validatorOfKind } from "../kinds/kind-validators.js";
import { none } from "../result/none.js";
import { describeSchemaErrors } from "../validation/describe-schema-errors.js";
import { parseStrings } from "../validation/lenient-input.js";
import type { RuleMatcher, SchemaValidator } from "../validation/schema-validator.js";
import { snapshot, unreadableInput } from "../validation/snapshot.js";
import type { ToolValidationError } from "../validation/tool-validation-error.js";
import type { ToolValidationWarning } from "../validation/tool-validation-warning.js";
import { BaseContract, invalidInput } from "./base-contract.js";
import { adjustInput, adjustmentsOf, injectInto, type InputAdjustments } from "./input-adjustments.js";
import { inDialect, withDefaultsRequired } from "./json-schema-dialect.js";
import type {
  InputCheck,
  InputCheckOptions,
  MaybePromise,
  NothingInjected,
  ToolContract,
} from "./tool-contract.js";
import type { RuleSpec, ToolSpec } from "./tool-spec.js";

/** The compiled schemas of one tool. */
export interface ContractValidators {
  /** Adds defaults to the given object. */
  readonly params: SchemaValidator;
  readonly rules?: RuleMatcher | undefined;
  readonly data?: SchemaValidator | undefined;
  /** Validates the injected parameters. */
  readonly injected?: SchemaValidator | undefined;
}

/** The arguments of `defineContract`: the tool's spec and validators. */
export interface ContractDefinition<Id extends string = string> extends ToolSpec<Id> {
  /** Two types instead of one that returns either: the compiler checks an `import()` faster. */
  readonly validators: (() => Promise<ContractValidators>) | (() => ContractValidators);
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

class CompiledContract<
  Input,
  Params,
  Data,
  Id extends string,
  Injected extends object,
  Services extends object,
> extends BaseContract<Input, Params, Data, Id, Injected, Services> {
  readonly #source: () => MaybePromise<ContractValidators>;
  readonly #adjustments: InputAdjustments | undefined;
  #validators: ContractValidators | undefined;
  #loading: Promise<ContractValidators> | undefined;

  constructor({ validators, ...spec }: ContractDefinition<Id>) {
    super(spec, {
      input: ({ target }) => inDialect(spec.inputSchema, target),
      output: ({ target }) => inDialect(withDefaultsRequired(spec.inputSchema), target),
    });
    this.#source = validators;
    this.#adjustments = adjustmentsOf(spec);
  }

  override checkInput(
    input: unknown,
    injected?: object,
    options?: InputCheckOptions,
  ): MaybePromise<InputCheck<Params>> {
    let params: unknown;
    try {
      params = snapshot(input);
    } catch (error) {
      return invalidInput(unreadableInput(error));
    }
    const validators = this.#validators;
    return validators === undefined
      ? this.#checkLate(params, injected, options)
      : this.#check(validators, params, injected, options);
  }

  async #checkLate(
    params: unknown,
    injected: object | undefined,
    options: InputCheckOptions | undefined,
  ): Promise<InputCheck<Params>> {
    return this.#check(await this.#load(), params, injected, options);
  }

  #check(
    validators: ContractValidators,
    params: unknown,
    injected: object | undefined,
    options: InputCheckOptions | undefined,
  ): InputCheck<Params> {
    if (this.#adjustments !== undefined || options?.lenient === true) {
      return this.#adjustAndCheck(validators, params, injected, options);
    }
    // The validator and the type come from the same schema, so the cast is safe.
    if (validators.params(params)) return { valid: true, params: params as Params, warnings: none };
    return this.#refuse(validators.params, params);
  }

  /** Checks an input with old names, injected values or JSON in strings. */
  #adjustAndCheck(
    { params: validate, injected: validateInjected }: ContractValidators,
    sent: unknown,
    injected: object | undefined,
    options: InputCheckOptions = {},
  ): InputCheck<Params> {
    let params = sent;
    const isLenient = options.lenient === true;
    const adjustments = this.#adjustments;
    const warnings: ToolValidationWarning[] = [];
    if (isLenient) params = parseStrings(params, { type: "object" }, warnings);
    const refused = adjustments === undefined ? [] : adjustInput(params, adjustments, warnings);
    if (refused.length > 0) return invalidInput(...refused);
    let isValid = validate(params);
    if (!isValid && isLenient)
      isValid = validate((params = parseStrings(params, this.spec.inputSchema, warnings)));
    if (!isValid) return this.#refuse(validate, params);
    if (adjustments !== undefined && options.injects !== false) {
      const errors = injectInto(params, adjustments.injected, injected, validateInjected);
      if (errors.length > 0) return invalidInput(...errors);
    }
    return { valid: true, params: params as Params, warnings };
  }

  #refuse(validate: SchemaValidator, params: unknown): InputCheck<never> {
    const { inputSchema: schema, sensitive } = this.spec;
    return invalidInput(...describeSchemaErrors(validate.errors ?? [], params, { schema, sensitive }));
  }

  override matchRules(params: Params): MaybePromise<readonly RuleSpec[]> {
    const { rules } = this.spec;
    if (rules === undefined) return none;
    const matching = ({ rules: match }: ContractValidators) => {
      const matches = match?.(params) ?? [];
      return rules.filter((_, index) => matches[index]);
    };
    return this.#validators === undefined ? this.#load().then(matching) : matching(this.#validators);
  }

  override checkData(data: unknown): MaybePromise<readonly ToolValidationError[]> {
    return this.#validators === undefined
      ? this.#checkDataLate(data)
      : this.#checkData(this.#validators, data);
  }

  async #checkDataLate(data: unknown): Promise<readonly ToolValidationError[]> {
    return this.#checkData(await this.#load(), data);
  }

  #checkData({ data: validate }: ContractValidators, data: unknown): readonly ToolValidationError[] {
    if (validate === undefined || validate(data)) return none;
    return describeSchemaErrors(validate.errors ?? [], data, { schema: this.spec.result.dataSchema });
  }

  /** Loads once for all waiting calls: TypeScript loaders may return a module before it is complete. */
  #load(): Promise<ContractValidators> {
    return (this.#loading ??= this.#import().finally(() => {
      this.#loading = undefined;
    }));
  }

  /** Copies the validators, because a plain object is faster to read than a module. */
  async #import(): Promise<ContractValidators> {
    const { params, rules, data = validatorOfKind(this.spec.kind), injected } = await this.#source();
    return (this.#validators = { params, rules, data, injected });
  }
}
