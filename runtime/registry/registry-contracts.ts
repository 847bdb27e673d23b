import type { AnyToolContract, ContractMap, ToolIdOf } from "../tool/contract-types.js";
import type { ToolContract } from "../tool/tool-contract.js";
import type { ToolIndexEntry } from "../tool/tool-spec.js";
import type { AnyTool } from "../tool/tool.js";
import type { ImplementationParts } from "./generated-tools.js";
import type { CatalogSource } from "./tool-catalog.js";
import type { ServiceUses, ToolSource } from "./tool-handle.js";

/** The contracts of a registry about which nothing is known at compile time. */
export type AnyContracts = Readonly<Record<string, AnyToolContract>>;

/** The tool that a contract is implemented by. */
export type ToolOf<Contract> = Contract extends { implement(body: never): infer Implemented }
  ? Implemented
  : never;

/** An implementation for every contract: the tool, or a function that imports its module. */
export type ImplementationsOf<Contracts extends ContractMap<Contracts>> = {
  readonly [Id in keyof Contracts]: ToolSource<ToolOf<Contracts[Id]>>;
};

/** The contracts of a registry whose tools have the services that they use. */
export type WithServices<Contracts extends ContractMap<Contracts>> = {
  readonly [Id in keyof Contracts]: Contracts[Id] extends ToolContract<
    infer Input,
    infer Params,
    infer Data,
    infer Name,
    infer Injected,
    infer _Services
  >
    ? ToolContract<Input, Params, Data, Name, Injected>
    : never;
};

/** The contracts of some tools by their ids. */
export type ContractsOf<Tools extends readonly AnyTool[]> = {
  readonly [Id in Tools[number]["contract"]["id"]]: Extract<
    Tools[number],
    { readonly contract: { readonly id: Id } }
  >["contract"];
};

/** What generated code hands over to make a registry. */
export type RegistryDefinition<Contracts extends ContractMap<Contracts>> = {
  /** A function, because most processes call a few tools and list none. */
  readonly index: () => readonly ToolIndexEntry<ToolIdOf<Contracts>>[];
  readonly catalog: CatalogSource;
  /** The services that tools use, by the ids of the tools; tools without any are left out. */
  readonly uses?: ServiceUses;
} & (
  | { readonly implementations: ImplementationsOf<Contracts> }
  | { readonly parts: ImplementationParts<ImplementationsOf<Contracts>> }
);
