import type { AnyToolContract, DataOf, InputOf, ToolRegistry, WireName } from "@toolkiln/runtime";
import type { AllInjectedOf, AnyContracts, RequiredServices } from "@toolkiln/runtime/vocabulary";
import type { SpecSource } from "../spec-source.js";

/** The contracts of the tools of a source, as far as the compiler knows them. */
export type ContractsIn<Source extends SpecSource> =
  Source extends ToolRegistry<infer Contracts> ? Contracts : AnyContracts;

/** The name under which a framework knows a tool. */
export type NameOf<
  Contract,
  Id extends string,
  Prefix extends string,
> = `${Prefix}${WireNameOf<Contract, Id>}`;

type WireNameOf<Contract, Id extends string> =
  Contract extends WireName<infer Name> ? (string extends Name ? Id : Name) : Id;

/** The names under which a framework knows the tools of a source; any text where the compiler does not know them. */
export type NamesIn<Source extends SpecSource, Prefix extends string> = {
  [Id in keyof ContractsIn<Source> & string]: NameOf<ContractsIn<Source>[Id], Id, Prefix>;
}[keyof ContractsIn<Source> & string];

/** What a caller sends to a tool; anything where the compiler does not know it. */
export type SentTo<Contract> = Contract extends AnyToolContract ? InputOf<Contract> : unknown;

/** What a tool returns. */
export type ReturnedBy<Contract> = Contract extends AnyToolContract ? DataOf<Contract> : unknown;

/** What the calls of the tools of a source bring along: everything that may be injected, and the services they use. */
export interface Brought<Source extends SpecSource> {
  readonly inject: Source extends ToolRegistry<infer Contracts> ? Partial<AllInjectedOf<Contracts>> : object;
  readonly services: Source extends ToolRegistry<infer Contracts>
    ? Partial<RequiredServices<Contracts>>
    : object;
}
