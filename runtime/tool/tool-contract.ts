import type { ToolValidationError } from "../validation/tool-validation-error.js";
import type { ToolValidationWarning } from "../validation/tool-validation-warning.js";
import type { NoServices } from "../context/tool-services.js";
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
      /** The input before the schema transformed it, if the schema might reject its own output. */
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
 * The Standard Schema output of a contract: the parameters that callers send, without injected values. (The key of an
 * injected value need not be the name of its parameter.)
 */
export type CheckedInput<Input, Params, Injected extends object> = [keyof Injected] extends [never]
  ? Params
  : OnlyKnown<Params, NamedKeys<Input>>;

/** The declared keys of a type, without index signatures. */
type NamedKeys<T> = T extends unknown
  ? keyof { [Key in keyof T as Key extends IndexKey<Key> ? never : Key]: T[Key] }
  : never;

/** Only the keys that are in `Known`, and index signatures. The filter does not use `T`, which keeps `T` covariant. */
type OnlyKnown<T, Known> = {
  [Key in keyof T as Key extends Known | IndexKey<Key> ? Key : never]: T[Key];
};

/** The key itself if it is an index signature. */
type IndexKey<Key> = string extends Key ? Key : number extends Key ? Key : never;

/** The tool has no injected parameters. */
export interface NothingInjected {}

/**
 * A tool without its implementation; also a Standard Schema and Standard JSON Schema of the input. Validators are
 * loaded on first use; after that, the `check…` methods are synchronous unless the schema itself is asynchronous.
 */
export interface ToolContract<
  Input,
  // Explicit variance: otherwise the compiler would compare every member of every contract in a registry, and some
  // compilers would infer that `Id` is unused. `Input` has no annotation, because TypeScript 5 cannot verify it.
  out Params,
  out Data,
  out Id extends string = string,
  Injected extends object = NothingInjected,
  Services extends object = NoServices,
> extends StandardSchemaWithJson<Input, CheckedInput<Input, Params, Injected>> {
  readonly id: Id;
  readonly spec: ToolSpec<Id>;
  /** Implements the contract: with a function, or an object with `run` and any of the optional hooks. */
  implement<Returned extends AnyOutput<Data> = never>(
    implementation: CheckedImplementation<Params, Returned, Data, Services>,
  ): Tool<Input, Params, Data, Id, Injected, Services>;
  /** Copies the input, validates the copy and fills in defaults and injected values. */
  checkInput(input: unknown, inject?: object, options?: InputCheckOptions): MaybePromise<InputCheck<Params>>;
  /** The rules that validated parameters match, in the manifest's order. */
  matchRules(params: Params): MaybePromise<readonly RuleSpec[]>;
  /** The errors in a result's data; empty if valid. */
  checkData(data: unknown): MaybePromise<readonly ToolValidationError[]>;
  /** For the compiler only; never set. */
  readonly "~types"?: ToolTypes<Input, Params, Data, Injected, Services>;
}

export interface ToolTypes<
  Input = unknown,
  Params = unknown,
  Data = unknown,
  Injected extends object = object,
  Services extends object = object,
> {
  readonly input: Input;
  readonly params: Params;
  readonly data: Data;
  readonly injected: Injected;
  readonly services: Services;
}

/** A contract of any types. */
export type AnyToolContract = ToolContract<unknown, unknown, unknown>;

/** A contract or a tool, with its types. */
export interface CarriesToolTypes {
  readonly "~types"?: ToolTypes;
}

type TypesOf<T extends CarriesToolTypes> = NonNullable<T["~types"]>;

/** The caller's input. */
export type InputOf<T extends CarriesToolTypes> = TypesOf<T>["input"];

/** The tool's parameters. */
export type ParamsOf<T extends CarriesToolTypes> = TypesOf<T>["params"];

/** The tool's data. */
export type DataOf<T extends CarriesToolTypes> = TypesOf<T>["data"];

/** The values that the application injects. */
export type InjectedOf<T extends CarriesToolTypes> = TypesOf<T>["injected"];

/** The wire name, if it differs from the id. For the compiler only; never set. */
export interface WireName<Name extends string> {
  readonly "~wireName"?: Name;
}

export type ContractMap<Contracts> = { readonly [Id in keyof Contracts]: AnyToolContract };

export type ToolIdOf<Contracts> = keyof Contracts & string;

/** The type `Name` of each tool in a registry, by id. */
type AllOf<Contracts extends ContractMap<Contracts>, Name extends keyof ToolTypes> = {
  [Id in keyof Contracts]: TypesOf<Contracts[Id]>[Name];
};

/** The inputs of a registry's tools by id. */
export type AllInputsOf<Contracts extends ContractMap<Contracts>> = AllOf<Contracts, "input">;

/** The parameters of a registry's tools by id. */
export type AllParamsOf<Contracts extends ContractMap<Contracts>> = AllOf<Contracts, "params">;

/** The result data of a registry's tools by id. */
export type AllDataOf<Contracts extends ContractMap<Contracts>> = AllOf<Contracts, "data">;

type Intersection<Union> = (Union extends unknown ? (part: Union) => void : never) extends (
  whole: infer Whole,
) => void
  ? Whole
  : never;

/** The intersection of one of the types over all tools of a registry; any object if the tools are unknown. */
type Together<
  Contracts extends ContractMap<Contracts>,
  Name extends keyof ToolTypes,
> = string extends keyof Contracts ? object : Intersection<AllOf<Contracts, Name>[keyof Contracts]> & object;

/** The services that all tools of a registry use together. */
export type RequiredServices<Contracts extends ContractMap<Contracts>> = Together<Contracts, "services">;

/** The injected values that the tools of a registry need, for all tools together. */
export type AllInjectedOf<Contracts extends ContractMap<Contracts>> = Together<Contracts, "injected">;
