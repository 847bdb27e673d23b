import type { ToolContract } from "./tool-contract.js";

/** Carries the types of a tool through its contract; exists for the compiler only. */
export declare const toolTypes: unique symbol;

/** The types of one tool. */
export interface ToolTypes {
  readonly input: unknown;
  readonly params: unknown;
  readonly data: unknown;
  readonly injected: object;
}

/** Some contract, whatever its types. */
export type AnyToolContract = ToolContract<unknown, unknown, unknown>;

/** Something that carries the types of a tool: a contract or a tool. */
export interface CarriesToolTypes {
  readonly [toolTypes]?: ToolTypes;
}

type TypesOf<T extends CarriesToolTypes> = NonNullable<T[typeof toolTypes]>;

/** What a caller sends. */
export type InputOf<T extends CarriesToolTypes> = TypesOf<T>["input"];

/** What the tool receives. */
export type ParamsOf<T extends CarriesToolTypes> = TypesOf<T>["params"];

/** What the tool returns. */
export type DataOf<T extends CarriesToolTypes> = TypesOf<T>["data"];

/** What the application supplies beside the input. */
export type InjectedOf<T extends CarriesToolTypes> = TypesOf<T>["injected"];

/** The contracts of a registry by the ids of their tools. */
export type ContractMap<Contracts> = { readonly [Id in keyof Contracts]: AnyToolContract };

/** The ids of a registry's tools. */
export type ToolIdOf<Contracts> = keyof Contracts & string;

/** The inputs of a registry's tools by their ids. */
export type InputsOf<Contracts extends ContractMap<Contracts>> = {
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
