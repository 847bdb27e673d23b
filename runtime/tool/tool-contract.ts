import type { ToolValidationError } from "../validation/tool-validation-error.js";
import type { ToolValidationWarning } from "../validation/tool-validation-warning.js";
import type { NoServices } from "../context/tool-services.js";
import type { ToolTypes } from "./contract-types.js";
import type { AnyOutput, CheckedImplementation } from "./returned-data.js";
import type { StandardSchemaWithJson } from "./standard-schema.js";
import type { Tool } from "./tool.js";
import type { RuleSpec, ToolSpec } from "./tool-spec.js";

/** A value that is there already, or will be. Callers await it only when they must. */
export type MaybePromise<T> = T | Promise<T>;

/** The outcome of checking an input: parameters with their defaults, or the reasons why not. */
export type InputCheck<Params> =
  | {
      readonly valid: true;
      readonly params: Params;
      readonly warnings: readonly ToolValidationWarning[];
      /** What the parameters were made of, where the schema might not take them again. */
      readonly input?: unknown;
    }
  | { readonly valid: false; readonly errors: readonly ToolValidationError[] };

/** How an input is checked. */
export interface InputCheckOptions {
  /** Parse strings that hold JSON where another type is expected; every such change is a warning. */
  readonly lenient?: boolean;
}

/**
 * What the Standard Schema of a contract puts out: the parameters without what the application supplies.
 *
 * The application supplies by key, and a key need not be the parameter's name; but what it supplies is what no caller
 * sends, so these are the parameters that the input does not know.
 */
export type CheckedInput<Input, Params, Injected extends object> = [keyof Injected] extends [never]
  ? Params
  : OnlyKnown<Params, NamedKeys<Input>>;

/** The keys that a type names, without those that an index signature lets in. */
type NamedKeys<T> = T extends unknown
  ? keyof { [Key in keyof T as string extends Key ? never : number extends Key ? never : Key]: T[Key] }
  : never;

/** An object without the keys that it names itself and that are not among the known ones. */
type OnlyKnown<T, Known> = T extends unknown
  ? { [Key in keyof T as Key extends Exclude<NamedKeys<T>, Known> ? never : Key]: T[Key] }
  : never;

/** No parameter is supplied by the application. */
export interface NothingInjected {}

/**
 * What a tool promises: its metadata, the shape of its input and data, and the way to implement it.
 *
 * A contract is also a Standard Schema (and Standard JSON Schema) of the input, so other libraries take it as it is.
 * Validators are loaded on first use; from then on the `check…` methods answer at once instead of with a promise.
 */
export interface ToolContract<
  Input,
  Params,
  Data,
  // Said, because compilers that compare two of these first take it for a type that does not matter.
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
  /** What is wrong with a result's data; empty when nothing is. */
  checkData(data: unknown): MaybePromise<readonly ToolValidationError[]>;
  /** For the compiler only; never set. */
  readonly "~types"?: ToolTypes<Input, Params, Data, Injected, Services>;
}
