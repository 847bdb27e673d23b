import type { ContractMap, RequiredServices } from "../tool/tool-contract.js";
import { generatedTools, type RegistryDefinition } from "./generated-tools.js";
import type { AnyContracts, WithServices } from "./registry-contracts.js";
import { requireServices } from "./tool-handle.js";
import { ToolRegistry } from "./tool-registry.js";

/** Makes the registry of generated tools. */
export function createRegistry<Contracts extends ContractMap<Contracts>>(
  definition: RegistryDefinition<Contracts>,
): ToolRegistry<Contracts>;
export function createRegistry(definition: RegistryDefinition<AnyContracts>): ToolRegistry {
  return new ToolRegistry({ generated: generatedTools(definition) });
}

/** Merges registries and, for two, their types; throws when two tools have the same id or wire name. */
export function mergeRegistries<A extends ContractMap<A>, B extends ContractMap<B>>(
  a: ToolRegistry<A>,
  b: ToolRegistry<B>,
): ToolRegistry<A & B>;
export function mergeRegistries(...registries: readonly Pick<ToolRegistry, "tools">[]): ToolRegistry;
export function mergeRegistries(...registries: readonly Pick<ToolRegistry, "tools">[]): ToolRegistry {
  return new ToolRegistry({ handles: registries.flatMap(({ tools }) => tools) });
}

/** A registry with its project's services, which its tools keep when registries are merged. */
export function withServices<Contracts extends ContractMap<Contracts>>(
  { tools, uses }: ToolRegistry<Contracts>,
  services: RequiredServices<Contracts>,
): ToolRegistry<WithServices<Contracts>> {
  requireServices(services, uses);
  return new ToolRegistry({ handles: tools.map((handle) => handle.withServices(services)) });
}
