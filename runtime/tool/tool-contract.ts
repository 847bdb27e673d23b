import type { ToolValidationError } from "../validation/tool-validation-error.js";
import type { ToolValidationWarning } from "../validation/tool-validation-warning.js";
import type { NoServices } from "../context/tool-services.js";
import type { ToolTypes } from "./contract-types.js";
import type { AnyOutput, CheckedImplementation } from "./returned-data.js";
import type { StandardSchemaWithJson } from "./standard-schema.js";
import type { Tool } from "./tool.js";
import type { RuleSpec, ToolSpec } from "./tool-spec.js";

/** A value or a promise of it. Callers await only promises. */
export type MaybePromise<T> = T | Promise<T>;

/** The outcome of checking an input: parameters with defaults, or errors. */
export type InputCheck<Params> =
  | {
      readonly valid: true;
      readonly params: Params;
      readonly warnings: readonly ToolValidationWarning[];
      /** The input of the parameters, if the schema might reject its own output. */
      readonly input?: unknown;
    }
  | { readonly valid: false; readonly errors: readonly ToolValidationError[] };

export interface InputCheckOptions {
  /** Parse JSON strings where another type is expected; each one adds a warning. */
  readonly lenient?: boolean;
  /** Whether to add injected values. @default true */
  readonly injects?: boolean;
}

/**
 * The Standard Schema output of a contract: the parameters without injected values.
 *
 * The key of an injected value need not be the parameter's name. But callers never send injected values, so these are
 * the parameters that are not in the input.
 */
export type CheckedInput<Input, Params, Injected extends object> = [keyof Injected] extends [never]
  ? Params
  : OnlyKnown<Params, NamedKeys<Input>>;

/** The declared keys of a type, without index signatures. */
type NamedKeys<T> = T extends unknown
  ? keyof { [Key in keyof T as string extends Key ? never : number extends Key ? never : Key]: T[Key] }
  : never;

/** An object without its declared keys that are unknown. */
type OnlyKnown<T, Known> = T extends unknown
  ? { [Key in keyof T as Key extends Exclude<NamedKeys<T>, Known> ? never : Key]: T[Key] }
  : never;

/** The tool has no injected parameters. */
export interface NothingInjected {}

/**
 * A tool without its implementation: metadata, types of input and data, and `implement`.
 *
 * A contract is also a Standard Schema (and Standard JSON Schema) of the input, so other libraries accept it.
 * Validators are loaded on first use; after that, the `check…` methods are synchronous.
 */
export interface ToolContract<
  Input,
  Params,
  Data,
  // Explicit variance: some compilers would infer that this parameter is unused.
  out Id extends string = string,
  Injected extends object = NothingInjected,
  Services extends object = NoServices,
> extends StandardSchemaWithJson<Input, CheckedInput<Input, Params, Injected>> {
  readonly id: Id;
  readonly spec: ToolSpec<Id>;
  /** Implements the contract: with a function, or an object with `run` and any of the optional hooks. */
  implement<Returned extends AnyOutput<Data> = never>(
    body: CheckedImplementation<Params, Returned, Data, Services>,
  ): Tool<Input, Params, Data, Id, Injected, Services>;
  /** Copies the input, validates the copy and fills in defaults and injected values. */
  checkInput(
    input: unknown,
    injected?: object,
    options?: InputCheckOptions,
  ): MaybePromise<InputCheck<Params>>;
  /** The rules that validated parameters match, in the manifest's order. */
  matchRules(params: Params): MaybePromise<readonly RuleSpec[]>;
  /** The errors in a result's data; empty if valid. */
  checkData(data: unknown): MaybePromise<readonly ToolValidationError[]>;
  /** For the compiler only; never set. */
  readonly "~types"?: ToolTypes<Input, Params, Data, Injected, Services>;
}
