import type { NoServices } from "../context/tool-services.js";
import { validatorOfKind } from "../kinds/kind-validators.js";
import { none } from "../result/none.js";
import { describeSchemaErrors } from "../validation/describe-schema-errors.js";
import { parseStrings } from "../validation/lenient-input.js";
import type { RuleMatcher, SchemaValidator } from "../validation/schema-validator.js";
import { Contract, invalidInput, type ContractChecks } from "./contract.js";
import type { AnyToolContract } from "./contract-types.js";
import { adjustmentsOf } from "./input-adjustments.js";
import { inDialect, withDefaultsRequired } from "./json-schema-dialect.js";
import type { StandardJsonSchemaConverter } from "./standard-schema.js";
import type { InputCheck, NothingInjected, ToolContract } from "./tool-contract.js";
import type { ToolSpec } from "./tool-spec.js";

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
  return new Contract(spec, jsonSchema, checksOf(spec, validators));
}

function checksOf(spec: ToolSpec, source: ContractDefinition["validators"]): ContractChecks {
  const { inputSchema, sensitive, kind, result, rules } = spec;
  let validators: ContractValidators | undefined;
  let loading: Promise<ContractValidators> | undefined;
  const load = async (): Promise<ContractValidators> => {
    // A copy, because a plain object is faster to read than a module.
    const { params, rules: match, data = validatorOfKind(kind), injected } = await source();
    return (validators = { params, rules: match, data, injected });
  };
  /** Loads once for all waiting calls: TypeScript loaders may return a module before it is complete. */
  const loadOnce = (): Promise<ContractValidators> =>
    (loading ??= load().finally(() => {
      loading = undefined;
    }));
  const checkInput = ({ params: validate }: ContractValidators, copy: unknown): InputCheck<unknown> =>
    validate(copy)
      ? { valid: true, params: copy, warnings: none }
      : invalidInput(...describeSchemaErrors(validate.errors, copy, { schema: inputSchema, sensitive }));
  const checkData = ({ data: validate }: ContractValidators, data: unknown) =>
    validate === undefined || validate(data)
      ? none
      : describeSchemaErrors(validate.errors, data, { schema: result.dataSchema });
  const checkLate = async <Result>(
    check: (loaded: ContractValidators, value: unknown) => Result,
    value: unknown,
  ) => check(await loadOnce(), value);
  return {
    input: (copy) => (validators === undefined ? checkLate(checkInput, copy) : checkInput(validators, copy)),
    data: (data) => (validators === undefined ? checkLate(checkData, data) : checkData(validators, data)),
    ...(rules && {
      async rules(params) {
        const matches = (validators ?? (await loadOnce())).rules?.(params);
        return rules.filter((_, index) => matches?.[index]);
      },
    }),
    parse: parseStrings,
    adjustments: adjustmentsOf(spec, () => validators?.injected),
  };
}
