import type { AnyToolContract, DataOf, InputOf, ToolRegistry, WireName } from "@toolkiln/runtime";
import type { AllInjectedOf, AnyContracts, RequiredServices } from "@toolkiln/runtime/vocabulary";
import type { SpecSource } from "../to-definitions.js";

/** The contracts of a source's tools, if the compiler knows them. */
export type ContractsIn<Source extends SpecSource> =
  Source extends ToolRegistry<infer Contracts> ? Contracts : AnyContracts;

/** The name of a tool in a framework. */
export type NameOf<
  Contract,
  Id extends string,
  Prefix extends string,
> = `${Prefix}${WireNameOf<Contract, Id>}`;

type WireNameOf<Contract, Id extends string> =
  Contract extends WireName<infer Name> ? (string extends Name ? Id : Name) : Id;

/** The names of a source's tools in a framework; `string` if the compiler does not know them. */
export type NamesIn<Source extends SpecSource, Prefix extends string> = {
  [Id in keyof ContractsIn<Source> & string]: NameOf<ContractsIn<Source>[Id], Id, Prefix>;
}[keyof ContractsIn<Source> & string];

/** The input of a tool; `unknown` if the compiler does not know it. */
export type SentTo<Contract> = Contract extends AnyToolContract ? InputOf<Contract> : unknown;

/** A tool's data type. */
export type ReturnedBy<Contract> = Contract extends AnyToolContract ? DataOf<Contract> : unknown;

/** What the application supplies to the tools of a source: injected parameters and services. */
export interface SuppliedTo<Source extends SpecSource> {
  readonly inject: Source extends ToolRegistry<infer Contracts> ? Partial<AllInjectedOf<Contracts>> : object;
  readonly services: Source extends ToolRegistry<infer Contracts>
    ? Partial<RequiredServices<Contracts>>
    : object;
}
