import type { AnyToolContract, ContractMap, ToolContract } from "../tool/tool-contract.js";
import type { AnyTool } from "../tool/tool.js";
import type { ToolSource } from "./tool-handle.js";

/** The contracts of a registry that are unknown at compile time. */
export type AnyContracts = Readonly<Record<string, AnyToolContract>>;

export type ToolOf<Contract> = Contract extends { implement(body: never): infer Implemented }
  ? Implemented
  : never;

/** An implementation per contract: the tool, or a function that imports its module. */
export type ImplementationsOf<Contracts extends ContractMap<Contracts>> = {
  readonly [Id in keyof Contracts]: ToolSource<ToolOf<Contracts[Id]>>;
};

/** The contracts of a registry after `withServices`. */
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

export type ContractsOf<Tools extends readonly AnyTool[]> = {
  readonly [Id in Tools[number]["contract"]["id"]]: Extract<
    Tools[number],
    { readonly contract: { readonly id: Id } }
  >["contract"];
};
