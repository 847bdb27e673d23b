import type { NoServices } from "../context/tool-services.js";
import { validatorOfKind } from "../kinds/kind-validators.js";
import { none } from "../result/none.js";
import { describeSchemaErrors } from "../validation/describe-schema-errors.js";
import { parseStrings } from "../validation/lenient-input.js";
import type { RuleMatcher, SchemaValidator } from "../validation/schema-validator.js";
import type { ToolValidationError } from "../validation/tool-validation-error.js";
import type { ToolValidationWarning } from "../validation/tool-validation-warning.js";
import { Contract, invalidInput, type ContractChecks } from "./contract.js";
import type { AnyToolContract } from "./contract-types.js";
import { adjustInput, adjustmentsOf, injectInto, type InputAdjustments } from "./input-adjustments.js";
import { inDialect, withDefaultsRequired } from "./json-schema-dialect.js";
import type { StandardJsonSchemaConverter } from "./standard-schema.js";
import type {
  InputCheck,
  InputCheckOptions,
  MaybePromise,
  NothingInjected,
  ToolContract,
} from "./tool-contract.js";
import type { RuleSpec, ToolSpec } from "./tool-spec.js";

export interface ContractValidators {
  /** Adds defaults to the given object. */
  readonly params: SchemaValidator;
  readonly rules?: RuleMatcher | undefined;
  readonly data?: SchemaValidator | undefined;
  /** Validates the injected parameters. */
  readonly injected?: SchemaValidator | undefined;
}

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
>(definition: ContractDefinition<Id>): ToolContract<Input, Params, Data, Id, Injected, Services>;
export function defineContract({ validators, ...spec }: ContractDefinition): AnyToolContract {
  const jsonSchema: StandardJsonSchemaConverter = {
    input: ({ target }) => inDialect(spec.inputSchema, target),
    output: ({ target }) => inDialect(withDefaultsRequired(spec.inputSchema), target),
  };
  return new Contract(spec, jsonSchema, new CompiledChecks(spec, validators));
}

/** Checks by validators that are loaded on first use. */
class CompiledChecks implements ContractChecks {
  readonly #spec: ToolSpec;
  readonly #source: ContractDefinition["validators"];
  readonly #adjustments: InputAdjustments | undefined;
  #validators: ContractValidators | undefined;
  #loading: Promise<ContractValidators> | undefined;

  constructor(spec: ToolSpec, source: ContractDefinition["validators"]) {
    this.#spec = spec;
    this.#source = source;
    this.#adjustments = adjustmentsOf(spec);
  }

  input(copy: unknown, injected?: object, options?: InputCheckOptions): MaybePromise<InputCheck<unknown>> {
    if (this.#validators === undefined) return this.#inputLate(copy, injected, options);
    if (this.#adjustments !== undefined || options?.lenient === true)
      return this.#adjustAndValidate(this.#validators, copy, injected, options);
    const { params: validate } = this.#validators;
    return validate(copy) ? { valid: true, params: copy, warnings: none } : this.#refuse(validate, copy);
  }

  async #inputLate(copy: unknown, injected?: object, options?: InputCheckOptions) {
    await this.#load();
    return this.input(copy, injected, options);
  }

  /** Checks an input with old names, injected values or JSON in strings. */
  #adjustAndValidate(
    { params: validate, injected: validateInjected }: ContractValidators,
    copy: unknown,
    injected: object | undefined,
    options: InputCheckOptions = {},
  ): InputCheck<unknown> {
    const isLenient = options.lenient === true;
    const adjustments = this.#adjustments;
    const warnings: ToolValidationWarning[] = [];
    let input = isLenient ? parseStrings(copy, { type: "object" }, warnings) : copy;
    const refused = adjustments === undefined ? none : adjustInput(input, adjustments, warnings);
    if (refused.length > 0) return invalidInput(...refused);
    let isValid = validate(input);
    if (!isValid && isLenient)
      isValid = validate((input = parseStrings(input, this.#spec.inputSchema, warnings)));
    if (!isValid) return this.#refuse(validate, input);
    if (adjustments !== undefined && options.injects !== false) {
      const errors = injectInto(input, adjustments.injected, injected, validateInjected);
      if (errors.length > 0) return invalidInput(...errors);
    }
    return { valid: true, params: input, warnings };
  }

  #refuse(validate: SchemaValidator, input: unknown): InputCheck<never> {
    const { inputSchema: schema, sensitive } = this.#spec;
    return invalidInput(...describeSchemaErrors(validate.errors, input, { schema, sensitive }));
  }

  async rules(params: unknown): Promise<readonly RuleSpec[]> {
    const { rules: match } = this.#validators ?? (await this.#load());
    const matches = match?.(params);
    return (this.#spec.rules ?? none).filter((_, index) => matches?.[index]);
  }

  data(data: unknown): MaybePromise<readonly ToolValidationError[]> {
    return this.#validators === undefined ? this.#dataLate(data) : this.#checkData(this.#validators, data);
  }

  async #dataLate(data: unknown): Promise<readonly ToolValidationError[]> {
    return this.#checkData(await this.#load(), data);
  }

  #checkData({ data: validate }: ContractValidators, data: unknown): readonly ToolValidationError[] {
    if (validate === undefined || validate(data)) return none;
    return describeSchemaErrors(validate.errors, data, { schema: this.#spec.result.dataSchema });
  }

  /** Loads once for all waiting calls: TypeScript loaders may return a module before it is complete. */
  #load(): Promise<ContractValidators> {
    return (this.#loading ??= this.#import().finally(() => {
      this.#loading = undefined;
    }));
  }

  /** Copies the validators, because a plain object is faster to read than a module. */
  async #import(): Promise<ContractValidators> {
    const { params, rules, data = validatorOfKind(this.#spec.kind), injected } = await this.#source();
    return (this.#validators = { params, rules, data, injected });
  }
}
