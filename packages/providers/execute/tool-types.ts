import type {
  AnyContracts,
  AnyToolContract,
  DataOf,
  InjectedOf,
  InputOf,
  ToolRegistry,
  WireName,
} from "@toolkiln/runtime";
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

/** What a caller sends to a tool; anything where the compiler does not know it. */
export type SentTo<Contract> = Contract extends AnyToolContract ? InputOf<Contract> : unknown;

/** What a tool returns. */
export type ReturnedBy<Contract> = Contract extends AnyToolContract ? DataOf<Contract> : unknown;

/** Everything that an application may inject into the tools of a source. */
export type InjectedInto<Source extends SpecSource> = Partial<
  IntersectionOf<InjectedOf<Extract<ContractsIn<Source>[keyof ContractsIn<Source>], AnyToolContract>>>
>;

type IntersectionOf<Union extends object> = (Union extends object ? (member: Union) => void : never) extends (
  all: infer All extends object,
) => void
  ? All
  : object;
