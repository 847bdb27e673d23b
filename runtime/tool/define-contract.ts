import type { NoServices } from "../context/tool-services.js";
import { validatorOfKind } from "../kinds/kind-validators.js";
import { none, nothing } from "../result/none.js";
import { describeSchemaErrors } from "../validation/describe-schema-errors.js";
import { partsOf } from "../validation/json-pointer.js";
import { parseStrings } from "../validation/lenient-input.js";
import type { RuleMatcher, SchemaValidator } from "../validation/schema-validator.js";
import { snapshot, unreadableInput } from "../validation/snapshot.js";
import type { ToolValidationError } from "../validation/tool-validation-error.js";
import type { ToolValidationWarning } from "../validation/tool-validation-warning.js";
import { adjustInput, adjustmentsOf, injectInto, type InputAdjustments } from "./input-adjustments.js";
import { inDialect, withDefaultsRequired } from "./json-schema-dialect.js";
import type { AnyOutput, CheckedImplementation } from "./returned-data.js";
import type { StandardJsonSchemaConverter, StandardResult } from "./standard-schema.js";
import type {
  AnyToolContract,
  InputCheck,
  InputCheckOptions,
  MaybePromise,
  NothingInjected,
  ToolContract,
} from "./tool-contract.js";
import type { ResultSpec, RuleSpec, ToolSpec } from "./tool-spec.js";
import type { AnyTool, ToolImplementation, ToolRun } from "./tool.js";

export type Check = MaybePromise<InputCheck<unknown>>;
export type Errors = readonly ToolValidationError[];

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

  /** Validates a copy of the input; may change the copy. */
  abstract checkCopy(copy: unknown, injected?: object, options?: InputCheckOptions): Check;

  abstract checkData(data: unknown): MaybePromise<Errors>;

  implement<Returned extends AnyOutput<unknown> = never>(
    implementation: CheckedImplementation<unknown, Returned, unknown>,
  ): AnyTool;
  implement(implementation: ToolRun<unknown, unknown> | ToolImplementation<unknown, unknown>): AnyTool {
    return typeof implementation === "function"
      ? { contract: this, run: implementation }
      : { ...implementation, contract: this };
  }

  checkInput(input: unknown, injected?: object, options?: InputCheckOptions): Check {
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

function toStandardResult(checked: InputCheck<unknown>): StandardResult<unknown> {
  if (checked.valid) return { value: checked.params };
  const issues = checked.errors.map(({ message, parameterName }) => ({
    message,
    path: partsOf(parameterName.replace(/^(?!\/|$)/, "/")),
  }));
  return { issues };
}

export interface ContractValidators {
  /** Adds defaults to the given object. */
  readonly params: SchemaValidator;
  readonly rules?: RuleMatcher | undefined;
  readonly data?: SchemaValidator | undefined;
  readonly injected?: SchemaValidator | undefined;
}

/** Two function types instead of one with a union result, because the compiler checks `import()` faster. */
type ValidatorSource = (() => Promise<ContractValidators>) | (() => ContractValidators);

/** A schema in generated code. The generator has checked it, so the compiler does not check its keywords. */
interface SchemaLiteral {
  readonly [keyword: string]: unknown;
}

/** The spec of a generated tool, with schemas that the compiler does not check, for speed. */
export interface ContractDefinition extends Omit<ToolSpec, "inputSchema" | "result" | "rules"> {
  readonly validators: ValidatorSource;
  readonly inputSchema: SchemaLiteral;
  readonly result: Omit<ResultSpec, "dataSchema"> & { readonly dataSchema?: SchemaLiteral };
  readonly rules?: readonly (Omit<RuleSpec, "when"> & { readonly when: SchemaLiteral })[];
}

/** Makes the contract of a generated tool. */
export function defineContract<
  Input,
  Params,
  Data,
  Id extends string = string,
  Injected extends object = NothingInjected,
  Services extends object = NoServices,
>(definition: ContractDefinition): ToolContract<Input, Params, Data, Id, Injected, Services>;
export function defineContract({
  validators,
  ...spec
}: ToolSpec & Pick<ContractDefinition, "validators">): AnyToolContract {
  return new CompiledContract(spec, validators);
}

/** A contract with validators that are loaded on first use. */
class CompiledContract extends Contract {
  readonly #source: ValidatorSource;
  readonly #adjustments: InputAdjustments | undefined;
  #validators: ContractValidators | undefined;
  #loading: Promise<void> | undefined;

  constructor(spec: ToolSpec, source: ValidatorSource) {
    super(spec, {
      input: ({ target }) => inDialect(spec.inputSchema, target),
      output: ({ target }) => inDialect(withDefaultsRequired(spec.inputSchema), target),
    });
    this.#source = source;
    this.#adjustments = adjustmentsOf(spec);
  }

  override checkCopy(copy: unknown, injected?: object, options: InputCheckOptions = nothing): Check {
    if (this.#validators === undefined)
      return this.#load().then(() => this.checkCopy(copy, injected, options));
    const { params: validate, injected: validateInjected } = this.#validators;
    const { inputSchema: schema, sensitive } = this.spec;
    const isLenient = options.lenient === true;
    const adjustments = this.#adjustments;
    const warnings: ToolValidationWarning[] = [];
    let input = isLenient ? parseStrings(copy, { type: "object" }, warnings) : copy;
    const refused = adjustments === undefined ? none : adjustInput(input, adjustments, warnings);
    if (refused.length > 0) return invalidInput(...refused);
    let isValid = validate(input);
    if (!isValid && isLenient) isValid = validate((input = parseStrings(input, schema, warnings)));
    if (!isValid) return invalidInput(...describeSchemaErrors(validate.errors, input, { schema, sensitive }));
    if (adjustments !== undefined && options.injects !== false) {
      const errors = injectInto(input, adjustments.injected, injected, validateInjected);
      if (errors.length > 0) return invalidInput(...errors);
    }
    return { valid: true, params: input, warnings: warnings.length === 0 ? none : warnings };
  }

  override matchRules(params: unknown): MaybePromise<readonly RuleSpec[]> {
    const { rules } = this.spec;
    if (rules === undefined) return none;
    if (this.#validators === undefined) return this.#load().then(() => this.matchRules(params));
    const matches = this.#validators.rules?.(params);
    return rules.filter((_, index) => matches?.[index]);
  }

  override checkData(data: unknown): MaybePromise<Errors> {
    if (this.#validators === undefined) return this.#load().then(() => this.checkData(data));
    const { data: validate } = this.#validators;
    if (validate === undefined || validate(data)) return none;
    const { dataSchema: schema } = this.spec.result;
    return describeSchemaErrors(validate.errors, data, { schema, noun: "property" });
  }

  /** Loads once for all waiting calls: TypeScript loaders may return a module before it is complete. */
  #load(): Promise<void> {
    return (this.#loading ??= this.#import().finally(() => {
      this.#loading = undefined;
    }));
  }

  /** Copies the validators, because a plain object is faster to read than a module. */
  async #import(): Promise<void> {
    const { params, rules, data = validatorOfKind(this.spec.kind), injected } = await this.#source();
    this.#validators = { params, rules, data, injected };
  }
}
