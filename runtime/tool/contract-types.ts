import type { ToolContract } from "./tool-contract.js";

/** The types of one tool. */
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

/** Some contract, whatever its types. */
export type AnyToolContract = ToolContract<unknown, unknown, unknown>;

/** Something that carries the types of a tool: a contract or a tool. */
export interface CarriesToolTypes {
  /** For the compiler only; never set. */
  readonly "~types"?: ToolTypes;
}

type TypesOf<T extends CarriesToolTypes> = NonNullable<T["~types"]>;

/** What a caller sends. */
export type InputOf<T extends CarriesToolTypes> = TypesOf<T>["input"];

/** What the tool receives. */
export type ParamsOf<T extends CarriesToolTypes> = TypesOf<T>["params"];

/** What the tool returns. */
export type DataOf<T extends CarriesToolTypes> = TypesOf<T>["data"];

/** What the application supplies beside the input. */
export type InjectedOf<T extends CarriesToolTypes> = TypesOf<T>["injected"];

/** What the implementation uses of the project's services. */
export type ServicesOf<T extends CarriesToolTypes> = TypesOf<T>["services"];

/** The name that models see, where it is not the id. For the compiler only; never set. */
export interface WireName<Name extends string> {
  readonly "~wireName"?: Name;
}

/** The contracts of a registry by the ids of their tools. */
export type ContractMap<Contracts> = { readonly [Id in keyof Contracts]: AnyToolContract };

/** The ids of a registry's tools. */
export type ToolIdOf<Contracts> = keyof Contracts & string;

/** The inputs of a registry's tools by their ids. */
export type AllInputsOf<Contracts extends ContractMap<Contracts>> = {
  [Id in keyof Contracts]: InputOf<Contracts[Id]>;
};

/** The parameters of a registry's tools by their ids. */
export type AllParamsOf<Contracts extends ContractMap<Contracts>> = {
  [Id in keyof Contracts]: ParamsOf<Contracts[Id]>;
};

/** The result data of a registry's tools by their ids. */
export type AllDataOf<Contracts extends ContractMap<Contracts>> = {
  [Id in keyof Contracts]: DataOf<Contracts[Id]>;
};

type Intersection<Union> = (Union extends unknown ? (part: Union) => void : never) extends (
  whole: infer Whole,
) => void
  ? Whole
  : never;

/** The services that all tools of a registry use together; any object where the tools are not known. */
export type RequiredServices<Contracts extends ContractMap<Contracts>> = string extends keyof Contracts
  ? object
  : Intersection<{ [Id in keyof Contracts]: ServicesOf<Contracts[Id]> }[keyof Contracts]> & object;

/** What the application supplies to all tools of a registry together; any object where the tools are not known. */
export type AllInjectedOf<Contracts extends ContractMap<Contracts>> = string extends keyof Contracts
  ? object
  : Intersection<{ [Id in keyof Contracts]: InjectedOf<Contracts[Id]> }[keyof Contracts]> & object;
