import type { ContractMap, RequiredServices } from "../tool/contract-types.js";
import { GeneratedTools } from "./generated-tools.js";
import type { AnyContracts, RegistryDefinition, WithServices } from "./registry-contracts.js";
import { describeTools } from "./tool-catalog.js";
import { requireServices } from "./tool-handle.js";
import { assembleRegistry, type ToolRegistry } from "./tool-registry.js";

/** Makes the registry of generated tools. */
export function createRegistry<Contracts extends ContractMap<Contracts>>(
  definition: RegistryDefinition<Contracts>,
): ToolRegistry<Contracts>;
export function createRegistry(definition: RegistryDefinition<AnyContracts>): ToolRegistry {
  const { index, catalog, uses = {} } = definition;
  const parts = "parts" in definition ? definition.parts : { "": () => definition.implementations };
  return assembleRegistry([], new GeneratedTools(parts, describeTools(index, catalog, uses), uses));
}

/** Makes one registry of several, of two typed by both; throws when two tools have the same id or wire name. */
export function mergeRegistries<A extends ContractMap<A>, B extends ContractMap<B>>(
  a: ToolRegistry<A>,
  b: ToolRegistry<B>,
): ToolRegistry<A & B>;
export function mergeRegistries(...registries: readonly Pick<ToolRegistry, "tools">[]): ToolRegistry;
export function mergeRegistries(...registries: readonly Pick<ToolRegistry, "tools">[]): ToolRegistry {
  return assembleRegistry(registries.flatMap(({ tools }) => tools));
}

/** The tools of a registry with the services of their project, which they keep when registries are merged. */
export function withServices<Contracts extends ContractMap<Contracts>>(
  registry: ToolRegistry<Contracts>,
  services: RequiredServices<Contracts>,
): ToolRegistry<WithServices<Contracts>>;
export function withServices(registry: Pick<ToolRegistry, "tools" | "uses">, services: object): ToolRegistry {
  const { tools, uses } = registry;
  requireServices(services, uses);
  return assembleRegistry(tools.map((handle) => handle.withServices(services)));
}
