import type { ToolContract } from "./tool-contract.js";

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
  /** For the compiler only; never set. */
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

/** The inputs of a registry's tools by id. */
export type AllInputsOf<Contracts extends ContractMap<Contracts>> = {
  [Id in keyof Contracts]: InputOf<Contracts[Id]>;
};

/** The parameters of a registry's tools by id. */
export type AllParamsOf<Contracts extends ContractMap<Contracts>> = {
  [Id in keyof Contracts]: ParamsOf<Contracts[Id]>;
};

/** The result data of a registry's tools by id. */
export type AllDataOf<Contracts extends ContractMap<Contracts>> = {
  [Id in keyof Contracts]: DataOf<Contracts[Id]>;
};

type Intersection<Union> = (Union extends unknown ? (part: Union) => void : never) extends (
  whole: infer Whole,
) => void
  ? Whole
  : never;

/** One of the types of all tools of a registry together; any object if the tools are unknown. */
type Together<
  Contracts extends ContractMap<Contracts>,
  Name extends keyof ToolTypes,
> = string extends keyof Contracts
  ? object
  : Intersection<{ [Id in keyof Contracts]: TypesOf<Contracts[Id]>[Name] }[keyof Contracts]> & object;

/** The services that all tools of a registry use together. */
export type RequiredServices<Contracts extends ContractMap<Contracts>> = Together<Contracts, "services">;

/** The injected values of all tools of a registry together. */
export type AllInjectedOf<Contracts extends ContractMap<Contracts>> = Together<Contracts, "injected">;
